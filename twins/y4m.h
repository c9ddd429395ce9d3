// Reading the tester's own clip: YUV4MPEG2 files (mjpegtools, yuv4mpeg(5)) of 4:2:0, 4:2:2 and 4:4:4 at 8 and 10 bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/result.h"
#include "twins/picture.h"

namespace agt {

inline constexpr std::uint32_t kLargestEdge = 16384;  ///< of a y4m picture, samples
/// How many frames of a clip are compared unless said otherwise: a run on the virtual GPU should take minutes.
inline constexpr std::uint32_t kDefaultFrames = 10;

class Y4mFile {
 public:
  /// Reads the header and the headers of at most `most_frames` frames. kMissingInput when it cannot be opened, kBadInput
  /// naming file, frame and reason: no y4m, a chroma format or size that is not supported, no frame, a truncated frame.
  static Result<Y4mFile> open(const std::filesystem::path& path, std::uint32_t most_frames);

  const PictureFormat& format() const { return format_; }
  std::uint32_t frames() const { return static_cast<std::uint32_t>(offsets_.size()); }
  /// kBadInput for a sample above the largest value of its bits.
  Result<Picture> read(std::uint32_t frame);

 private:
  Result<std::string> read_line();
  Result<void> read_header();
  Result<void> find_frames(std::uint32_t most_frames);
  tl::unexpected<Error> bad(const std::string& reason) const;
  tl::unexpected<Error> bad_frame(std::uint32_t frame, const std::string& reason) const;

  std::filesystem::path path_;
  std::ifstream stream_;
  PictureFormat format_;
  std::vector<std::uint64_t> offsets_;  ///< of each frame's first sample
};

/// The first `most_frames` frames of two files of the same format; both have these, or end at the same frame.
/// The clip's name is "own_clip".
Result<Clip> open_y4m_pair(const std::filesystem::path& reference, const std::filesystem::path& distorted,
                           std::uint32_t most_frames);

}  // namespace agt
