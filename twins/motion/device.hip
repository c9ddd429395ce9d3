// motion on the device: a workgroup blurs the difference of two luma planes over a tile of 64 x 16, columns first into
// LDS, then rows, and adds the absolute values. Integers only. twins/motion/reference.h states the definition.
// SPDX-License-Identifier: MIT
#include "twins/device.h"

using namespace agt::device;

constexpr i32 kOuter = 3571;
constexpr i32 kInner = 16004;
#ifdef AGT_MUTATION
constexpr i32 kCentre = 26387;  // a test's mutant
#else
constexpr i32 kCentre = 26386;
#endif

constexpr i32 kTileWidth = 64;
constexpr i32 kTileHeight = 16;
constexpr i32 kRadius = 2;
constexpr i32 kPerItem = 4;  // rows in the first pass, columns in the second
constexpr i32 kTilePitch = kTileWidth + 2 * kRadius;

/// The edge is not repeated: -1 is 1, size is size - 2. Far outside (a tile's unused part) any sample will do.
AGT_DEVICE i32 mirror(i32 i, i32 size) {
  if (i < 0) i = -i;
  if (i >= size) i = 2 * size - 2 - i;
  return i < 0 ? 0 : i;
}

/// Differences of a column blurred down kPerItem rows, rounded at `shift` bits. Sum holds 2^16 times a difference.
template <class Sum, class Sample>
AGT_DEVICE void blur_column(const Sample* previous, const Sample* current, i32 width, i32 height, i32 x, i32 y,
                            u32 shift, i32* out) {
  i32 difference[kPerItem + 2 * kRadius];
  for (i32 i = 0; i < kPerItem + 2 * kRadius; ++i) {
    const u32 at = static_cast<u32>(mirror(y - kRadius + i, height) * width + x);
    difference[i] = static_cast<i32>(previous[at]) - static_cast<i32>(current[at]);
  }
  const Sum half = Sum{1} << (shift - 1);
  for (i32 i = 0; i < kPerItem; ++i) {
    const i32* d = difference + i;
    // Outer and inner taps are equal in pairs; integers may be added in any order.
    const Sum sum = Sum{d[0] + d[4]} * kOuter + Sum{d[1] + d[3]} * kInner + Sum{d[2]} * kCentre;
    out[i * kTilePitch] = static_cast<i32>((sum + half) >> shift);
  }
}

/// The absolute values of kPerItem samples of a row, blurred along it; the first `wanted` of them count.
AGT_DEVICE u32 blur_row(const i32* row, i32 wanted) {
  u32 sum = 0;
  for (i32 i = 0; i < kPerItem; ++i) {
    const i32* v = row + i;
    const i64 blurred = i64{v[0] + v[4]} * kOuter + i64{v[1] + v[3]} * kInner + i64{v[2]} * kCentre;
    const auto value = static_cast<i32>((blurred + (1 << 15)) >> 16);
    if (i < wanted) sum += static_cast<u32>(value < 0 ? -value : value);
  }
  return sum;
}

template <class Sum, class Sample>
AGT_DEVICE void add_differences(const Sample* previous, const Sample* current, u64* tile_sums, i32 width, i32 height,
                                u32 shift, u32 tiles_across) {
  AGT_SHARED static i32 tile[kTileHeight * kTilePitch];
  const i32 left = static_cast<i32>(group_x()) * kTileWidth;
  const i32 top = static_cast<i32>(group_y()) * kTileHeight;
  constexpr i32 kColumns = kTilePitch * (kTileHeight / kPerItem);
  for (i32 i = static_cast<i32>(item()); i < kColumns; i += kGroupSize) {
    const i32 column = i % kTilePitch;
    const i32 row = i / kTilePitch * kPerItem;
    blur_column<Sum>(previous, current, width, height, mirror(left - kRadius + column, width), top + row, shift,
                tile + row * kTilePitch + column);
  }
  barrier();
  const i32 column = static_cast<i32>(item()) % (kTileWidth / kPerItem) * kPerItem;
  const i32 row = static_cast<i32>(item()) / (kTileWidth / kPerItem);
  const i32 wanted = top + row < height ? width - left - column : 0;
  const u64 sum = group_sum(blur_row(tile + row * kTilePitch + column, wanted));
  if (item() == 0) tile_sums[group_y() * tiles_across + group_x()] = sum;
}

AGT_KERNEL motion_tiles_8(const u8* previous, const u8* current, u64* tile_sums, i32 width, i32 height, u32 shift,
                          u32 tiles_across) {
  add_differences<i32>(previous, current, tile_sums, width, height, shift, tiles_across);
}

AGT_KERNEL motion_tiles_16(const u16* previous, const u16* current, u64* tile_sums, i32 width, i32 height, u32 shift,
                           u32 tiles_across) {
  add_differences<i64>(previous, current, tile_sums, width, height, shift, tiles_across);
}

AGT_KERNEL motion_total(const u64* tile_sums, u64* sum, u32 tiles) {
  u64 mine = 0;
  for (u32 tile = item(); tile < tiles; tile += kGroupSize) mine += tile_sums[tile];
  const u64 of_all = group_sum(mine);
  if (item() == 0) *sum = of_all;
}
