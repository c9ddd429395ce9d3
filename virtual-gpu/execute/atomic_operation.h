// What atomics compute: the new value from the old one and the data, shared by vector memory and LDS.
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

namespace agt::vgpu::atomic_operation {

struct Add {
  template <class T>
  static T apply(T old, T data) {
    return static_cast<T>(old + data);
  }
};

struct Subtract {
  template <class T>
  static T apply(T old, T data) {
    return static_cast<T>(old - data);
  }
};

struct ReverseSubtract {
  template <class T>
  static T apply(T old, T data) {
    return static_cast<T>(data - old);
  }
};

struct Increment {
  template <class T>
  static T apply(T old, T data) {
    return old >= data ? T{0} : static_cast<T>(old + 1);
  }
};

struct Decrement {
  template <class T>
  static T apply(T old, T data) {
    return old == 0 || old > data ? data : static_cast<T>(old - 1);
  }
};

/// The comparison of the ISA documents before gfx12: a NaN on either side keeps the old value.
struct Minimum {
  template <class T>
  static T apply(T old, T data) {
    return data < old ? data : old;
  }
};

struct Maximum {
  template <class T>
  static T apply(T old, T data) {
    return data > old ? data : old;
  }
};

/// gfx12: IEEE 754-2019 minimumNumber; -0 is below +0, and a NaN loses against a number.
struct MinimumNumber {
  template <class T>
  static T apply(T old, T data) {
    if (std::isnan(data)) return std::isnan(old) ? data + data : old;
    if (std::isnan(old)) return data;
    if (data == old) return std::signbit(data) ? data : old;
    return data < old ? data : old;
  }
};

struct MaximumNumber {
  template <class T>
  static T apply(T old, T data) {
    if (std::isnan(data)) return std::isnan(old) ? data + data : old;
    if (std::isnan(old)) return data;
    if (data == old) return std::signbit(data) ? old : data;
    return data > old ? data : old;
  }
};

struct And {
  template <class T>
  static T apply(T old, T data) {
    return old & data;
  }
};

struct Or {
  template <class T>
  static T apply(T old, T data) {
    return old | data;
  }
};

struct Xor {
  template <class T>
  static T apply(T old, T data) {
    return old ^ data;
  }
};

struct Swap {
  template <class T>
  static T apply(T, T data) {
    return data;
  }
};

struct SubtractClamped {
  template <class T>
  static T apply(T old, T data) {
    return old < data ? T{0} : static_cast<T>(old - data);
  }
};

struct ConditionalSubtract {
  template <class T>
  static T apply(T old, T data) {
    return old >= data ? static_cast<T>(old - data) : old;
  }
};

}  // namespace agt::vgpu::atomic_operation
