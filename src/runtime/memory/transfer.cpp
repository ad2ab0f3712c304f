// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/transfer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "devices/cpu/processor.h"
#include "devices/cpu/topology.h"
#include "runtime/command/command.h"
#include "runtime/memory/shadow.h"
#include "support/checked.h"

namespace heddle {
namespace {

constexpr size_t kChunk = size_t{256} << 10;
constexpr size_t kSmall = size_t{128} << 10;  // some ten microseconds
constexpr size_t kDirect = size_t{64} << 10;  // copied under the queue's lock
constexpr size_t kRowCost = 64;               // a row costs as much as so many bytes
constexpr size_t kLine = cpu::kCacheLine;
constexpr size_t kMoved = size_t{4} << 10;  // from here on memmove has the microcode copy

size_t chunks_for(size_t amount, size_t each) {
  return (amount + each - 1) / each;
}

/// Tells whether so many bytes are better written past the caches. A kernel that uses them next is
/// to gain, too: a copy or fill and an addition in place took 1.3 to 1.7 times as long at 64 MB,
/// 0.8 to 0.9 at 128.
bool streams(size_t size) {
  return size / 4 >= cpu::topology().streamed_bytes();
}

/// Tells whether they overlap: the application may name a host region that overlaps the buffer.
bool overlap(const std::byte* a, const std::byte* b, size_t size) {
  return ranges_overlap(reinterpret_cast<uintptr_t>(a), size, reinterpret_cast<uintptr_t>(b), size);
}

/// Does as memmove, twice as fast where the two differ in their offset in cache lines: the
/// microcode then takes smaller steps. numpy's arrays begin 16 bytes after a line.
void copy_bytes(std::byte* target, const std::byte* source, size_t size, bool past_caches = false) {
  const auto to = reinterpret_cast<uintptr_t>(target), from = reinterpret_cast<uintptr_t>(source);
  if (size < kMoved || overlap(target, source, size) ||
      ((to - from) % kLine == 0 && !past_caches)) {
    std::memmove(target, source, size);
    return;
  }
  const size_t first = -to % kLine, lines = (size - first) / kLine * kLine, last = first + lines;
  std::memcpy(target, source, first);
  (past_caches ? cpu::stream_lines : cpu::copy_lines)(target + first, source + first, lines);
  std::memcpy(target + last, source + last, size - last);
}

class TransferCommand : public Command, public cpu::Job {
 public:
  TransferCommand(QueueTraits& queue, cl_command_type type, TransferObjects objects, size_t cost)
      : Command(queue, type), objects_(std::move(objects)), small_(cost <= kSmall) {}

  cpu::Job* job() noexcept final { return this; }
  bool small() const noexcept final { return small_; }
  void finished() noexcept final { ended(); }
  void release_resources() noexcept final { objects_ = {}; }

 protected:
  const TransferObjects& objects() const { return objects_; }

 private:
  TransferObjects objects_;
  const bool small_;
};

class CopyCommand final : public TransferCommand {
 public:
  CopyCommand(QueueTraits& queue, cl_command_type type, TransferObjects objects, std::byte* target,
              const std::byte* source, size_t size)
      : TransferCommand(queue, type, std::move(objects), size),
        target_(target),
        source_(source),
        size_(target == source ? 0 : size),  // host_ptr + offset read or written in place
        each_(overlap(target, source, size) ? size : kChunk) {}

  size_t chunks() const override { return chunks_for(size_, each_); }
  void run(size_t chunk, cpu::Worker&) noexcept override {
    started();
    const size_t begin = chunk * each_;
    const size_t size = std::min(each_, size_ - begin);
    copy_bytes(target_ + begin, source_ + begin, size, streams(size_));
    note_copy(type(), target_ + begin, source_ + begin, size);
  }
  Ref<Command> recorded_for(QueueTraits& queue) const override {
    return Ref<Command>::adopt(new CopyCommand(queue, type(), objects(), target_, source_, size_));
  }

 private:
  std::byte* const target_;
  const std::byte* const source_;
  const size_t size_;
  const size_t
      each_;  // bytes of a chunk: all of them if chunks would write what others have to read
};

/// The rows of a rectangle, cut into chunks.
class Rows {
 public:
  explicit Rows(const size_t* region)
      : height_(region[1]),
        rows_(region[1] * region[2]),
        rows_each_(std::max<size_t>(1, kChunk / (region[0] + kRowCost))) {}

