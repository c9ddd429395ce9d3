// A y4m file is a line of parameters, then for each frame a line "FRAME…" and the planes as they are. Offsets of the
// frames are found first, so that a truncated file is known before any GPU is used.
// SPDX-License-Identifier: MIT
#include "twins/y4m.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>

namespace agt {
namespace {

constexpr std::size_t kLineLimitBytes = 1024;

struct ChromaTag {
  std::string_view name;
  Chroma chroma;
  std::uint32_t bits;
};

/// The values of the parameter C. Where chroma is sited does not matter here.
constexpr std::array<ChromaTag, 9> kChromaTags{{
    {"420", Chroma::k420, 8}, {"420jpeg", Chroma::k420, 8}, {"420mpeg2", Chroma::k420, 8},
    {"420paldv", Chroma::k420, 8}, {"420p10", Chroma::k420, 10}, {"422", Chroma::k422, 8},
    {"422p10", Chroma::k422, 10}, {"444", Chroma::k444, 8}, {"444p10", Chroma::k444, 10},
}};

std::optional<std::uint32_t> edge_from(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0 || value > kLargestEdge)
    return std::nullopt;
  return value;
}

std::uint64_t frame_bytes(const PictureFormat& format) {
  const auto edge = [](std::uint32_t luma, bool halved) { return halved ? (luma + 1) / 2 : luma; };
  const std::uint64_t chroma = std::uint64_t{edge(format.width, format.chroma != Chroma::k444)} *
                               edge(format.height, format.chroma == Chroma::k420);
  return (std::uint64_t{format.width} * format.height + 2 * chroma) * (format.bits == 8 ? 1 : 2);
}

/// The reason why `parameter` cannot be taken into `format`, or nothing.
std::optional<std::string> take_parameter(std::string_view parameter, PictureFormat& format) {
  const std::string_view value = parameter.substr(1);
  switch (parameter[0]) {
    case 'W':
    case 'H': {
      const auto edge = edge_from(value);
      if (!edge) return fmt::format("{} is no size from 1 to {}", parameter, kLargestEdge);
      (parameter[0] == 'W' ? format.width : format.height) = *edge;
      return std::nullopt;
    }
    case 'C': {
      const auto tag = std::ranges::find(kChromaTags, value, &ChromaTag::name);
      if (tag == kChromaTags.end())
        return fmt::format("the chroma format {} is not supported (420, 422 or 444, at 8 or 10 bits)", parameter);
      format.chroma = tag->chroma;
      format.bits = tag->bits;
      return std::nullopt;
    }
    case 'F':
    case 'I':
    case 'A':
    case 'X':
      return std::nullopt;  // rate, interlacing, aspect and comments change no sample
    default:
      return fmt::format("{} is no parameter of a y4m header", parameter);
  }
}

}  // namespace

tl::unexpected<Error> Y4mFile::bad(const std::string& reason) const {
  return failure(ExitCode::kBadInput, path_.string() + ": " + reason);
}

tl::unexpected<Error> Y4mFile::bad_frame(std::uint32_t frame, const std::string& reason) const {
  return bad(fmt::format("frame {}: {}", frame, reason));
}

Result<std::string> Y4mFile::read_line() {
  std::string line;
  for (char c; line.size() < kLineLimitBytes && stream_.get(c);) {
    if (c == '\n') return line;
    line += c;
  }
  return bad(line.size() < kLineLimitBytes ? "it ends within a line" : "a line of its headers is too long");
}

Result<void> Y4mFile::read_header() {
  const auto line = read_line();
  if (!line) return tl::make_unexpected(line.error());
  std::istringstream words(*line);
  std::string word;
  words >> word;
  if (word != "YUV4MPEG2") return bad("no y4m file: it does not begin with YUV4MPEG2");
  while (words >> word)
    if (const auto reason = take_parameter(word, format_)) return bad(*reason);
  if (format_.width == 0 || format_.height == 0) return bad("its header has no width or no height");
  return success();
}

