// SHA-256 of bytes in memory, as 64 lowercase hexadecimal digits; the owner of OpenSSL.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace agt {

std::string sha256_hex(Bytes bytes);
std::string sha256_hex(std::string_view text);

}  // namespace agt
