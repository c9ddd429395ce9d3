// Sentences about y4m files, good and bad.
// SPDX-License-Identifier: MIT
#include "twins/y4m.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace agt {
namespace {

using testing::HasSubstr;

class Y4m : public testing::Test {
 protected:
  Result<Y4mFile> open(const std::string& content, std::uint32_t frames = 100) {
    return Y4mFile::open(folder_.write("a.y4m", content), frames);
  }
  std::string refusal(const std::string& content) {
    auto file = open(content);
    if (!file) return file.error().code == ExitCode::kBadInput ? file.error().message : "another code";
    for (std::uint32_t frame = 0; frame < file->frames(); ++frame)
      if (const auto picture = file->read(frame); !picture) return picture.error().message;
    return "none";
  }
  TemporaryFolder folder_;
};

std::string frame(std::size_t bytes, char first = 'a') {
  std::string text = "FRAME\n";
  for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(first + static_cast<char>(i % 20));
  return text;
}

struct FormatCase {
  std::string chroma;
  Chroma expected;
  std::uint32_t bits;
  std::size_t frame_bytes;  // of a picture of 3 x 3
};
class Y4mFormat : public Y4m, public testing::WithParamInterface<FormatCase> {};

TEST_P(Y4mFormat, IsRead) {
  auto file = open("YUV4MPEG2 W3 H3 F25:1 Ip A1:1" + GetParam().chroma + " XYSCSS=any\n" +
                   frame(GetParam().frame_bytes, '\0') + frame(GetParam().frame_bytes, '\0'));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->format(), (PictureFormat{3, 3, GetParam().bits, GetParam().expected}));
  EXPECT_EQ(file->frames(), 2U);
}

INSTANTIATE_TEST_SUITE_P(All, Y4mFormat,
                         testing::Values(FormatCase{"", Chroma::k420, 8, 17}, FormatCase{" C420", Chroma::k420, 8, 17},
                                         FormatCase{" C420jpeg", Chroma::k420, 8, 17},
                                         FormatCase{" C420mpeg2", Chroma::k420, 8, 17},
                                         FormatCase{" C420paldv", Chroma::k420, 8, 17},
                                         FormatCase{" C420p10", Chroma::k420, 10, 34},
                                         FormatCase{" C422", Chroma::k422, 8, 21},
                                         FormatCase{" C422p10", Chroma::k422, 10, 42},
                                         FormatCase{" C444", Chroma::k444, 8, 27},
                                         FormatCase{" C444p10", Chroma::k444, 10, 54}));

TEST_F(Y4m, PlanesComeInOrderAndOddChromaIsRoundedUp) {
  auto file = open("YUV4MPEG2 W3 H3 C420\nFRAME Ip\nabcdefghiBBBBRRRR");
  ASSERT_TRUE(file) << file.error().message;
  const Picture picture = file->read(0).value();
  EXPECT_EQ(picture.planes[0].at(1, 2), std::uint32_t{'h'});
  EXPECT_EQ(picture.planes[1].width, 2U);
  EXPECT_EQ(picture.planes[1].at(1, 1), std::uint32_t{'B'});
  EXPECT_EQ(picture.planes[2].at(0, 0), std::uint32_t{'R'});
}

TEST_F(Y4m, DeepSamplesAreLittleEndian) {
  auto file = open(std::string("YUV4MPEG2 W1 H1 C444p10\nFRAME\n\xff\x03\x01\x00\x00\x02", 36));
  ASSERT_TRUE(file) << file.error().message;
  const Picture picture = file->read(0).value();
  EXPECT_EQ(picture.planes[0].at(0, 0), 1023U);
  EXPECT_EQ(picture.planes[1].at(0, 0), 1U);
  EXPECT_EQ(picture.planes[2].at(0, 0), 512U);
}

TEST_F(Y4m, OnlyTheFirstFramesAreLookedAt) {
  const auto file = open("YUV4MPEG2 W3 H3\n" + frame(17) + frame(17) + "garbage", 2);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->frames(), 2U);
}

struct Refusal {
  std::string content;
  std::string reason;
};
class BadY4m : public Y4m, public testing::WithParamInterface<Refusal> {};