Result<void> Y4mFile::find_frames(std::uint32_t most_frames) {
  const auto start = static_cast<std::uint64_t>(stream_.tellg());
  stream_.seekg(0, std::ios::end);
  const auto end = static_cast<std::uint64_t>(stream_.tellg());
  stream_.seekg(static_cast<std::streamoff>(start));
  const std::uint64_t wanted = frame_bytes(format_);
  for (std::uint64_t at = start; at < end && frames() < most_frames;) {
    const auto line = read_line();
    if (!line) return bad_frame(frames(), "its header is truncated or too long");
    if (*line != "FRAME" && line->substr(0, 6) != "FRAME ") return bad_frame(frames(), "it does not begin with FRAME");
    at = static_cast<std::uint64_t>(stream_.tellg());
    if (end - at < wanted) return bad_frame(frames(), fmt::format("truncated: {} of {} bytes", end - at, wanted));
    offsets_.push_back(at);
    at += wanted;
    stream_.seekg(static_cast<std::streamoff>(at));
  }
  if (offsets_.empty()) return bad("it has no frame");
  return success();
}

Result<Y4mFile> Y4mFile::open(const std::filesystem::path& path, std::uint32_t most_frames) {
  Y4mFile file;
  file.path_ = path;
  file.stream_.open(path, std::ios::binary);
  if (!file.stream_) return failure(ExitCode::kMissingInput, path.string() + ": " + std::strerror(errno));
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return file.bad("not a regular file");
  if (const auto header = file.read_header(); !header) return tl::make_unexpected(header.error());
  if (const auto frames = file.find_frames(most_frames); !frames) return tl::make_unexpected(frames.error());
  return file;
}

Result<Picture> Y4mFile::read(std::uint32_t frame) {
  Picture picture = make_picture(format_);
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(offsets_[frame]));
  for (Plane& plane : picture.planes)
    if (!stream_.read(reinterpret_cast<char*>(plane.bytes.data()), static_cast<std::streamsize>(plane.bytes.size())))
      return bad_frame(frame, "it cannot be read");
  if (format_.bits == 8) return picture;
  for (std::uint32_t p = 0; p < picture.planes.size(); ++p) {
    // The high bytes of little-endian samples: what is above the format's bits must be 0.
    const auto& bytes = picture.planes[p].bytes;
    for (std::size_t i = 1; i < bytes.size(); i += 2)
      if (std::to_integer<std::uint32_t>(bytes[i]) >> (format_.bits - 8) != 0)
        return bad_frame(frame, fmt::format("plane {}, sample {}: above {} bits", p, i / 2, format_.bits));
  }
  return picture;
}

Result<Clip> open_y4m_pair(const std::filesystem::path& reference, const std::filesystem::path& distorted,
                           std::uint32_t most_frames) {
  auto ref = Y4mFile::open(reference, most_frames);
  if (!ref) return tl::make_unexpected(ref.error());
  auto dis = Y4mFile::open(distorted, most_frames);
  if (!dis) return tl::make_unexpected(dis.error());
  if (!(ref->format() == dis->format()))
    return failure(ExitCode::kBadInput, distorted.string() + ": its size, bits or chroma are not those of " +
                                            reference.string());
  if (ref->frames() != dis->frames())
    return failure(ExitCode::kBadInput, fmt::format("{}: it has {} frames, {} has {}", distorted.string(), dis->frames(),
                                                    reference.string(), ref->frames()));
  struct Files {
    Y4mFile reference;
    Y4mFile distorted;
    std::uint32_t frame = 0;
  };
  Clip clip{"own_clip", ref->format(), ref->frames(), {}};
  auto files = std::make_shared<Files>(Files{std::move(*ref), std::move(*dis)});
  clip.next = [files]() -> Result<PicturePair> {
    auto left = files->reference.read(files->frame);
    if (!left) return tl::make_unexpected(left.error());
    auto right = files->distorted.read(files->frame);
    if (!right) return tl::make_unexpected(right.error());
    files->frame += 1;
    return PicturePair{std::move(*left), std::move(*right)};
  };
  return clip;
}

}  // namespace agt
