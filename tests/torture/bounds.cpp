// SPDX-License-Identifier: Apache-2.0
// Random kernels that access memory at any address they can think of, with HEDDLE_BOUNDS=on. Pages
// that may not be accessed lie around every object; what lies in a page with one, objects that the
// kernel was not given, and objects of another context must keep their bytes. A seed makes the same
// kernel and launch each time.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kAlign = 128;

uint64_t current_seed = 0;
std::string current_source;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "seed %llu: %s\n%s\n", static_cast<unsigned long long>(current_seed),
               why.c_str(), current_source.c_str());
  std::fflush(stderr);
  _exit(1);
}

void check(cl_int code, const char* what) {
  if (code != CL_SUCCESS) fail(std::string(what) + " returned " + std::to_string(code));
}

/// The signal handler: a kernel has touched what it must not.
void on_fault(int signal, siginfo_t* info, void*) {
  char text[128];
  const int size =
      std::snprintf(text, sizeof(text), "seed %llu: signal %d at %p\n",
                    static_cast<unsigned long long>(current_seed), signal, info->si_addr);
  (void)!write(STDERR_FILENO, text, static_cast<size_t>(size));
  (void)!write(STDERR_FILENO, current_source.data(), current_source.size());
  _exit(1);
}

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15U + 1) {}
  uint64_t bits() { return engine_(); }
  /// Returns a number below `end`.
  size_t below(size_t end) { return static_cast<size_t>(bits() % end); }
  bool one_of(size_t n) { return below(n) == 0; }
  template <size_t N>
  const char* pick(const char* const (&all)[N]) {
    return all[below(N)];
  }

 private:
  std::mt19937_64 engine_;
};

/// Memory between two pages that trap. The object lies at one end of what is accessible; all other
/// bytes there are known.
class Island {
 public:
  Island(Random& random, size_t size) : size_(size) {
    const size_t inside = (std::max<size_t>(size, 1) + kPage - 1) / kPage * kPage;
    bytes_ = inside + 2 * kPage;
    void* const mapped =
        mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) fail("mmap");
    memory_ = static_cast<unsigned char*>(mapped);
    begin_ = memory_ + kPage;
    end_ = begin_ + inside;
    if (mprotect(begin_, inside, PROT_READ | PROT_WRITE) != 0) fail("mprotect");
    const size_t room = (size + kAlign - 1) / kAlign * kAlign;
    data_ = random.one_of(4) ? begin_ : end_ - room;
    for (unsigned char* at = begin_; at < end_; ++at) *at = known(at);
  }
  ~Island() { munmap(memory_, bytes_); }
  Island(const Island&) = delete;
  Island& operator=(const Island&) = delete;

  unsigned char* data() const { return data_; }
  size_t size() const { return size_; }
  /// Tells whether the bytes around the object are what they were.
  bool is_intact() const {
    for (const unsigned char* at = begin_; at < end_; ++at)
      if ((at < data_ || at >= data_ + size_) && *at != known(at)) return false;
    return true;
  }

 private:
  static unsigned char known(const unsigned char* at) {
    return static_cast<unsigned char>(reinterpret_cast<uintptr_t>(at) * 0x9d + 0x5a);
  }
  size_t size_, bytes_;
  unsigned char *memory_, *begin_, *end_, *data_;
};

