// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <thread>

#include "host_vector.h"
#include "picture.h"
#include "scene.h"

namespace {

void render_row(const Job& job, unsigned y, unsigned char* row) {
  for (unsigned x = 0; x < job.width; ++x) {
    float3 sum = vec(0.0f, 0.0f, 0.0f);
    for (unsigned i = 0; i < job.samples; ++i) {
      sum = sum + sample_pixel(x, y, job.width, job.height, i);
    }
    const float count = static_cast<float>(job.samples);
    row[4 * x + 0] = static_cast<unsigned char>(tone(sum.x / count));
    row[4 * x + 1] = static_cast<unsigned char>(tone(sum.y / count));
    row[4 * x + 2] = static_cast<unsigned char>(tone(sum.z / count));
    row[4 * x + 3] = 255;
  }
}

}  // namespace

Picture render_reference(const Job& job, unsigned step) {
  Picture picture;
  picture.rgba.resize(size_t{4} * job.width * job.height);
  const auto start = std::chrono::steady_clock::now();
  std::atomic<unsigned> next = 0;
  const auto work = [&] {
    for (unsigned y; (y = next.fetch_add(step)) < job.height;) {
      render_row(job, y, &picture.rgba[size_t{4} * job.width * y]);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  picture.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return picture;
}