  static size_t cost(const size_t* region) {
    return region[1] * region[2] * (region[0] + kRowCost);
  }
  size_t chunks() const { return chunks_for(rows_, rows_each_); }
  std::array<size_t, 3> region(size_t row_size) const {
    return {row_size, height_, height_ ? rows_ / height_ : 0};
  }
  /// Calls `work(y, z)` for each row of a chunk.
  template <class Work>
  void each(size_t chunk, Work&& work) const {
    const size_t end = std::min(rows_, (chunk + 1) * rows_each_);
    for (size_t row = chunk * rows_each_; row < end; ++row) work(row % height_, row / height_);
  }

  static size_t at(const RectLayout& layout, size_t y, size_t z) {
    return layout.offset + z * layout.slice_pitch + y * layout.row_pitch;
  }

 private:
  const size_t height_, rows_, rows_each_;
};

void copy_row(cl_command_type type, const RectTransfer& rect, size_t y, size_t z) {
  std::byte* target = rect.target + Rows::at(rect.target_layout, y, z);
  const std::byte* source = rect.source + Rows::at(rect.source_layout, y, z);
  if (target != source) copy_bytes(target, source, rect.region[0]);
  note_copy(type, target, source, rect.region[0]);
}

class RectCommand final : public TransferCommand {
 public:
  RectCommand(QueueTraits& queue, cl_command_type type, TransferObjects objects,
              const RectTransfer& rect)
      : TransferCommand(queue, type, std::move(objects), Rows::cost(rect.region)),
        rect_(rect),
        rows_(rect_.region) {}

  size_t chunks() const override { return rows_.chunks(); }
  void run(size_t chunk, cpu::Worker&) noexcept override {
    started();
    rows_.each(chunk, [&](size_t y, size_t z) { copy_row(type(), rect_, y, z); });
  }
  Ref<Command> recorded_for(QueueTraits& queue) const override {
    return Ref<Command>::adopt(new RectCommand(queue, type(), objects(), rect_));
  }

 private:
  const RectTransfer rect_;
  const Rows rows_;
};

/// A pattern of 1, 2, 4... 128 bytes, repeated to 128.
class Pattern {
 public:
  Pattern(const void* pattern, size_t size) : one_byte_(size == 1) {
    for (size_t i = 0; i < block_.size(); i += size) std::memcpy(block_.data() + i, pattern, size);
  }

  void fill(std::byte* begin, size_t size, bool past_caches = false) const {
    if (past_caches && reinterpret_cast<uintptr_t>(begin) % cpu::stream_alignment() == 0) {
      const size_t whole = size / block_.size() * block_.size();
      cpu::stream_pattern(begin, block_, whole);
      begin += whole;
      size -= whole;
    }
    if (one_byte_) {
      std::memset(begin, std::to_integer<int>(block_[0]), size);
      return;
    }
    size_t done = 0;
    for (; done + block_.size() <= size; done += block_.size()) {
      std::memcpy(begin + done, block_.data(), block_.size());
    }
    if (done < size) std::memcpy(begin + done, block_.data(), size - done);
  }

 private:
  const bool one_byte_;
  alignas(16) std::array<std::byte, 128> block_;
};

class FillCommand final : public TransferCommand {
 public:
  FillCommand(QueueTraits& queue, cl_command_type type, Ref<Memory> object, std::byte* target,
              size_t size, const Pattern& pattern)
      : TransferCommand(queue, type, {.source = nullptr, .target = std::move(object)}, size),
        target_(target),
        size_(size),
        pattern_(pattern) {}

  size_t chunks() const override { return chunks_for(size_, kChunk); }
  void run(size_t chunk, cpu::Worker&) noexcept override {
    started();
    // A chunk begins at a multiple of the block.
    const size_t size = std::min(kChunk, size_ - chunk * kChunk);
    pattern_.fill(target_ + chunk * kChunk, size, streams(size_));
    note_copy(type(), target_ + chunk * kChunk, nullptr, size);
  }
  Ref<Command> recorded_for(QueueTraits& queue) const override {
    return Ref<Command>::adopt(
        new FillCommand(queue, type(), objects().target, target_, size_, pattern_));
  }