/// Writes one kernel.
class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  std::string program() {
    text_ =
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        "constant int table[7] = {3, -1, 12, 0x7ffffff0, 5, 100000, 2};\n"
        "global int kept[5];\n"
        "typedef struct { int a; float b[3]; global int* p; short s[5]; } thing;\n"
        "int follow(global int* p, int i) { return p[i]; }\n"
        "void leave(global int* p, long i, int v) { p[i] = v; }\n"
        "int inner(const int* list, int i) { return list[i]; }\n"
        "kernel void test(global int* a, global uchar* b, global float4* c, global int* index,\n"
        "                 global ulong* address, local int* shared, global int* svm,\n"
        "                 constant int* fixed, int n, long m, uint u) {\n"
        "  int gid = get_global_id(0), lid = get_local_id(0);\n"
        "  int x = gid, y = lid; long z = m; uint w = u; float f = gid * 0.37f;\n"
        "  int list[6] = {gid, 1, 2, 3, 4, 5};\n"
        "  local int tile[9];\n"
        "  thing t; t.p = a; t.a = n;\n"
        "  global int* rows[3] = {a, index, svm};\n"
        "  if (lid < 9) tile[lid] = lid;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n";
    const size_t count = 2 + random_.below(6);
    for (size_t i = 0; i < count; ++i) {
      if (random_.one_of(8)) line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
      if (random_.one_of(12)) collective();
      statement(2);
    }
    line("a[" + index() + "] = x ^ y ^ (int)z ^ w;");
    line("if (gid >= 0) a[gid] = x + y;");
    text_ += "}\n";
    return text_;
  }

 private:
  static std::string number(uint64_t value) { return std::to_string(value); }

  std::string constant() {
    static const char* const kAll[] = {"0",
                                       "1",
                                       "-1",
                                       "2",
                                       "3",
                                       "7",
                                       "16",
                                       "31",
                                       "64",
                                       "255",
                                       "1000",
                                       "4095",
                                       "0x7fffffff",
                                       "(-2147483647 - 1)",
                                       "0x40000000",
                                       "0xffffffffu",
                                       "0x100000000L",
                                       "0x7fffffffffffffffL",
                                       "-4096",
                                       "0x3fffffff"};
    return random_.one_of(2) ? number(random_.below(40)) : random_.pick(kAll);
  }

  std::string leaf() {
    static const char* const kAll[] = {"gid",
                                       "lid",
                                       "x",
                                       "y",
                                       "n",
                                       "(int)m",
                                       "w",
                                       "u",
                                       "gid",
                                       "gid",
                                       "z",
                                       "(int)get_group_id(0)",
                                       "(int)get_local_size(0)",
                                       "(uint)get_global_id(0)",
                                       "(int)get_global_size(0)",
                                       "get_global_id(0)",
                                       "(short)x",
                                       "(uchar)y",
                                       "(int)f"};
    if (loops_ > 0 && random_.one_of(3)) return "i" + number(random_.below(loops_));
    return random_.one_of(4) ? constant() : random_.pick(kAll);
  }

  /// Returns an index: often in bounds, often near an edge, often anything.
  std::string index(int depth = 2) {
    if (depth == 0 || random_.one_of(3)) return leaf();
    const std::string a = index(depth - 1), b = index(depth - 1);
    switch (random_.below(16)) {
      case 0:
      case 1:
      case 2:
        return "(" + a + " + " + b + ")";
      case 3:
        return "(" + a + " - " + b + ")";
      case 4:
      case 5:
        return "(" + a + " * " + b + ")";
      case 6:
        return "(" + a + " & " + number((1U << random_.below(12)) - 1) + ")";
      case 7:
        return "(int)((uint)(" + a + ") % " + number(1 + random_.below(300)) + "u)";
      case 8:
        return "(" + a + " << " + number(random_.below(34)) + ")";
      case 9:
        return "(" + a + " >> " + number(random_.below(8)) + ")";
      case 10:
        return "index[" + a + "]";
      case 11:
        return "((int)(" + a + ") > (int)(" + b + ") ? " + a + " : " + b + ")";
      case 12:
        return "max((int)(" + a + "), (int)(" + b + "))";
      case 13:
        return "(int)(f * " + number(random_.below(100)) + ".0f + (float)(" + a + "))";
      case 14:
        return "(" + a + " / ((int)(" + b + ") | 1))";
      default:
        return "(int)b[" + a + "]";
    }
  }

  std::string global_pointer() {
    static const char* const kAll[] = {
        "a", "((global int*)b)",     "((global int*)c)", "index", "svm", "kept", "t.p", "a",
        "a", "(gid & 1 ? a : index)"};
    switch (random_.below(12)) {
      case 0:
        return "rows[" + index(1) + "]";
      case 1:
        return "((global int*)address[" + index(1) + "])";
      case 2:
        return "((global int*)(b + (" + index() + ")))";
      case 3:
        return "((global int*)((ulong)a + (ulong)(" + index() + ")))";
      case 4:
        return "(x > y ? a : svm)";
      default:
        return random_.pick(kAll);
    }
  }

  std::string type() {
    static const char* const kAll[] = {"char",   "uchar",  "short",   "int",   "int",    "float",
                                       "long",   "int2",   "int3",    "int4",  "float4", "uchar4",
                                       "char16", "double", "double2", "short8"};
    return random_.pick(kAll);
  }

  void line(const std::string& text) {
    text_ += std::string(2 + 2 * static_cast<size_t>(loops_), ' ') + text + "\n";
  }

  void collective() {
    switch (random_.below(4)) {
      case 0:
        return line("x ^= work_group_broadcast(y, (size_t)(n & 1023));");
      case 1:
        return line("y += work_group_reduce_add(x);");
      case 2:
        line("{ event_t e = async_work_group_copy(shared, a + (n * " + constant() +
             "), (size_t)(m & " + number((1U << random_.below(16)) - 1) + "), 0);");
        return line("  wait_group_events(1, &e); }");
      default:
        line("{ event_t e = async_work_group_strided_copy(a + (n - " + number(random_.below(99)) +
             "), tile, (size_t)" + number(random_.below(40)) + ", (size_t)" +
             number(random_.below(9)) + ", 0);");
        return line("  wait_group_events(1, &e); }");
    }
  }

  void loop(int depth) {
    const std::string i = "i" + number(loops_);
    static const char* const kSteps[] = {"++", " += 2", " += 3", " += 7"};
    switch (random_.below(4)) {
      case 0:
        line("for (int " + i + " = 0; " + i + " < (n & " + number((1U << random_.below(8)) - 1) +
             "); " + i + random_.pick(kSteps) + ") {");
        break;
      case 1:
        line("for (int " + i + " = " + leaf() + ", e" + i + " = 0; e" + i + " < " +
             number(1 + random_.below(40)) + "; ++e" + i + ", " + i + random_.pick(kSteps) + ") {");
        break;
      case 2:
        line("for (uint " + i + " = " + number(random_.below(70)) + "; " + i + "-- > 0;) {");
        break;
      default:
        line("for (int " + i + " = 0; " + i + " < " + number(1 + random_.below(64)) + "; " + i +
             random_.pick(kSteps) + ") {");
    }
    ++loops_;
    const size_t count = 1 + random_.below(2);
    for (size_t k = 0; k < count; ++k) statement(depth - 1);
    if (random_.one_of(4)) line("if (x == " + number(random_.below(9)) + ") break;");
    --loops_;
    line("}");
  }

  void statement(int depth) {
    if (depth > 0 && random_.one_of(3)) return loop(depth);
    if (depth > 0 && random_.one_of(4)) {
      line("if ((" + index(1) + ") " + (random_.one_of(2) ? "<" : "!=") + " (" + index(1) + ")) {");
      statement(depth - 1);
      return line("}");
    }
    access();
  }

  void access() {
    const std::string p = global_pointer(), i = index(), t = type();
    const std::string at = "((global " + t + "*)(" + p + "))[" + i + "]";
    static const char* const kAtomics[] = {"add", "sub", "xchg", "min", "max", "and", "or", "xor"};
    static const char* const kWidths[] = {"2", "3", "4", "8", "16"};
    const std::string width = random_.pick(kWidths);
    switch (random_.below(32)) {
      case 0:
      case 1:
      case 2:
        return line("x += " + p + "[" + i + "];");
      case 3:
      case 4:
      case 5:
        return line("(" + p + ")[" + i + "] = x + " + leaf() + ";");
      case 6:
        return line(at + " = (" + t + ")(x);");
      case 7:
        return line("{ " + t + " v = " + at + "; " + at + " = v; }");
      case 8:
        return line("y = atomic_" + std::string(random_.pick(kAtomics)) + "(&(" + p + ")[" + i +
                    "], x);");
      case 9:
        return line("atomic_cmpxchg(&(" + p + ")[" + i + "], x, y);");
      case 10:
        return line("x ^= vload" + width + "(" + i + ", " + p + ").s0;");
      case 11:
        return line("vstore" + width + "((int" + width + ")(x), " + i + ", " + p + ");");
      case 12:
        return line("f += vload_half(" + i + ", (global half*)(" + p + "));");
      case 13:
        return line("vstore_half(f, " + i + ", (global half*)(" + p + "));");
      case 14:
        return line("list[" + i + "] = x;");
      case 15:
        return line("x += list[" + i + "];");
      case 16:
        return line("tile[" + i + "] = y;");
      case 17:
        return line("x += tile[" + i + "] + shared[" + index(1) + "];");
      case 18:
        return line("shared[" + i + "] = x;");
      case 19:
        return line("atomic_inc(&shared[" + i + "]);");
      case 20:
        return line("x += table[" + i + "] + fixed[" + index(1) + "];");
      case 21:
        return line("x += follow(" + p + ", " + i + "); leave(" + p + ", " + index() + ", x);");
      case 22:
        return line("x += inner(list + (" + index(1) + "), " + i + ");");
      case 23:
        return line("{ global int* q = " + p + "; for (int k = 0; k < " +
                    number(1 + random_.below(50)) + "; ++k) x += *q++; *q = x; }");
      case 24:
        return line("{ float v; f += fract(f, &v) + sincos(f, (global float*)(" + p + ") + (" + i +
                    ")); x += (int)v; }");
      case 25:
        return line("t.b[" + i + "] = f; t.s[" + index(1) + "] = x; y += t.s[" + index(1) + "];");
      case 26:
        return line("((global thing*)(" + p + "))[" + i + "] = t;");
      case 27:
        return line("t = ((global thing*)(" + p + "))[" + i + "];");
      case 28:
        return line("rows[" + i + "] = " + p + ";");
      case 29:
        return line("{ int undefined; x += (" + p +
                    ")[undefined]; int4 v = (int4)(x, y, n, 7); "
                    "x += (" +
                    p + ")[v[" + index(1) + " & 3]]; }");
      case 30:
        return line("z = (long)(" + i + ") * " + constant() + "; w = (uint)x;");
      default:
        return line("index[" + i + "] = x * " + constant() + ";");
    }
  }

  Random& random_;
  std::string text_;
  unsigned loops_ = 0;
};

