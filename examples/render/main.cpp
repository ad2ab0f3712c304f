// SPDX-License-Identifier: Apache-2.0
// Renders a picture with OpenCL, writes it as PNG and compares it with a scalar reference:
//   render [--width N] [--height N] [--samples N] [--check-every ROWS] [picture.png]
// Exit code 1 if the two differ by more than the tolerance.
#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "picture.h"

namespace {

struct Arguments {
  Job job;
  unsigned check_every = 8;
  const char* path = "render.png";
};

[[noreturn]] void usage() {
  std::fprintf(stderr,
               "usage: render [--width N] [--height N] [--samples N] "
               "[--check-every ROWS] [picture.png]\n");
  std::exit(2);
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  const struct {
    const char* name;
    unsigned* value;
  } numbers[] = {{"--width", &arguments.job.width},
                 {"--height", &arguments.job.height},
                 {"--samples", &arguments.job.samples},
                 {"--check-every", &arguments.check_every}};
  for (int i = 1; i < argc; ++i) {
    const auto* number = std::find_if(std::begin(numbers), std::end(numbers), [&](const auto& n) {
      return std::strcmp(n.name, argv[i]) == 0;
    });
    if (number != std::end(numbers)) {
      if (++i == argc || std::atoi(argv[i]) <= 0) usage();
      *number->value = static_cast<unsigned>(std::atoi(argv[i]));
    } else if (argv[i][0] == '-') {
      usage();
    } else {
      arguments.path = argv[i];
    }
  }
  return arguments;
}

void write_png(const Arguments& arguments, const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = arguments.job.width;
  image.height = arguments.job.height;
  image.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&image, arguments.path, 0, picture.rgba.data(), 0, nullptr)) {
    std::fprintf(stderr, "render: cannot write %s: %s\n", arguments.path, image.message);
    std::exit(1);
  }
}

struct Difference {
  int largest = 0;       ///< of 255
  size_t differing = 0;  ///< channels that are not equal
  size_t far = 0;        ///< channels that differ by more than 2
  size_t compared = 0;
};

Difference compare(const Arguments& arguments, const Picture& a, const Picture& b) {
  Difference result;
  const size_t row = size_t{4} * arguments.job.width;
  for (unsigned y = 0; y < arguments.job.height; y += arguments.check_every) {
    for (size_t i = y * row; i < (y + 1) * row; ++i) {
      const int difference = std::abs(a.rgba[i] - b.rgba[i]);
      result.largest = std::max(result.largest, difference);
      result.differing += difference != 0;
      result.far += difference > 2;
      ++result.compared;
    }
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  const Job& job = arguments.job;
  const bool terminal = isatty(STDOUT_FILENO);
  const Picture picture = render_on_device(job, [&](unsigned done) {
    if (!terminal && done != job.samples) return;
    std::printf("%srendering %ux%u: %u of %u samples%s", terminal ? "\r" : "", job.width,
                job.height, done, job.samples, done == job.samples ? "\n" : "");
    std::fflush(stdout);
  });
  write_png(arguments, picture);
  std::printf("device    : %s\n", picture.device.c_str());
  std::printf("compiled  : %.3f s\n", picture.build_seconds);
  std::printf("rendered  : %.3f s, %.2f million paths/s -> %s\n", picture.seconds,
              1e-6 * job.width * job.height * job.samples / picture.seconds, arguments.path);

  const Picture reference = render_reference(job, arguments.check_every);
  const Difference difference = compare(arguments, picture, reference);
  const double paths = difference.compared / 4.0 * job.samples;
  std::printf(
      "reference : %.3f s for every %uth row, scalar C++ on all cores, %.2f million paths/s\n",
      reference.seconds, arguments.check_every, 1e-6 * paths / reference.seconds);
  std::printf(
      "difference: at most %d of 255; %zu of %zu values differ, %zu of them by more than 2\n",
      difference.largest, difference.differing, difference.compared, difference.far);
  // A device may round / and sqrt otherwise; then single paths take another turn, but few of them.
  const bool same = difference.far * 100 <= difference.compared;
  std::printf("%s\n", same ? "the pictures agree" : "THE PICTURES DIFFER");
  return same ? 0 : 1;
}
