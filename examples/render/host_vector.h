// SPDX-License-Identifier: Apache-2.0
// As much of OpenCL C's vector types as scene.h needs, in scalar C++.
#pragma once

#include <cmath>

using std::floor;
using std::sqrt;
using uint = unsigned int;

struct float3 {
  float x, y, z;
};

inline float3 vec(float x, float y, float z) {
  return {x, y, z};
}
inline float3 operator+(float3 a, float3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline float3 operator-(float3 a, float3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline float3 operator*(float3 a, float3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline float3 operator*(float3 a, float b) {
  return {a.x * b, a.y * b, a.z * b};
}
