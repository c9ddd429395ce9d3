#!/usr/bin/env python3
"""Computes the fixed vectors with which the references judge themselves, from the definitions in the reference.h files.

Written apart from the C++: exact rationals where the definition is exact, struct for rounding to binary32. Run it by hand
when a vector is added; its output is copied into the sources.
"""
# SPDX-License-Identifier: MIT
import math
import struct


def f32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def bits64(value):
    return "0x%016x" % struct.unpack("<Q", struct.pack("<d", value))[0]


# motion

def motion_sad(previous, current, bits):
    taps = {-2: 3571, -1: 16004, 0: 26386, 1: 16004, 2: 3571}
    height, width = len(previous), len(previous[0])

    def inside(i, size):  # the mirror image without the edge itself
        period = 2 * (size - 1)
        i %= period
        return i if i < size else period - i

    def column_sum(x, y):
        rows = ((tap, inside(y + k, height)) for k, tap in taps.items())
        return math.floor((sum(tap * (previous[r][x] - current[r][x]) for tap, r in rows) + 2 ** (bits - 1)) / 2 ** bits)

    columns = [[column_sum(x, y) for x in range(width)] for y in range(height)]
    return sum(abs(math.floor((sum(tap * row[inside(x + k, width)] for k, tap in taps.items()) + 2 ** 15) / 2 ** 16))
               for row in columns for x in range(width))


def motion_vectors():
    black = [[0] * 5 for _ in range(5)]
    point = [row[:] for row in black]
    point[2][2] = 255
    print("motion, point in the middle:", motion_sad(point, black, 8))
    white = [[1023] * 4 for _ in range(4)]
    corner = [row[:] for row in white]
    corner[0][0] = 0
    print("motion, point in the corner, 10 bits:", motion_sad(corner, white, 10))


# float_ssim, without decimation and within one tile

WINDOW = [f32(w) for w in (0.001028, 0.007599, 0.036001, 0.109361, 0.213006, 0.266012)]
WINDOW += WINDOW[4::-1]
C1 = f32(f32(f32(0.01) * 255.0) * f32(f32(0.01) * 255.0))
C2 = f32(f32(f32(0.03) * 255.0) * f32(f32(0.03) * 255.0))
C3 = f32(C2 / 2)


def line_sum(values):
    total = 0.0
    for value, weight in zip(values, WINDOW):
        total += f32(value * weight)
    return f32(total)


def windowed(image):
    rows = [[line_sum(row[x:x + 11]) for x in range(len(row) - 10)] for row in image]
    columns = [[line_sum(column[y:y + 11]) for y in range(len(image) - 10)] for column in zip(*rows)]
    return list(zip(*columns))


def each(function, a, b):
    return [[function(x, y) for x, y in zip(*rows)] for rows in zip(a, b)]


def terms(r, d, rr, dd, rd):
    vr = max(0.0, f32(rr - f32(r * r)))
    vd = max(0.0, f32(dd - f32(d * d)))
    cov = f32(rd - f32(r * d))
    sd = f32(math.sqrt(f32(vr * vd)))
    if cov < 0 and sd <= 0:
        cov = 0.0
    l = (2.0 * r * d + C1) / f32(f32(f32(r * r) + f32(d * d)) + C1)
    c = (2.0 * sd + C2) / f32(f32(vr + vd) + C2)
    s = f32(f32(cov + C3) / f32(sd + C3))
    return l * c * s, l, c, s


def ssim_sums(reference, distorted, bits):
    r = [[v / 2 ** (bits - 8) for v in row] for row in reference]
    d = [[v / 2 ** (bits - 8) for v in row] for row in distorted]
    multiply = lambda x, y: f32(x * y)
    maps = [windowed(m) for m in (r, d, each(multiply, r, r), each(multiply, d, d), each(multiply, r, d))]
    at = lambda x, y: terms(*(m[y][x] for m in maps))
    height, width = len(maps[0]), len(maps[0][0])
    result = []
    for term in range(4):
        values = [0.0] * 256
        for column in range(min(width, 64)):
            for row in range(min(height, 16)):
                values[row // 4 * 64 + column] += at(column, row)[term]
        step = 128
        while step:
            for i in range(step):
                values[i] += values[i + step]
            step //= 2
        result.append(values[0])
    return result


def ssim_vectors():
    print("C1, C2, C3:", *(c.hex() for c in (C1, C2, C3)))
    print("window:", *(w.hex() for w in WINDOW[:6]))
    flat = [[100] * 11 for _ in range(11)]
    brighter = [[120] * 11 for _ in range(11)]
    ramp = [[(17 * x + 29 * y) % 1024 for x in range(15)] for y in range(17)]
    waves = [[(23 * x * x + 7 * y) % 1024 for x in range(15)] for y in range(17)]
    for name, a, b, bits in (("flat", flat, brighter, 8), ("ramp and waves, 10 bits", ramp, waves, 10)):
        print("float_ssim,", name + ":", *(bits64(v) for v in ssim_sums(a, b, bits)), *ssim_sums(a, b, bits))


motion_vectors()
ssim_vectors()