 private:
  std::byte* const target_;
  const size_t size_;
  const Pattern pattern_;
};

class FillRectCommand final : public TransferCommand {
 public:
  FillRectCommand(QueueTraits& queue, cl_command_type type, Ref<Memory> object, std::byte* target,
                  const RectLayout& layout, const size_t* region, const Pattern& pattern)
      : TransferCommand(queue, type, {.source = nullptr, .target = std::move(object)},
                        Rows::cost(region)),
        target_(target),
        layout_(layout),
        row_size_(region[0]),
        rows_(region),
        pattern_(pattern) {}

  size_t chunks() const override { return rows_.chunks(); }
  void run(size_t chunk, cpu::Worker&) noexcept override {
    started();
    rows_.each(chunk, [&](size_t y, size_t z) {
      std::byte* const row = target_ + Rows::at(layout_, y, z);
      pattern_.fill(row, row_size_);
      note_copy(type(), row, nullptr, row_size_);
    });
  }
  Ref<Command> recorded_for(QueueTraits& queue) const override {
    const auto region = rows_.region(row_size_);
    return Ref<Command>::adopt(new FillRectCommand(queue, type(), objects().target, target_,
                                                   layout_, region.data(), pattern_));
  }

 private:
  std::byte* const target_;
  const RectLayout layout_;
  const size_t row_size_;
  const Rows rows_;
  const Pattern pattern_;
};

bool is_pattern_size(size_t size) {
  return is_power_of_two(size) && size <= 128;
}

/// Tells whether a small blocking transfer may be made here and now.
bool is_direct(const EnqueueArgs& args, size_t cost) {
  return args.blocking && !args.event && args.waits.empty() && cost <= kDirect;
}

bool is_linear(const RectLayout& layout, const size_t* region) {
  return (region[1] == 1 || layout.row_pitch == region[0]) &&
         (region[2] == 1 || layout.slice_pitch == region[0] * region[1]);
}

}  // namespace

Status enqueue_copy(Queue& queue, cl_command_type type, TransferObjects objects, std::byte* target,
                    const std::byte* source, size_t size, const EnqueueArgs& args) {
  // A small blocking read or write of an idle queue is a memcpy.
  const auto copy = [&] {
    copy_bytes(target, source, size);
    note_copy(type, target, source, size);
  };
  if (is_direct(args, size) && queue.run_if_idle(copy)) return {};
  auto command =
      Ref<Command>::adopt(new CopyCommand(queue, type, std::move(objects), target, source, size));
  return enqueue(queue, std::move(command), args);
}

Status enqueue_buffer_copy(Queue& queue, Memory& source, Memory& target, size_t source_offset,
                           size_t target_offset, size_t size, const EnqueueArgs& args) {
  TRY(writable(target));
  TRY(in_buffer(source, source_offset, size));
  TRY(in_buffer(target, target_offset, size));
  const bool overlap = &source.store() == &target.store() &&
                       ranges_overlap(source.store_offset() + source_offset, size,
                                      target.store_offset() + target_offset, size);
  TRY(require(!overlap, CL_MEM_COPY_OVERLAP, "source and destination overlap"));
  return enqueue_copy(queue, CL_COMMAND_COPY_BUFFER, {Ref<Memory>(source), Ref<Memory>(target)},
                      target.data() + target_offset, source.data() + source_offset, size, args);
}

Status enqueue_rect(Queue& queue, cl_command_type type, TransferObjects objects,
                    const RectTransfer& rect, const EnqueueArgs& args) {
  if (is_linear(rect.target_layout, rect.region) && is_linear(rect.source_layout, rect.region)) {
    return enqueue_copy(queue, type, std::move(objects), rect.target + rect.target_layout.offset,
                        rect.source + rect.source_layout.offset,
                        rect.region[0] * rect.region[1] * rect.region[2], args);
  }
  const auto copy = [&] {
    for (size_t z = 0; z < rect.region[2]; ++z) {
      for (size_t y = 0; y < rect.region[1]; ++y) copy_row(type, rect, y, z);
    }
  };
  if (is_direct(args, Rows::cost(rect.region)) && queue.run_if_idle(copy)) return {};
  auto command = Ref<Command>::adopt(new RectCommand(queue, type, std::move(objects), rect));
  return enqueue(queue, std::move(command), args);
}

Status enqueue_buffer_rect_copy(Queue& queue, Memory& source, Memory& target,
                                const RectArgument& source_rect, const RectArgument& target_rect,
                                const size_t* region, const EnqueueArgs& args) {
  TRY(writable(target));
  TRY(rect_arguments(source_rect.origin, target_rect.origin, region));
  RectLayout from =
      TRY(rect_layout(source_rect.origin, region, source_rect.row_pitch, source_rect.slice_pitch));
  RectLayout to =
      TRY(rect_layout(target_rect.origin, region, target_rect.row_pitch, target_rect.slice_pitch));
  TRY(in_buffer(source, 0, from.end));
  TRY(in_buffer(target, 0, to.end));
  TRY(require(
      &source != &target || (from.row_pitch == to.row_pitch && from.slice_pitch == to.slice_pitch),
      CL_INVALID_VALUE, "different pitches for rectangles of one buffer"));
  if (&source.store() == &target.store()) {
    const auto in_store = [](RectLayout layout, const Memory& memory) {
      layout.offset += memory.store_offset();
      layout.end += memory.store_offset();
      return layout;
    };
    TRY(require(!rects_overlap(in_store(from, source), in_store(to, target), region),
                CL_MEM_COPY_OVERLAP, "source and destination overlap"));
  }
  const RectTransfer rect{
      target.data(), source.data(), to, from, {region[0], region[1], region[2]}};
  return enqueue_rect(queue, CL_COMMAND_COPY_BUFFER_RECT,
                      {.source = Ref<Memory>(source), .target = Ref<Memory>(target)}, rect, args);
}

Status enqueue_fill(Queue& queue, cl_command_type type, Ref<Memory> object, std::byte* target,
                    size_t size, const void* pattern, size_t pattern_size,
                    const EnqueueArgs& args) {
  auto command = Ref<Command>::adopt(
      new FillCommand(queue, type, std::move(object), target, size, {pattern, pattern_size}));
  return enqueue(queue, std::move(command), args);
}

Status enqueue_buffer_fill(Queue& queue, Memory& target, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, const EnqueueArgs& args) {
  TRY(writable(target));
  TRY(require(pattern && is_pattern_size(pattern_size), CL_INVALID_VALUE,
              "no pattern, or of no valid size"));
  TRY(require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE,
              "offset or size is no multiple of the pattern size"));
  TRY(in_buffer(target, offset, size));
  return enqueue_fill(queue, CL_COMMAND_FILL_BUFFER, Ref<Memory>(target), target.data() + offset,
                      size, pattern, pattern_size, args);
}

