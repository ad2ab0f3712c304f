// SPDX-License-Identifier: Apache-2.0
// Legal commands by chance on buffers and sub-buffers, over queues of both orders, with just the
// dependencies that they need, beside a model on the host: what is read must be what the model has.
#include <CL/cl.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <vector>

namespace {

std::mt19937_64 choices;

size_t below(size_t bound) {
  return bound ? choices() % bound : 0;
}

void expect(cl_int code, const char* call) {
  if (code == CL_SUCCESS) return;
  std::fprintf(stderr, "%s returned %d\n", call, code);
  std::exit(1);
}
#define EXPECT_SUCCESS(call) expect(call, #call)

/// An event that is released with the last one who waits for it.
using Event = std::shared_ptr<std::remove_pointer_t<cl_event>>;

/// Bytes of a buffer, here and there; what wrote to them last, and who has read them since.
struct Store {
  cl_mem buffer = nullptr;
  std::vector<unsigned char> bytes;
  Event written;
  std::vector<Event> read;
};

/// A store, or a part of it, as commands see it.
struct View {
  Store* store;
  cl_mem buffer;
  size_t offset, size;
  unsigned char* bytes() const { return store->bytes.data() + offset; }
};

struct Read {
  Event done;
  std::vector<unsigned char> found, expected;
};

const char* const kSource = R"(
kernel void add(global uchar* to, global const uchar* from, uint to_at, uint from_at, uchar more) {
  size_t i = get_global_id(0);
  to[to_at + i] = to[to_at + i] * 3 + from[from_at + i] + more;
}
kernel void turn(global uchar* to, uint at, local uchar* all) {
  size_t i = get_local_id(0), n = get_local_size(0), first = at + get_group_id(0) * n;
  all[i] = to[first + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[first + i] = all[n - 1 - i];
}
)";

class Torture {
 public:
  Torture();
  void step();
  void check_all();
  uint64_t steps() const { return steps_; }

 private:
  struct Dependencies {
    std::vector<cl_event> list;
    cl_uint count() const { return static_cast<cl_uint>(list.size()); }
    const cl_event* data() const { return list.empty() ? nullptr : list.data(); }
  };
  Dependencies before(std::initializer_list<Store*> read, Store* written);
  void after(cl_event event, std::initializer_list<Store*> read, Store* written);
  View any_view();
  void renew(Store& store);
  void check(Read& read);

  void write(View view);
  void read(View view);
  void fill(View view);
  void copy(View to, View from);
  void map(View view);
  void add(View to, View from);
  void turn(View view);
  cl_command_queue queue() { return queues_[below(3)]; }

  cl_context context_ = nullptr;
  cl_command_queue queues_[3] = {};
  cl_kernel add_ = nullptr, turn_ = nullptr;
  std::vector<std::unique_ptr<Store>> stores_;
  std::vector<View> views_;
  std::deque<std::vector<unsigned char>> sources_;  // of writes that may not have run
  std::deque<Read> reads_;
  uint64_t steps_ = 0;
};

Torture::Torture() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  EXPECT_SUCCESS(clGetPlatformIDs(1, &platform, nullptr));
  EXPECT_SUCCESS(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_int error = 0;
  context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  expect(error, "clCreateContext");
  const cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  for (int i = 0; i < 3; ++i) {
    queues_[i] =
        clCreateCommandQueueWithProperties(context_, device, i == 0 ? nullptr : any_order, &error);
    expect(error, "clCreateCommandQueueWithProperties");
  }
  const char* source = kSource;
  cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
  EXPECT_SUCCESS(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr));
  add_ = clCreateKernel(program, "add", &error);
  expect(error, "clCreateKernel");
  turn_ = clCreateKernel(program, "turn", &error);
  expect(error, "clCreateKernel");
  clReleaseProgram(program);
  for (int i = 0; i < 5; ++i) {
    stores_.push_back(std::make_unique<Store>());
    renew(*stores_.back());
  }
}

