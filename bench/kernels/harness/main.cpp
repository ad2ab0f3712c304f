// SPDX-License-Identifier: Apache-2.0
// heddle-bench: kernels of many kinds, each checked, then timed. ../../README.md says how to
// compare drivers with it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <regex>

#include "families.h"
#include "roofline.h"
#include "runner.h"

namespace heddle::bench {
namespace {

struct CommandLine {
  std::string filter, json, peaks, kernels = HEDDLE_BENCH_KERNELS;
  int runs = 10;
  bool list = false, list_launches = false, check_only = false, roofline = false,
       no_roofline = false, cpu = false;
};

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out + '"';
}

const char* word(Result::Status status) {
  switch (status) {
    case Result::Status::kRight:
      return "right";
    case Result::Status::kWrong:
      return "wrong";
    case Result::Status::kFailed:
      return "failed";
    case Result::Status::kSkipped:
      return "skipped";
  }
  return "";
}

/// One object a line, complete as soon as the benchmark is: who reads it sees which one hangs.
void write_json(std::FILE* file, const std::string& name, const Result& result, double limit) {
  std::fprintf(file,
               "{\"name\": %s, \"status\": \"%s\", \"message\": %s, \"min_us\": %.3f, "
               "\"median_us\": %.3f, \"limit_us\": %.3f, \"build_ms\": %.3f}\n",
               json_string(name).c_str(), word(result.status), json_string(result.message).c_str(),
               result.min_us, result.median_us, limit, result.build_ms);
  std::fflush(file);
}

void print(std::FILE* file, const std::string& name, const Bench& bench, const Result& result,
           double limit) {
  std::fprintf(file, "%-34s ", name.c_str());
  if (result.status != Result::Status::kRight) {
    std::fprintf(file, "%s: %s\n", word(result.status), result.message.c_str());
    return;
  }
  if (result.min_us == 0) {
    std::fprintf(file, "right\n");
    return;
  }
  std::fprintf(file, "%9.3f ms  median %9.3f ms", result.min_us / 1e3, result.median_us / 1e3);
  if (bench.flops > 0) std::fprintf(file, "  %8.2f Gflop/s", bench.flops / result.min_us / 1e3);
  if (bench.bytes > 0) std::fprintf(file, "  %7.2f GB/s", bench.bytes / result.min_us / 1e3);
  if (limit > 0) std::fprintf(file, "  %5.1f %% of roofline", 100 * limit / result.min_us);
  std::fprintf(file, "\n");
}

void print(std::FILE* file, const Peaks& peaks) {
  std::fprintf(file,
               "roofline: %.1f Gflop/s float, %.1f double; GB/s: memory read %.1f, copy %.1f, "
               "triad %.1f, L3 %.1f, L2 %.1f\n",
               peaks.float_flops / 1e9, peaks.double_flops / 1e9, peaks.memory_read / 1e9,
               peaks.memory_copy / 1e9, peaks.memory_triad / 1e9, peaks.l3 / 1e9, peaks.l2 / 1e9);
}

size_t element_size(const Argument& image) {
  const ImageShape& shape = image.image;
  return image.size / (shape.width * shape.height * std::max<size_t>(shape.depth, 1));
}

/// Prints what is compiled for a benchmark, and what the driver may know of its launches, as an
/// object on a line.
void print_launch(const CommandLine& options, const Family& family, const Bench& bench) {
  std::string local, images;
  for (size_t size : bench.local) local += (local.empty() ? "" : ", ") + std::to_string(size);
  for (size_t i = 0; i < bench.arguments.size(); ++i) {
    const ImageShape& image = bench.arguments[i].image;
    if (image.width == 0) continue;
    images += (images.empty() ? "[" : ", [") + std::to_string(i) + ", " +
              std::to_string(image.format.image_channel_order) + ", " +
              std::to_string(image.format.image_channel_data_type) + ", " +
              std::to_string(element_size(bench.arguments[i])) + "]";
  }
  const std::string source = options.kernels + "/" + family.name + ".cl";
  std::printf(
      "{\"name\": %s, \"source\": %s, \"kernel\": %s, \"options\": %s, \"dimensions\": %zu, "
      "\"local\": [%s], \"images\": [%s]}\n",
      json_string(family.name + "/" + bench.name).c_str(), json_string(source).c_str(),
      json_string(bench.kernel).c_str(), json_string(bench.options).c_str(), bench.global.size(),
      local.c_str(), images.c_str());
}

Peaks find_peaks(const CommandLine& options, const Runner& runner) {
  if (options.no_roofline || options.check_only) return {};
  if (options.peaks.empty()) return measure_peaks(runner.compute_units());
  if (const auto given = peaks_from_text(options.peaks)) return *given;
  throw CLI::ValidationError("--peaks", "not what --roofline prints");
}

int run(const CommandLine& options) {
  const std::regex filter(options.filter);
  const auto name_of = [](const Family& family, const Bench& bench) {
    return family.name + "/" + bench.name;
  };
  std::vector<Family> families;
  for (auto make : kFamilies) {
    Family family = make(Scale{options.check_only});
    std::erase_if(family.benches, [&](const Bench& bench) {
      return !std::regex_search(name_of(family, bench), filter);
    });
    families.push_back(std::move(family));
  }
  if (options.list || options.list_launches) {
    for (const Family& family : families) {
      for (const Bench& bench : family.benches) {
        if (options.list) std::puts(name_of(family, bench).c_str());
        if (options.list_launches) print_launch(options, family, bench);
      }
    }
    return 0;
  }

  Runner runner(options.kernels,
                {.runs = options.runs, .time = !options.check_only, .in_cpu_time = options.cpu});
  const Peaks peaks = find_peaks(options, runner);
  if (options.roofline) {
    std::puts(to_text(peaks).c_str());
    return 0;
  }
  std::FILE* text = options.json == "-" ? stderr : stdout;
  std::FILE* json = options.json == "-"    ? stdout
                    : options.json.empty() ? nullptr
                                           : std::fopen(options.json.c_str(), "w");
  if (!options.json.empty() && !json) throw CLI::FileError::Missing(options.json);
  std::fprintf(text, "%s, %u compute units\n", runner.device_name().c_str(),
               runner.compute_units());
  if (peaks.memory > 0) print(text, peaks);
  bool wrong = false;
  for (const Family& family : families) {
    for (const Bench& bench : family.benches) {
      const Result result = runner.run(family, bench);
      const double limit = limit_us(bench, peaks);
      wrong |= result.status == Result::Status::kWrong || result.status == Result::Status::kFailed;
      print(text, name_of(family, bench), bench, result, limit);
      std::fflush(text);
      if (json) write_json(json, name_of(family, bench), result, limit);
    }
  }
  if (json && json != stdout) std::fclose(json);
  return wrong ? 1 : 0;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) try {
  heddle::bench::CommandLine options;
  CLI::App app("Checks and times kernels on the first device that the OpenCL loader shows.");
  app.add_option("--filter", options.filter,
                 "only benchmarks whose family/name has this regular expression");
  app.add_option("--runs", options.runs, "timed runs of each (10)")->check(CLI::PositiveNumber);
  app.add_option("--json", options.json,
                 "write one object a line to this file; - is the standard output");
  app.add_option("--kernels", options.kernels, "the folder of the .cl files");
  app.add_option("--peaks", options.peaks,
                 "the roofline, as --roofline printed it, instead of measuring it");
  app.add_flag("--list", options.list, "print the names and exit");
  app.add_flag("--list-launches", options.list_launches,
               "print source, kernel, build options, local size and formats of images, and exit");
  app.add_flag("--cpu", options.cpu, "CPU time of all threads, not time by the clock");
  app.add_flag("--check-only", options.check_only, "small sizes, no times");
  app.add_flag("--roofline", options.roofline, "measure the roofline, print it and exit");
  app.add_flag("--no-roofline", options.no_roofline, "do not measure the roofline");
  CLI11_PARSE(app, argc, argv);
  try {
    return heddle::bench::run(options);
  } catch (const CLI::Error& error) {
    return app.exit(error);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "heddle-bench: %s\n", error.what());
  return 2;
}
