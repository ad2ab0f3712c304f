// SPDX-License-Identifier: Apache-2.0
// A benchmark is data: a kernel, its NDRange, its arguments, what is right, and how much work it
// is. Each family is a .cl and a .cpp; the .cpp returns its benchmarks (families.h).
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace heddle::bench {

/// An image, if it has a width: a picture, or a volume if it has a depth. Its data lies row behind
/// row.
struct ImageShape {
  cl_image_format format{};
  size_t width = 0, height = 0, depth = 0;
};

/// What a kernel gets for one parameter. Buffers are made, filled and checked by the runner.
struct Argument {
  enum class Kind { kValue, kLocal, kInput, kOutput, kInOut, kScratch };

  Kind kind;
  size_t size;                           // in bytes
  std::function<void(std::byte*)> fill;  // for values, inputs and what is both input and output
  ImageShape image = {};                 // an input or output that is one

  bool is_buffer() const { return kind >= Kind::kInput; }
};

template <typename T>
Argument value(T v) {
  return {Argument::Kind::kValue, sizeof v, [v](std::byte* to) { std::memcpy(to, &v, sizeof v); }};
}

inline Argument local_memory(size_t bytes) {
  return {Argument::Kind::kLocal, bytes, {}};
}

template <typename T, typename F>
Argument filled(Argument::Kind kind, size_t count, F element) {
  return {kind, count * sizeof(T), [count, element](std::byte* to) {
            T* elements = reinterpret_cast<T*>(to);
            for (size_t i = 0; i < count; ++i) elements[i] = static_cast<T>(element(i));
          }};
}

template <typename T, typename F>
Argument input(size_t count, F element) {
  return filled<T>(Argument::Kind::kInput, count, element);
}

/// A buffer that every run finds as `element` says.
template <typename T, typename F>
Argument in_out(size_t count, F element) {
  return filled<T>(Argument::Kind::kInOut, count, element);
}

template <typename T>
Argument output(size_t count) {
  return {Argument::Kind::kOutput, count * sizeof(T), {}};
}

/// A buffer that is no parameter of its own: passes name it. Arguments of this kind come last.
template <typename T>
Argument scratch(size_t count) {
  return {Argument::Kind::kScratch, count * sizeof(T), {}};
}

/// The buffers of one benchmark on the host: inputs, and results after the first run.
struct Data {
  std::vector<std::vector<std::byte>> arguments;

  template <typename T>
  const T* get(size_t argument) const {
    return reinterpret_cast<const T*>(arguments[argument].data());
  }
  template <typename T>
  size_t count(size_t argument) const {
    return arguments[argument].size() / sizeof(T);
  }
};

/// Says what is wrong with a result; nothing if it is right.
using Check = std::function<std::string(const Data&)>;

/// Before a pass of a benchmark of several: the parameter gets a uint, or the buffer of another
/// argument.
struct Override {
  cl_uint parameter;
  cl_uint value;
  bool buffer = false;
};

/// The peak that `flops` of a benchmark are compared with.
enum class Precision { kSingle, kDouble };

struct Bench {
  std::string name;
  std::string kernel;
  std::string options = {};
  std::string needs = {};  // an extension, "CL2.0" or "images"
  std::vector<size_t> global;
  std::vector<size_t> local = {};  // empty: the driver's choice
  std::vector<Argument> arguments;
  std::vector<std::vector<Override>> passes = {};  // one enqueue each; without any, one enqueue
  Check check;
  double flops = 0;
  double bytes = 0;  // that must be moved at least: each input read once, each output written once
  Precision precision = Precision::kSingle;
};

struct Family {
  std::string name;  // its kernels are in <name>.cl
  std::vector<Bench> benches;
};

/// How large everything is: `scale(full, small)` is `small` when results are all that matters.
struct Scale {
  bool small = false;

  size_t operator()(size_t full_size, size_t small_size) const {
    return small ? small_size : full_size;
  }
};

}  // namespace heddle::bench