Status enqueue_svm_fill(Queue& queue, void* target, const void* pattern, size_t pattern_size,
                        size_t size, const EnqueueArgs& args, cl_command_type type) {
  TRY(require(target && pattern && is_pattern_size(pattern_size), CL_INVALID_VALUE,
              "no memory, no pattern, or one of no valid size"));
  TRY(require(size % pattern_size == 0 && reinterpret_cast<uintptr_t>(target) % pattern_size == 0,
              CL_INVALID_VALUE, "size or address is no multiple of the pattern size"));
  return enqueue_fill(queue, type, nullptr, static_cast<std::byte*>(target), size, pattern,
                      pattern_size, args);
}

Status enqueue_fill_rect(Queue& queue, cl_command_type type, Ref<Memory> object, std::byte* target,
                         const RectLayout& layout, const size_t* region, const void* pattern,
                         size_t pattern_size, const EnqueueArgs& args) {
  if (is_linear(layout, region)) {
    return enqueue_fill(queue, type, std::move(object), target + layout.offset,
                        region[0] * region[1] * region[2], pattern, pattern_size, args);
  }
  auto command = Ref<Command>::adopt(new FillRectCommand(queue, type, std::move(object), target,
                                                         layout, region, {pattern, pattern_size}));
  return enqueue(queue, std::move(command), args);
}

}  // namespace heddle