/// Another buffer with other bytes; commands on the old one may not have run.
void Torture::renew(Store& store) {
  std::erase_if(views_, [&](const View& view) {
    if (view.store != &store) return false;
    if (view.buffer != store.buffer) clReleaseMemObject(view.buffer);
    return true;
  });
  if (store.buffer) clReleaseMemObject(store.buffer);
  store.bytes.resize(4096 + below(4) * below(100000));
  for (unsigned char& byte : store.bytes) byte = static_cast<unsigned char>(choices());
  cl_int error = 0;
  store.buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                store.bytes.size(), store.bytes.data(), &error);
  expect(error, "clCreateBuffer");
  store.written = nullptr;
  store.read.clear();
  views_.push_back({&store, store.buffer, 0, store.bytes.size()});
  for (int i = 0; i < 2; ++i) {
    const size_t offset = below(store.bytes.size() / 128 - 2) * 128;
    const cl_buffer_region region{offset, 1 + below(store.bytes.size() - offset)};
    const cl_mem part = clCreateSubBuffer(store.buffer, CL_MEM_READ_WRITE,
                                          CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    expect(error, "clCreateSubBuffer");
    views_.push_back({&store, part, region.origin, region.size});
  }
}

/// A part of a view, for one command.
View Torture::any_view() {
  return views_[below(views_.size())];
}

Torture::Dependencies Torture::before(std::initializer_list<Store*> read, Store* written) {
  Dependencies all;
  const auto add = [&](const Event& event) {
    if (event && std::ranges::find(all.list, event.get()) == all.list.end())
      all.list.push_back(event.get());
  };
  for (Store* store : read) add(store->written);
  if (!written) return all;
  add(written->written);
  for (const Event& event : written->read) add(event);
  return all;
}

void Torture::after(cl_event event, std::initializer_list<Store*> read, Store* written) {
  const Event shared(event, clReleaseEvent);
  for (Store* store : read) store->read.push_back(shared);
  if (!written) return;
  written->written = shared;
  written->read.clear();
}

void Torture::write(View view) {
  const size_t offset = below(view.size), size = 1 + below(view.size - offset);
  std::vector<unsigned char>& source = sources_.emplace_back(size);
  for (unsigned char& byte : source) byte = static_cast<unsigned char>(choices());
  const auto wait = before({}, view.store);
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueWriteBuffer(queue(), view.buffer, below(8) == 0, offset, size,
                                      source.data(), wait.count(), wait.data(), &event));
  after(event, {}, view.store);
  std::ranges::copy(source, view.bytes() + offset);
}

void Torture::read(View view) {
  const size_t offset = below(view.size), size = 1 + below(view.size - offset);
  Read& read = reads_.emplace_back();
  read.found.resize(size);
  read.expected.assign(view.bytes() + offset, view.bytes() + offset + size);
  const auto wait = before({view.store}, nullptr);
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueReadBuffer(queue(), view.buffer, below(4) == 0, offset, size,
                                     read.found.data(), wait.count(), wait.data(), &event));
  after(event, {view.store}, nullptr);
  read.done = view.store->read.back();
}

void Torture::fill(View view) {
  const size_t width = size_t{1} << below(5);
  if (view.size < 2 * width) return;
  const size_t offset = below(view.size / width - 1) * width;
  const size_t size = (1 + below((view.size - offset) / width - 1)) * width;
  unsigned char pattern[16];
  for (unsigned char& byte : pattern) byte = static_cast<unsigned char>(choices());
  const auto wait = before({}, view.store);
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueFillBuffer(queue(), view.buffer, pattern, width, offset, size,
                                     wait.count(), wait.data(), &event));
  after(event, {}, view.store);
  for (size_t i = 0; i < size; ++i) view.bytes()[offset + i] = pattern[i % width];
}

void Torture::copy(View to, View from) {
  const size_t size = 1 + below(std::min(to.size, from.size));
  const size_t at = below(to.size - size + 1), source = below(from.size - size + 1);
  const size_t a = to.offset + at, b = from.offset + source;
  if (to.store == from.store && a < b + size && b < a + size) return;  // an error (§5.2.3)
  const auto wait = before({from.store}, to.store);
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueCopyBuffer(queue(), from.buffer, to.buffer, source, at, size,
                                     wait.count(), wait.data(), &event));
  after(event, {from.store}, to.store);
  std::copy_n(from.bytes() + source, size, to.bytes() + at);
}

void Torture::map(View view) {
  const size_t offset = below(view.size), size = 1 + below(view.size - offset);
  const auto wait = before({view.store}, view.store);
  const cl_command_queue on = queue();
  cl_int error = 0;
  auto* const bytes = static_cast<unsigned char*>(
      clEnqueueMapBuffer(on, view.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, offset, size,
                         wait.count(), wait.data(), nullptr, &error));
  expect(error, "clEnqueueMapBuffer");
  if (!std::equal(bytes, bytes + size, view.bytes() + offset)) {
    std::fprintf(stderr, "what was mapped is wrong\n");
    std::exit(1);
  }
  for (size_t i = 0; i < size; i += 1 + below(64))
    bytes[i] = view.bytes()[offset + i] = static_cast<unsigned char>(choices());
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueUnmapMemObject(on, view.buffer, bytes, 0, nullptr, &event));
  after(event, {}, view.store);
}