struct World {
  cl_device_id device = nullptr;
  cl_context context = nullptr, other = nullptr;
  cl_command_queue queue = nullptr;

  World() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int code = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    check(code, "clCreateCommandQueueWithProperties");
    cl_device_svm_capabilities svm = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm, nullptr),
          "clGetDeviceInfo");
    if (svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) fail("the device is not guarded (HEDDLE_BOUNDS=on)");
  }
};

size_t some_size(Random& random) {
  const size_t size = 1 + random.below(random.one_of(3) ? 9000 : 1100);
  return random.one_of(2) ? (size + kAlign - 1) / kAlign * kAlign : size;
}

/// An object that the kernel is not given: its bytes stay.
struct Bystander {
  std::vector<unsigned char> before;
  unsigned char* memory;
  bool is_intact() const { return std::memcmp(before.data(), memory, before.size()) == 0; }
};

Bystander bystander(Random& random, void* memory, size_t size) {
  auto* bytes = static_cast<unsigned char*>(memory);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(random.bits());
  return {std::vector<unsigned char>(bytes, bytes + size), bytes};
}

/// Runs the kernel of a seed. Returns false if it does not build, which is not counted.
bool run(World& world, uint64_t seed, bool verbose) {
  current_seed = seed;
  Random random(seed);
  current_source = Writer(random).program();
  if (verbose) std::printf("%s\n", current_source.c_str());
  const char* source = current_source.c_str();
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(world.context, 1, &source, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  static const char* const kOptions[] = {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-fast-relaxed-math",
                                         "-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable"};
  code = clBuildProgram(program, 1, &world.device, random.pick(kOptions), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    std::array<char, 4096> log{};
    clGetProgramBuildInfo(program, world.device, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(),
                          nullptr);
    fail(std::string("clBuildProgram: ") + log.data());
  }
  cl_kernel kernel = clCreateKernel(program, "test", &code);
  check(code, "clCreateKernel");

  constexpr size_t kObjects = 5;  // a, b, c, index, fixed
  std::vector<std::unique_ptr<Island>> islands;
  std::vector<cl_mem> buffers;
  for (size_t i = 0; i < kObjects; ++i) {
    islands.push_back(std::make_unique<Island>(random, some_size(random)));
    Island& island = *islands.back();
    for (size_t k = 0; k < island.size(); ++k)
      island.data()[k] = static_cast<unsigned char>(i != 3       ? random.bits()
                                                    : k % 4 == 0 ? random.bits()
                                                    : k % 4 == 1 ? random.below(8)
                                                                 : 0);
    if (i == 3 && random.one_of(2))
      for (size_t k = 0; k < island.size() / 16; ++k)
        island.data()[random.below(island.size())] = static_cast<unsigned char>(random.bits());
    buffers.push_back(
        clCreateBuffer(world.context, CL_MEM_USE_HOST_PTR, island.size(), island.data(), &code));
    check(code, "clCreateBuffer");
  }
  // A sub-buffer in place of `a`, now and then: the rest of the buffer is nobody's.
  Bystander parent_rest{};
  std::vector<unsigned char> parent_bytes;
  cl_mem sub = nullptr;
  size_t sub_begin = 0, sub_size = 0;
  if (random.one_of(3) && islands[0]->size() > 2 * kAlign) {
    sub_begin = kAlign * random.below(islands[0]->size() / kAlign - 1);
    sub_size = 1 + random.below(islands[0]->size() - sub_begin);
    const cl_buffer_region region{sub_begin, sub_size};
    sub = clCreateSubBuffer(buffers[0], 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
    parent_bytes.assign(islands[0]->data(), islands[0]->data() + islands[0]->size());
  }
  const size_t svm_size = some_size(random);
  auto* svm = static_cast<unsigned char*>(
      clSVMAlloc(world.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, svm_size, 0));
  void* theirs =
      clSVMAlloc(world.other, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, svm_size, 0);
  if (!svm || !theirs) fail("clSVMAlloc");
  for (size_t i = 0; i < svm_size; ++i) svm[i] = static_cast<unsigned char>(random.bits());
  const Bystander foreign = bystander(random, theirs, svm_size);
  Island hosts(random, some_size(random));
  const Bystander host = bystander(random, hosts.data(), hosts.size());

  // Addresses that the kernel finds in memory.
  Island list(random, 8 * (1 + random.below(40)));
  for (size_t i = 0; i < list.size() / 8; ++i) {
    uint64_t address = 0;
    switch (random.below(6)) {
      case 0:
      case 1:
        address = reinterpret_cast<uint64_t>(svm) + random.below(svm_size);
        break;
      case 2:
        address = reinterpret_cast<uint64_t>(theirs);
        break;
      case 3:
        address = reinterpret_cast<uint64_t>(hosts.data());
        break;
      case 4:
        address = random.bits() >> random.below(64);
        break;
      default:
        address = reinterpret_cast<uint64_t>(islands[1]->data());
    }
    std::memcpy(list.data() + 8 * i, &address, sizeof(address));
  }
  cl_mem addresses =
      clCreateBuffer(world.context, CL_MEM_USE_HOST_PTR, list.size(), list.data(), &code);
  check(code, "clCreateBuffer");

  const size_t local_bytes = 4 * (1 + random.below(300));
  const cl_int n = static_cast<cl_int>(random.one_of(4) ? random.bits() : random.below(300));
  const cl_long m = static_cast<cl_long>(random.bits() >> random.below(64));
  const cl_uint u = static_cast<cl_uint>(random.bits() >> random.below(32));
  cl_mem* const first = sub ? &sub : &buffers[0];
  check(clSetKernelArg(kernel, 0, sizeof(cl_mem), first), "clSetKernelArg");
  for (cl_uint i = 1; i < 4; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  check(clSetKernelArg(kernel, 4, sizeof(cl_mem), &addresses), "clSetKernelArg");
  check(clSetKernelArg(kernel, 5, local_bytes, nullptr), "clSetKernelArg");
  check(clSetKernelArgSVMPointer(kernel, 6, random.one_of(8) ? hosts.data() : svm),
        "clSetKernelArgSVMPointer");
  check(clSetKernelArg(kernel, 7, sizeof(cl_mem), &buffers[4]), "clSetKernelArg");
  check(clSetKernelArg(kernel, 8, sizeof(n), &n), "clSetKernelArg");
  check(clSetKernelArg(kernel, 9, sizeof(m), &m), "clSetKernelArg");
  check(clSetKernelArg(kernel, 10, sizeof(u), &u), "clSetKernelArg");
  for (int launch = 0; launch < 2; ++launch) {
    const size_t local = 1 + random.below(random.one_of(2) ? 64 : 200);
    const size_t global = launch == 0 ? local * (1 + random.below(4)) : 1 + random.below(500);
    check(clEnqueueNDRangeKernel(world.queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(world.queue), "clFinish");
  }
  for (const auto& island : islands)
    if (!island->is_intact()) fail("bytes around a buffer have changed");
  if (!list.is_intact() || !hosts.is_intact()) fail("bytes around memory have changed");
  if (!foreign.is_intact()) fail("memory of another context has changed");
  if (!host.is_intact()) fail("memory of the host's has changed");
  // An address that is made of a number may be of any buffer of the context, the whole one too.
  if (current_source.find("(ulong)a +") != std::string::npos) parent_bytes.clear();
  for (size_t i = 0; i < parent_bytes.size(); ++i)
    if ((i < sub_begin || i >= sub_begin + sub_size) && parent_bytes[i] != islands[0]->data()[i])
      fail("bytes beside a sub-buffer have changed");

  if (sub) clReleaseMemObject(sub);
  clReleaseMemObject(addresses);
  for (cl_mem each : buffers) clReleaseMemObject(each);
  clSVMFree(world.context, svm);
  clSVMFree(world.other, theirs);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Random kernels that access anything, guarded");
  uint64_t first = 1, count = 50;
  bool verbose = false;
  app.add_option("--first", first, "the first seed");
  app.add_option("--count", count, "the number of seeds");
  app.add_flag("--verbose", verbose, "print the kernels");
  CLI11_PARSE(app, argc, argv);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
  World world;
  for (uint64_t seed = first; seed < first + count; ++seed) run(world, seed, verbose);
  std::printf("%llu kernels, not one byte outside of their objects\n",
              static_cast<unsigned long long>(count));
  return 0;
}
