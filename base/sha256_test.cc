// SHA-256 against the examples of FIPS 180-4 (NIST, "SHA256.pdf" and "SHA2_Additional.pdf").
// SPDX-License-Identifier: MIT
#include "base/sha256.h"

#include <gtest/gtest.h>

namespace agt {
namespace {

struct Vector {
  std::string message;
  std::string digest;
};

class Sha256 : public testing::TestWithParam<Vector> {};

TEST_P(Sha256, GivesTheStandardsDigest) { EXPECT_EQ(sha256_hex(GetParam().message), GetParam().digest); }

INSTANTIATE_TEST_SUITE_P(
    Fips, Sha256,
    testing::Values(Vector{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
                    Vector{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
                    Vector{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                           "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
                    Vector{"\xbd", "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"},
                    Vector{std::string(55, '\0'), "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"},
                    Vector{std::string(64, '\0'), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
                    Vector{std::string(1'000'000, 'a'),
                           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"}));

}  // namespace
}  // namespace agt