TEST_P(BadY4m, IsRefusedWithFileAndReason) {
  const std::string message = refusal(GetParam().content);
  EXPECT_THAT(message, HasSubstr("a.y4m: "));
  EXPECT_THAT(message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadY4m,
    testing::Values(Refusal{"", "it ends within a line"}, Refusal{"RIFF\n", "it does not begin with YUV4MPEG2"},
                    Refusal{std::string(5000, 'x'), "too long"}, Refusal{"YUV4MPEG2 W3\n", "no width or no height"},
                    Refusal{"YUV4MPEG2 W0 H3\n", "W0 is no size"}, Refusal{"YUV4MPEG2 W3x H3\n", "W3x is no size"},
                    Refusal{"YUV4MPEG2 W-3 H3\n", "W-3 is no size"},
                    Refusal{"YUV4MPEG2 W99999 H3\n", "W99999 is no size from 1 to 16384"},
                    Refusal{"YUV4MPEG2 W3 H3 C420p12\n", "C420p12 is not supported"},
                    Refusal{"YUV4MPEG2 W3 H3 Cmono\n", "Cmono is not supported"},
                    Refusal{"YUV4MPEG2 W3 H3 Q\n", "Q is no parameter"}, Refusal{"YUV4MPEG2 W3 H3\n", "it has no frame"},
                    Refusal{"YUV4MPEG2 W3 H3\n" + frame(17) + frame(16), "frame 1: truncated: 16 of 17 bytes"},
                    Refusal{"YUV4MPEG2 W3 H3\n" + frame(17) + "FRA", "frame 1: its header is truncated"},
                    Refusal{"YUV4MPEG2 W3 H3\n" + frame(18), "frame 1: its header is truncated"},
                    Refusal{"YUV4MPEG2 W3 H3\nFRAMES\n", "frame 0: it does not begin with FRAME"},
                    Refusal{"YUV4MPEG2 W1 H1 C444p10\nFRAME\nab\x01\x02" + std::string("\x03\x04"),
                            "frame 0: plane 0, sample 0: above 10 bits"}));

TEST_F(Y4m, AFileThatIsNotThereIsMissing) {
  const auto file = Y4mFile::open(folder_ / "none.y4m", 1);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ExitCode::kMissingInput);
}

TEST_F(Y4m, AFolderIsNoFile) {
  const auto file = Y4mFile::open(folder_.path(), 1);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ExitCode::kBadInput);
}

class Y4mPair : public Y4m {
 protected:
  Result<Clip> pair(const std::string& reference, const std::string& distorted, std::uint32_t frames = 10) {
    return open_y4m_pair(folder_.write("r.y4m", reference), folder_.write("d.y4m", distorted), frames);
  }
};

TEST_F(Y4mPair, IsAClipOfItsFrames) {
  const auto clip = pair("YUV4MPEG2 W3 H3\n" + frame(17, 'A') + frame(17, 'B'),
                         "YUV4MPEG2 W3 H3 C420jpeg\n" + frame(17, 'C') + frame(17, 'D'));
  ASSERT_TRUE(clip) << clip.error().message;
  EXPECT_EQ(clip->name, "own_clip");
  EXPECT_EQ(clip->frames, 2U);
  EXPECT_EQ(clip->next()->distorted.planes[0].at(0, 0), std::uint32_t{'C'});
  EXPECT_EQ(clip->next()->reference.planes[0].at(0, 0), std::uint32_t{'B'});
}

TEST_F(Y4mPair, OfDifferentFormatsIsRefused) {
  const auto clip = pair("YUV4MPEG2 W3 H3\n" + frame(17), "YUV4MPEG2 W3 H3 C444\n" + frame(27));
  ASSERT_FALSE(clip);
  EXPECT_EQ(clip.error().code, ExitCode::kBadInput);
  EXPECT_THAT(clip.error().message, HasSubstr("d.y4m"));
}

TEST_F(Y4mPair, OfDifferentLengthsIsRefusedUnlessTheLimitComesFirst) {
  const std::string one = "YUV4MPEG2 W3 H3\n" + frame(17);
  const auto clip = pair(one, one + frame(17));
  ASSERT_FALSE(clip);
  EXPECT_THAT(clip.error().message, HasSubstr("it has 2 frames"));
  EXPECT_TRUE(pair(one, one + frame(17), 1));
}

}  // namespace
}  // namespace agt