void Torture::add(View to, View from) {
  const size_t size = 1 + below(std::min({to.size, from.size, size_t{20000}}));
  const auto at = static_cast<cl_uint>(below(to.size - size + 1));
  const auto source = static_cast<cl_uint>(below(from.size - size + 1));
  const size_t a = to.offset + at, b = from.offset + source;
  if (to.store == from.store && a < b + size && b < a + size) return;  // a race
  const auto more = static_cast<cl_uchar>(choices());
  EXPECT_SUCCESS(clSetKernelArg(add_, 0, sizeof(to.buffer), &to.buffer));
  EXPECT_SUCCESS(clSetKernelArg(add_, 1, sizeof(from.buffer), &from.buffer));
  EXPECT_SUCCESS(clSetKernelArg(add_, 2, sizeof(at), &at));
  EXPECT_SUCCESS(clSetKernelArg(add_, 3, sizeof(source), &source));
  EXPECT_SUCCESS(clSetKernelArg(add_, 4, sizeof(more), &more));
  const auto wait = before({from.store, to.store}, to.store);
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueNDRangeKernel(queue(), add_, 1, nullptr, &size, nullptr, wait.count(),
                                        wait.data(), &event));
  after(event, {from.store}, to.store);
  for (size_t i = 0; i < size; ++i) {
    unsigned char& byte = to.bytes()[at + i];
    byte = static_cast<unsigned char>(byte * 3 + from.bytes()[source + i] + more);
  }
}

void Torture::turn(View view) {
  const size_t local = 1 + below(64), groups = below(view.size / local);
  if (groups == 0) return;
  const size_t size = local * groups;
  const auto at = static_cast<cl_uint>(below(view.size - size + 1));
  EXPECT_SUCCESS(clSetKernelArg(turn_, 0, sizeof(view.buffer), &view.buffer));
  EXPECT_SUCCESS(clSetKernelArg(turn_, 1, sizeof(at), &at));
  EXPECT_SUCCESS(clSetKernelArg(turn_, 2, local, nullptr));
  const auto wait = before({}, view.store);
  cl_event event = nullptr;
  EXPECT_SUCCESS(clEnqueueNDRangeKernel(queue(), turn_, 1, nullptr, &size, &local, wait.count(),
                                        wait.data(), &event));
  after(event, {}, view.store);
  for (unsigned char* group = view.bytes() + at; group != view.bytes() + at + size; group += local)
    std::reverse(group, group + local);
}

void Torture::check(Read& read) {
  cl_event event = read.done.get();
  EXPECT_SUCCESS(clWaitForEvents(1, &event));
  if (read.found == read.expected) return;
  const auto at = std::ranges::mismatch(read.found, read.expected).in1 - read.found.begin();
  std::fprintf(stderr, "after %llu steps byte %td of %zu is %d, not %d\n",
               static_cast<unsigned long long>(steps_), at, read.found.size(),
               read.found[static_cast<size_t>(at)], read.expected[static_cast<size_t>(at)]);
  std::exit(1);
}

void Torture::check_all() {
  for (Read& each : reads_) check(each);
  reads_.clear();
  for (const cl_command_queue each : queues_) EXPECT_SUCCESS(clFinish(each));
  sources_.clear();
}

void Torture::step() {
  ++steps_;
  switch (below(12)) {
    case 0:
      return renew(*stores_[below(stores_.size())]);
    case 1:
    case 2:
      return write(any_view());
    case 3:
    case 4:
      return read(any_view());
    case 5:
      return fill(any_view());
    case 6:
      return map(any_view());
    case 7:
    case 8:
      return add(any_view(), any_view());
    case 9:
      return turn(any_view());
    default:
      return copy(any_view(), any_view());
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs legal commands beside a model of them on the host.");
  uint64_t seed = 1;
  double seconds = 5;
  app.add_option("--seed", seed, "of all choices")->capture_default_str();
  app.add_option("--seconds", seconds, "how long")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  choices.seed(seed);
  Torture torture;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    for (size_t left = 1 + below(60); left > 0; --left) torture.step();
    torture.check_all();
  }
  std::printf("%llu commands\n", static_cast<unsigned long long>(torture.steps()));
  return 0;
}
