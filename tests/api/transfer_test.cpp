// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>

#include "command_test.h"

namespace {

using Bytes = std::vector<unsigned char>;
using Triple = std::array<size_t, 3>;

Bytes Pattern(size_t size, unsigned seed = 1) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 31 + i / 256 + seed);
  return bytes;
}

class TransferTest : public CommandTest {
 protected:
  cl_int ReadTo(cl_mem buffer, size_t offset, size_t size, void* ptr, cl_bool blocking = CL_TRUE) {
    return clEnqueueReadBuffer(queue, buffer, blocking, offset, size, ptr, 0, nullptr, nullptr);
  }
  Mem HostBuffer(Bytes& memory) {
    cl_int error = -1;
    Mem made = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, memory.size(), memory.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int WriteFrom(cl_mem buffer, size_t offset, size_t size, const void* ptr,
                   cl_bool blocking = CL_TRUE) {
    return clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, ptr, 0, nullptr, nullptr);
  }
};

// Below and above what is copied directly, on one thread, and in chunks.
constexpr size_t kSizes[] = {1, 100, 4096, 100'000, 1'000'000, (3 << 20) + 17, 20 << 20};

TEST_F(TransferTest, ReadsWritesAndCopiesAllSizes) {
  for (size_t size : kSizes) {
    const Bytes data = Pattern(size);
    Mem a = Buffer(size), b = Buffer(size);
    Bytes back(size);
    EXPECT_EQ(WriteFrom(a, 0, size, data.data()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, size, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(ReadTo(b, 0, size, back.data()), CL_SUCCESS);
    EXPECT_TRUE(back == data) << size;
    const Bytes other = Pattern(size, 77);
    EXPECT_EQ(WriteFrom(a, 0, size, other.data(), CL_FALSE), CL_SUCCESS);
    EXPECT_EQ(ReadTo(a, 0, size, back.data(), CL_FALSE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_TRUE(back == other) << size;
  }
}

// Host memory and buffer lie differently in their cache lines; nothing beside is written.
TEST_F(TransferTest, UnalignedOnEitherSide) {
  constexpr size_t kRoom = 400'000;
  const Bytes data = Pattern(kRoom), blank(kRoom, 0xee);
  for (const size_t size : {size_t{5000}, size_t{60'001}, size_t{300'003}}) {
    for (const size_t at : {size_t{1}, size_t{16}, size_t{63}, size_t{64}}) {
      Mem buffer = Buffer(blank);
      Bytes expected = blank, back = blank, seen(kRoom);
      std::copy_n(data.begin() + 7, size, expected.begin() + static_cast<ptrdiff_t>(at));
      EXPECT_EQ(WriteFrom(buffer, at, size, data.data() + 7), CL_SUCCESS);
      EXPECT_EQ(ReadTo(buffer, 0, kRoom, seen.data()), CL_SUCCESS);
      EXPECT_TRUE(seen == expected) << size << " at " << at;
      EXPECT_EQ(ReadTo(buffer, at, size, back.data() + 16), CL_SUCCESS);
      expected = blank;
      std::copy_n(data.begin() + 7, size, expected.begin() + 16);
      EXPECT_TRUE(back == expected) << size << " at " << at;
    }
  }
}

// The host region overlaps the buffer's own: what is read is what was there before.
TEST_F(TransferTest, HostRegionsThatOverlapTheBuffer) {
  for (const size_t size :
       {size_t{100}, size_t{5000}, size_t{60'001}, size_t{300'003}, size_t{3} << 20}) {
    for (const size_t apart : {size_t{1}, size_t{64}, size_t{4096}, size_t{100'000}}) {
      for (const bool forward : {true, false}) {
        for (const bool write : {true, false}) {
          for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
            Bytes memory = Pattern(size + apart), expected = memory;
            const size_t from = forward ? 0 : apart, to = forward ? apart : 0;
            std::memmove(expected.data() + to, expected.data() + from, size);
            Mem buffer = HostBuffer(memory);
            EXPECT_EQ(write ? WriteFrom(buffer, to, size, memory.data() + from, blocking)
                            : ReadTo(buffer, from, size, memory.data() + to, blocking),
                      CL_SUCCESS);
            EXPECT_EQ(clFinish(queue), CL_SUCCESS);
            ASSERT_TRUE(memory == expected)
                << size << " by " << apart << (forward ? " on" : " back")
                << (write ? " written" : " read");
          }
        }
      }
    }
  }
}

// Released right after it was enqueued: a command keeps what it works on until its end.
TEST_F(TransferTest, CommandsKeepTheirBuffers) {
  const Triple zero{}, region{16, 4, 1};
  constexpr size_t kPitch = 32, kSize = 4096;
  Bytes host(kSize);
  using Enqueue = std::function<cl_int(cl_mem, cl_mem, const cl_event*)>;
  const Enqueue commands[] = {
      [&](cl_mem a, cl_mem, const cl_event* gate) {
        return clEnqueueReadBuffer(queue, a, CL_FALSE, 0, kSize, host.data(), 1, gate, nullptr);
      },
      [&](cl_mem a, cl_mem, const cl_event* gate) {
        return clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, kSize, host.data(), 1, gate, nullptr);
      },
      [&](cl_mem a, cl_mem, const cl_event* gate) {
        return clEnqueueReadBufferRect(queue, a, CL_FALSE, zero.data(), zero.data(), region.data(),
                                       kPitch, 0, 0, 0, host.data(), 1, gate, nullptr);
      },
      [&](cl_mem a, cl_mem, const cl_event* gate) {
        return clEnqueueWriteBufferRect(queue, a, CL_FALSE, zero.data(), zero.data(), region.data(),
                                        kPitch, 0, 0, 0, host.data(), 1, gate, nullptr);
      },
      [&](cl_mem a, cl_mem b, const cl_event* gate) {
        return clEnqueueCopyBuffer(queue, a, b, 0, 0, kSize, 1, gate, nullptr);
      },
      [&](cl_mem a, cl_mem b, const cl_event* gate) {
        return clEnqueueCopyBufferRect(queue, a, b, zero.data(), zero.data(), region.data(), kPitch,
                                       0, 0, 0, 1, gate, nullptr);
      },
      [&](cl_mem a, cl_mem, const cl_event* gate) {
        return clEnqueueFillBuffer(queue, a, host.data(), 4, 0, kSize, 1, gate, nullptr);
      },
  };
  for (size_t i = 0; i < std::size(commands); ++i) {
    std::atomic<int> gone{0};
    const bool both = i == 4 || i == 5;
    Event gate = UserEvent();
    {
      Mem a = Buffer(kSize), b = Buffer(kSize);
      for (const cl_mem each : {static_cast<cl_mem>(a), static_cast<cl_mem>(b)}) {
        if (each == b && !both) continue;
        EXPECT_EQ(
            clSetMemObjectDestructorCallback(
                each, [](cl_mem, void* gone) { ++*static_cast<std::atomic<int>*>(gone); }, &gone),
            CL_SUCCESS);
      }
      const cl_event wait = gate;
      EXPECT_EQ(commands[i](a, b, &wait), CL_SUCCESS) << i;
    }
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    EXPECT_EQ(gone, 0) << i;
    Open(gate);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(gone, both ? 2 : 1) << i;
  }
}

TEST_F(TransferTest, CommandTypes) {
  Mem a = Buffer(64), b = Buffer(64);
  Bytes host(64);
  const Triple zero{}, region{4, 2, 1};
  std::array<Event, 7> events;
  for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, a, blocking, 0, 64, host.data(), 0, nullptr, events[0].out()),
        CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueWriteBuffer(queue, a, blocking, 0, 64, host.data(), 0, nullptr, events[1].out()),
        CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBufferRect(queue, a, blocking, zero.data(), zero.data(), region.data(),
                                      8, 0, 0, 0, host.data(), 0, nullptr, events[2].out()),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, a, blocking, zero.data(), zero.data(), region.data(),
                                       0, 0, 0, 0, host.data(), 0, nullptr, events[3].out()),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, 64, 0, nullptr, events[4].out()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, a, b, zero.data(), zero.data(), region.data(), 0, 0, 0,
                                      0, 0, nullptr, events[5].out()),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueFillBuffer(queue, a, host.data(), 4, 0, 64, 0, nullptr, events[6].out()),
              CL_SUCCESS);
    const cl_command_type types[] = {CL_COMMAND_READ_BUFFER,      CL_COMMAND_WRITE_BUFFER,
                                     CL_COMMAND_READ_BUFFER_RECT, CL_COMMAND_WRITE_BUFFER_RECT,
                                     CL_COMMAND_COPY_BUFFER,      CL_COMMAND_COPY_BUFFER_RECT,
                                     CL_COMMAND_FILL_BUFFER};
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(EventInfo<cl_command_type>(events[i], CL_EVENT_COMMAND_TYPE), types[i]);
      if (blocking && i < 4) EXPECT_EQ(StatusOf(events[i]), CL_COMPLETE);
    }
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(TransferTest, OutOfBoundsInEveryWay) {
  Mem a = Buffer(64), b = Buffer(32);
  Bytes host(256);
  const struct {
    size_t offset, size;
  } outside[] = {
      {0, 65}, {64, 1}, {65, 0}, {SIZE_MAX, 1}, {SIZE_MAX, 2}, {1, SIZE_MAX}, {SIZE_MAX, SIZE_MAX}};
  for (const auto& c : outside) {
    for (const cl_bool blocking : {CL_TRUE, CL_FALSE}) {
      EXPECT_EQ(ReadTo(a, c.offset, c.size, host.data(), blocking), CL_INVALID_VALUE);
      EXPECT_EQ(WriteFrom(a, c.offset, c.size, host.data(), blocking), CL_INVALID_VALUE);
    }
    EXPECT_EQ(clEnqueueFillBuffer(queue, a, host.data(), 1, c.offset, c.size, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, c.offset, 0, c.size, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueCopyBuffer(queue, b, a, 0, c.offset, c.size, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
  }
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, 33, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(ReadTo(a, 0, 64, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(WriteFrom(a, 0, 64, nullptr), CL_INVALID_VALUE);
}

TEST_F(TransferTest, ZeroSizeIsACommand) {
  Mem a = Buffer(64), b = Buffer(64);
  Bytes host(64);
  EXPECT_EQ(ReadTo(a, 0, 0, host.data()), CL_SUCCESS);
  EXPECT_EQ(WriteFrom(a, 64, 0, host.data()), CL_SUCCESS);
  Event gate = UserEvent(), event, filled;
  const cl_event wait = gate;
  EXPECT_EQ(clEnqueueCopyBuffer(OutOfOrder(), a, b, 64, 64, 0, 1, &wait, event.out()), CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillBuffer(OutOfOrder(), a, host.data(), 4, 8, 0, 1, &wait, filled.out()),
            CL_SUCCESS);
  EXPECT_EQ(clFlush(OutOfOrder()), CL_SUCCESS);
  LetOthersRun();
  EXPECT_EQ(StatusOf(event), CL_SUBMITTED);
  Open(gate);
  EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
  EXPECT_EQ(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(StatusOf(filled), CL_COMPLETE);
}

TEST_F(TransferTest, OverlappingCopies) {
  Mem a = Buffer(256);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 0, 0, 16, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 0, 15, 16, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 15, 0, 16, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 0, 16, 16, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, a, 16, 0, 16, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(TransferTest, HostAccessFlags) {
  Bytes host(64);
  const Triple zero{}, region{4, 2, 1};
  for (const cl_mem_flags flag :
       {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    Mem a = Buffer(64, CL_MEM_READ_WRITE | flag);
    const cl_int read = flag == CL_MEM_HOST_READ_ONLY ? CL_SUCCESS : CL_INVALID_OPERATION;
    const cl_int write = flag == CL_MEM_HOST_WRITE_ONLY ? CL_SUCCESS : CL_INVALID_OPERATION;
    EXPECT_EQ(ReadTo(a, 0, 64, host.data()), read);
    EXPECT_EQ(WriteFrom(a, 0, 64, host.data()), write);
    EXPECT_EQ(clEnqueueReadBufferRect(queue, a, CL_TRUE, zero.data(), zero.data(), region.data(), 0,
                                      0, 0, 0, host.data(), 0, nullptr, nullptr),
              read);
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, a, CL_TRUE, zero.data(), zero.data(), region.data(),
                                       0, 0, 0, 0, host.data(), 0, nullptr, nullptr),
              write);
    EXPECT_EQ(clEnqueueFillBuffer(queue, a, host.data(), 1, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
}

TEST_F(TransferTest, FillsEveryPatternSize) {
  for (size_t size : {size_t{1}, size_t{2}, size_t{4}, size_t{8}, size_t{16}, size_t{32},
                      size_t{64}, size_t{128}}) {
    for (size_t length : {size_t{0}, size, 7 * size, size_t{4096}, size_t{(2 << 20) + 384}}) {
      Bytes pattern = Pattern(size, static_cast<unsigned>(size)), expected(length + 2 * size, 0xee);
      Mem buffer = Buffer(expected);
      EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, pattern.data(), size, size, length, 0, nullptr,
                                    nullptr),
                CL_SUCCESS);
      for (size_t i = 0; i < length; ++i) expected[size + i] = pattern[i % size];
      std::ranges::fill(pattern, 0);  // it was copied
      EXPECT_TRUE(Read<unsigned char>(buffer, expected.size()) == expected)
          << size << " " << length;
    }
  }
}

TEST_F(TransferTest, FillRejects) {
  Mem buffer = Buffer(512);
  Bytes pattern(256);
  const auto fill = [&](const void* p, size_t pattern_size, size_t offset, size_t size) {
    return clEnqueueFillBuffer(queue, buffer, p, pattern_size, offset, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, 4, 0, 16), CL_INVALID_VALUE);
  for (size_t bad : {0, 3, 5, 12, 129, 256})
    EXPECT_EQ(fill(pattern.data(), bad, 0, 256), CL_INVALID_VALUE) << bad;
  EXPECT_EQ(fill(pattern.data(), 4, 2, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(pattern.data(), 4, 0, 18), CL_INVALID_VALUE);
  EXPECT_EQ(fill(pattern.data(), 4, SIZE_MAX - 3, 4), CL_INVALID_VALUE);
}

// ---- Rectangles.

struct Rect {
  Triple origin;
  size_t row, slice;
  size_t At(const Triple& region, size_t y, size_t z) const {
    const size_t r = row ? row : region[0], s = slice ? slice : region[1] * r;
    return (origin[2] + z) * s + (origin[1] + y) * r + origin[0];
  }
};

void CopyRect(Bytes& to, const Rect& t, const Bytes& from, const Rect& f, const Triple& region) {
  for (size_t z = 0; z < region[2]; ++z) {
    for (size_t y = 0; y < region[1]; ++y) {
      std::memcpy(&to[t.At(region, y, z)], &from[f.At(region, y, z)], region[0]);
    }
  }
}

TEST_F(TransferTest, RectanglesOfAllShapes) {
  std::mt19937 random(7);
  const auto pick = [&](size_t low, size_t high) { return low + random() % (high - low + 1); };
  for (int round = 0; round < 200; ++round) {
    const size_t scale = round % 50 == 49 ? 40 : 1;  // some in several chunks
    const Triple region{pick(1, 40) * scale, pick(1, 12) * scale, pick(1, 5)};
    const auto rect = [&] {
      Rect r{{pick(0, 9), pick(0, 5), pick(0, 3)}, 0, 0};
      if (pick(0, 1)) r.row = region[0] + pick(0, 20);
      const size_t row = r.row ? r.row : region[0];
      if (pick(0, 1)) r.slice = row * (region[1] + pick(0, 4));
      return r;
    };
    const Rect a = rect(), b = rect();
    const auto bytes_of = [&](const Rect& r) {
      return r.At(region, region[1] - 1, region[2] - 1) + region[0];
    };
    Bytes host = Pattern(bytes_of(a)), device = Pattern(bytes_of(b), 99);
    Mem buffer = Buffer(device);
    const cl_bool blocking = pick(0, 1) ? CL_TRUE : CL_FALSE;
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, buffer, blocking, b.origin.data(), a.origin.data(),
                                       region.data(), b.row, b.slice, a.row, a.slice, host.data(),
                                       0, nullptr, nullptr),
              CL_SUCCESS);
    CopyRect(device, b, host, a, region);
    EXPECT_TRUE(Read<unsigned char>(buffer, device.size()) == device);

    Mem other = Buffer(host);
    EXPECT_EQ(
        clEnqueueCopyBufferRect(queue, buffer, other, b.origin.data(), a.origin.data(),
                                region.data(), b.row, b.slice, a.row, a.slice, 0, nullptr, nullptr),
        CL_SUCCESS);
    Bytes expected = host;
    CopyRect(expected, a, device, b, region);
    EXPECT_TRUE(Read<unsigned char>(other, expected.size()) == expected);

    Bytes read = Pattern(bytes_of(a), 5);
    expected = read;
    EXPECT_EQ(clEnqueueReadBufferRect(queue, buffer, blocking, b.origin.data(), a.origin.data(),
                                      region.data(), b.row, b.slice, a.row, a.slice, read.data(), 0,
                                      nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    CopyRect(expected, a, device, b, region);
    EXPECT_TRUE(read == expected);
  }
}

TEST_F(TransferTest, RectanglesReject) {
  Mem buffer = Buffer(1024);
  Bytes host(4096);
  const Triple zero{}, region{8, 4, 2};
  const auto all = [&](const size_t* origin, const size_t* shape, size_t row, size_t slice,
                       cl_int expected) {
    const auto* o = origin;
    void* p = host.data();
    Mem other = Buffer(1024);
    EXPECT_EQ(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, o, zero.data(), shape, row, slice, 0,
                                      0, p, 0, nullptr, nullptr),
              expected);
    EXPECT_EQ(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, o, zero.data(), shape, row, slice, 0,
                                       0, p, 0, nullptr, nullptr),
              expected);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, buffer, other, o, zero.data(), shape, row, slice, 0, 0,
                                      0, nullptr, nullptr),
              expected);
    EXPECT_EQ(clEnqueueCopyBufferRect(queue, other, buffer, zero.data(), o, shape, 0, 0, row, slice,
                                      0, nullptr, nullptr),
              expected);
  };
  all(zero.data(), region.data(), 0, 0, CL_SUCCESS);
  all(zero.data(), region.data(), 8, 32, CL_SUCCESS);
  all(nullptr, region.data(), 0, 0, CL_INVALID_VALUE);
  all(zero.data(), nullptr, 0, 0, CL_INVALID_VALUE);
  for (size_t i = 0; i < 3; ++i) {
    Triple flat = region;
    flat[i] = 0;
    all(zero.data(), flat.data(), 0, 0, CL_INVALID_VALUE);
    Triple far{};
    far[i] = SIZE_MAX;
    all(far.data(), region.data(), 0, 0, CL_INVALID_VALUE);
    Triple wide = region;
    wide[i] = SIZE_MAX;
    all(zero.data(), wide.data(), 0, 0, CL_INVALID_VALUE);
  }
  all(zero.data(), region.data(), 7, 0, CL_INVALID_VALUE);
  all(zero.data(), region.data(), 8, 31, CL_INVALID_VALUE);
  all(zero.data(), region.data(), 8, 33, CL_INVALID_VALUE);
  all(zero.data(), region.data(), SIZE_MAX, 0, CL_INVALID_VALUE);
  all(zero.data(), region.data(), 0, SIZE_MAX / 8 * 8, CL_INVALID_VALUE);
  const Triple deep{0, 0, 31};  // 31 * 32 + 32 + 32 > 1024
  all(deep.data(), region.data(), 0, 0, CL_INVALID_VALUE);
  const Triple last{0, 0, 30};
  all(last.data(), region.data(), 0, 0, CL_SUCCESS);

  const auto host_side = [&](size_t row, size_t slice, void* p) {
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero.data(), zero.data(), region.data(),
                                   0, 0, row, slice, p, 0, nullptr, nullptr);
  };
  EXPECT_EQ(host_side(7, 0, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(host_side(8, 31, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(host_side(8, 33, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(host_side(0, 0, nullptr), CL_INVALID_VALUE);
}

TEST_F(TransferTest, RectanglesOfOneBuffer) {
  Mem buffer = Buffer(4096);
  const Triple zero{}, region{16, 4, 2};
  const auto copy = [&](const Triple& from, const Triple& to, size_t row, size_t slice,
                        size_t to_row, size_t to_slice) {
    return clEnqueueCopyBufferRect(queue, buffer, buffer, from.data(), to.data(), region.data(),
                                   row, slice, to_row, to_slice, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(zero, zero, 64, 512, 64, 512), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(zero, {15, 0, 0}, 64, 512, 64, 512), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(zero, {16, 0, 0}, 64, 512, 64, 512), CL_SUCCESS)
      << "beside each other in the rows";
  EXPECT_EQ(copy(zero, {0, 3, 0}, 64, 512, 64, 512), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(zero, {0, 4, 0}, 64, 512, 64, 512), CL_SUCCESS)
      << "below each other in the slices";
  EXPECT_EQ(copy(zero, {0, 0, 1}, 64, 512, 64, 512), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(zero, {0, 0, 2}, 64, 512, 64, 512), CL_SUCCESS);
  EXPECT_EQ(copy(zero, {16, 0, 0}, 64, 512, 128, 512), CL_INVALID_VALUE) << "pitches differ";
  EXPECT_EQ(copy(zero, {16, 0, 0}, 64, 512, 64, 1024), CL_INVALID_VALUE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(TransferTest, ChecksHandlesContextsAndWaitLists) {
  Mem buffer = Buffer(64), other = Buffer(64);
  Bytes host(64);
  const Triple zero{}, region{4, 2, 1};
  using Call = std::function<cl_int(cl_command_queue, cl_mem, cl_uint, const cl_event*, cl_event*)>;
  const auto& driver = Driver();
  const Call calls[] = {
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueReadBuffer(q, m, CL_TRUE, 0, 64, host.data(), n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueWriteBuffer(q, m, CL_FALSE, 0, 64, host.data(), n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueReadBufferRect(q, m, CL_TRUE, zero.data(), zero.data(),
                                              region.data(), 0, 0, 0, 0, host.data(), n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueWriteBufferRect(q, m, CL_FALSE, zero.data(), zero.data(),
                                               region.data(), 0, 0, 0, 0, host.data(), n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueCopyBuffer(q, m, other, 0, 0, 64, n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueCopyBuffer(q, other, m, 0, 0, 64, n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueCopyBufferRect(q, m, other, zero.data(), zero.data(), region.data(),
                                              0, 0, 0, 0, n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueCopyBufferRect(q, other, m, zero.data(), zero.data(), region.data(),
                                              0, 0, 0, 0, n, l, e);
      },
      [&](auto q, auto m, auto n, auto l, auto e) {
        return driver.clEnqueueFillBuffer(q, m, host.data(), 4, 0, 64, n, l, e);
      },
  };
  Context elsewhere = NewContext();
  cl_int error = -1;
  Mem foreign = clCreateBuffer(elsewhere, 0, 64, nullptr, &error);
  for (const Call& call : calls) {
    SCOPED_TRACE(&call - calls);
    EXPECT_EQ(call(queue, buffer, 0, nullptr, nullptr), CL_SUCCESS);
    for (auto bad : BadHandles<cl_command_queue>()) {
      EXPECT_EQ(call(bad, buffer, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    }
    for (auto bad : BadHandles<cl_mem>())
      EXPECT_EQ(call(queue, bad, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(queue, foreign, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
      return call(queue, buffer, n, list, event);
    });
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(TransferTest, InPlaceOfUseHostPtr) {
  Bytes store = Pattern(4096), expected = store;
  cl_int error = -1;
  Mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, store.size(), store.data(), &error);
  EXPECT_EQ(ReadTo(buffer, 100, 200, store.data() + 100), CL_SUCCESS);
  EXPECT_EQ(WriteFrom(buffer, 100, 200, store.data() + 100), CL_SUCCESS);
  const Triple origin{3, 2, 1}, region{8, 4, 2};
  EXPECT_EQ(
      clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin.data(), origin.data(), region.data(),
                              16, 256, 16, 256, store.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_TRUE(store == expected);
}

}  // namespace
