// Planes and their samples.
// SPDX-License-Identifier: MIT
#include "twins/picture.h"

namespace agt {

std::uint32_t Plane::at(std::uint32_t x, std::uint32_t y) const {
  const std::size_t index = std::size_t{y} * width + x;
  if (bits == 8) return std::to_integer<std::uint32_t>(bytes[index]);
  return std::to_integer<std::uint32_t>(bytes[2 * index]) | std::to_integer<std::uint32_t>(bytes[2 * index + 1]) << 8;
}

void Plane::set(std::uint32_t x, std::uint32_t y, std::uint32_t value) {
  const std::size_t index = std::size_t{y} * width + x;
  if (bits == 8) {
    bytes[index] = static_cast<std::byte>(value);
  } else {
    bytes[2 * index] = static_cast<std::byte>(value);
    bytes[2 * index + 1] = static_cast<std::byte>(value >> 8);
  }
}

Plane make_plane(std::uint32_t width, std::uint32_t height, std::uint32_t bits) {
  Plane plane{width, height, bits, {}};
  plane.bytes.resize(std::size_t{width} * height * (bits == 8 ? 1 : 2));
  return plane;
}

Picture make_picture(const PictureFormat& format) {
  const std::uint32_t across = format.chroma == Chroma::k444 ? format.width : (format.width + 1) / 2;
  const std::uint32_t down = format.chroma == Chroma::k420 ? (format.height + 1) / 2 : format.height;
  return {{make_plane(format.width, format.height, format.bits), make_plane(across, down, format.bits),
           make_plane(across, down, format.bits)}};
}

}  // namespace agt
