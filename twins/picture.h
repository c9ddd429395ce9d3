// Pictures as the twins see them: three planes of unsigned samples, tightly packed, as bytes that can go to a device.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace agt {

enum class Chroma { k420, k422, k444 };

struct PictureFormat {
  std::uint32_t width = 0;   ///< of luma, samples
  std::uint32_t height = 0;
  std::uint32_t bits = 8;    ///< of a sample, 8 to 16
  Chroma chroma = Chroma::k420;
  bool operator==(const PictureFormat&) const = default;
};

struct Plane {
  std::uint32_t width = 0;  ///< samples
  std::uint32_t height = 0;
  std::uint32_t bits = 8;
  std::vector<std::byte> bytes;  ///< rows without padding; a sample is 1 byte at 8 bits, else 2, little-endian

  std::uint32_t at(std::uint32_t x, std::uint32_t y) const;
  void set(std::uint32_t x, std::uint32_t y, std::uint32_t value);
};

/// A plane of zeros.
Plane make_plane(std::uint32_t width, std::uint32_t height, std::uint32_t bits);

struct Picture {
  std::array<Plane, 3> planes;  ///< Y, Cb, Cr
};

/// A picture of zeros. Chroma of an odd size is rounded up, as y4m has it: 19 luma columns have 10 chroma columns.
Picture make_picture(const PictureFormat& format);

struct PicturePair {
  Picture reference;
  Picture distorted;
};

/// A sequence of pairs, read once from the first frame to the last.
struct Clip {
  std::string name;
  PictureFormat format;
  std::uint32_t frames = 0;
  std::function<Result<PicturePair>()> next;  ///< called `frames` times
};

}  // namespace agt
