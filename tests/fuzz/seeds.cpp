// SPDX-License-Identifier: Apache-2.0
// Makes seeds of the committed corpus: of CORPUS/spirv/*.spvasm SPIR-V modules in OUT/spirv, of
// CORPUS/records/*.cl program records in OUT/records. These hold code and their format changes, so
// that the driver builds them anew.
//   fuzz_seeds CORPUS OUT
#include <CL/cl.h>
#include <spirv-tools/libspirv.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<uint8_t>;

[[noreturn]] void fail(const fs::path& file, const char* why) {
  std::fprintf(stderr, "%s: %s\n", file.c_str(), why);
  std::exit(EXIT_FAILURE);
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The options of a build: what the first line says after "// OPTIONS: ".
std::string options_of(const std::string& source) {
  constexpr std::string_view kMark = "// OPTIONS: ";
  if (!source.starts_with(kMark)) return {};
  return source.substr(kMark.size(), source.find('\n') - kMark.size());
}

/// A program record, which is a binary without its header.
Bytes record_of(const fs::path& file) {
  const std::string text = text_of(file), options = options_of(text);
  const char* source = text.c_str();
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS)
    fail(file, "does not build");
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
  Bytes bytes(size);
  uint8_t* to = bytes.data();
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(to), static_cast<void*>(&to), nullptr);
  clReleaseProgram(program);
  clReleaseContext(context);
  constexpr ptrdiff_t kHeader = 32;
  return {bytes.begin() + kHeader, bytes.end()};
}

Bytes module_of(const fs::path& file) {
  std::vector<uint32_t> words;
  if (!spvtools::SpirvTools(SPV_ENV_OPENCL_2_2).Assemble(text_of(file), &words))
    fail(file, "is no SPIR-V");
  const auto* begin = reinterpret_cast<const uint8_t*>(words.data());
  return {begin, begin + words.size() * sizeof(uint32_t)};
}

void make(const fs::path& from, const fs::path& to, const char* ending,
          Bytes (*seed_of)(const fs::path&)) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    if (entry.path().extension() != ending) continue;
    const Bytes bytes = seed_of(entry.path());
    std::ofstream out(to / entry.path().stem(), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) fail(to, "cannot be written");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) fail("fuzz_seeds", "wants two arguments: CORPUS OUT");
  const fs::path corpus = argv[1], out = argv[2];
  make(corpus / "spirv", out / "spirv", ".spvasm", module_of);
  make(corpus / "records", out / "records", ".cl", record_of);
  return EXIT_SUCCESS;
}
