// SPDX-License-Identifier: Apache-2.0
// Distances between points; a point has 8 coordinates, stored coordinate by coordinate unless said
// otherwise.

#define COORDINATES 8

kernel void kmeans_assign(global uint* out, global const float* points, constant float* centres,
                          uint count) {
  size_t i = get_global_id(0), n = get_global_size(0);
  float point[COORDINATES];
  for (int k = 0; k < COORDINATES; ++k) point[k] = points[k * n + i];
  float best = INFINITY;
  uint nearest = 0;
  for (uint c = 0; c < count; ++c) {
    float sum = 0;
    for (int k = 0; k < COORDINATES; ++k) {
      float d = point[k] - centres[c * COORDINATES + k];
      sum += d * d;
    }
    if (sum < best) {
      best = sum;
      nearest = c;
    }
  }
  out[i] = nearest;
}

// The same with each point's coordinates together.
kernel void kmeans_assign_rows(global uint* out, global const float* points,
                               global const float* centres, uint count) {
  size_t i = get_global_id(0);
  float best = INFINITY;
  uint nearest = 0;
  for (uint c = 0; c < count; ++c) {
    float sum = 0;
    for (int k = 0; k < COORDINATES; ++k) {
      float d = points[i * COORDINATES + k] - centres[c * COORDINATES + k];
      sum += d * d;
    }
    if (sum < best) {
      best = sum;
      nearest = c;
    }
  }
  out[i] = nearest;
}

kernel void distance_matrix(global float* out, global const float* a, global const float* b) {
  size_t i = get_global_id(0), j = get_global_id(1), n = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < COORDINATES; ++k) {
    float d = a[k * n + i] - b[j * COORDINATES + k];
    sum += d * d;
  }
  out[j * n + i] = sqrt(sum);
}

kernel void hamming_nearest(global uint* out, global const ulong* queries,
                            global const ulong* words, uint count) {
  size_t i = get_global_id(0);
  ulong query = queries[i];
  uint best = 65, nearest = 0;
  for (uint k = 0; k < count; ++k) {
    uint distance = popcount(query ^ words[k]);
    if (distance < best) {
      best = distance;
      nearest = k;
    }
  }
  out[i] = nearest;
}
