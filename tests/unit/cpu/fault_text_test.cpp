// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/fault_text.h"

#include <gtest/gtest.h>

#include <string>

namespace heddle::cpu {
namespace {

/// A kernel with lines, whose code lies in an array, and a thread that runs it.
class FaultText : public testing::Test {
 protected:
  FaultText() {
    KernelRecord kernel;
    kernel.name = "k";
    kernel.args.resize(2);
    kernel.args[1].name = "out";
    kernel.lines = {{"a.cl", "b.h"},
                    {{1, 16, 0, 12, 7}, {1, 32, 1, 3, 0}, {1, 48, 0, 0, 0}, {2, 0, 0, 99, 0}}};
    code.emplace(kernel, address(0), sizeof bytes, std::vector<uint64_t>{0, 0, 64});
    launch.work_dim = 2;
    const size_t global[] = {100, 8, 1}, local[] = {16, 4, 1}, offset[] = {1000, 0, 0};
    for (size_t d = 0; d < 3; ++d) {
      launch.global_size[d] = global[d];
      launch.enqueued_local_size[d] = local[d];
      launch.global_offset[d] = offset[d];
    }
    running.launch = &launch;
    running.range = &range;
    running.code = &code->place();
    running.objects = objects;
    running.num_objects = 2;
  }
  uint64_t address(size_t offset) const { return reinterpret_cast<uint64_t>(bytes) + offset; }
  std::string text(int signal, int code_of_signal, ProcessorFault fault, uint64_t at = 0) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = code_of_signal;
    info.si_addr = reinterpret_cast<void*>(at);
    ShortText out;
    describe_fault(out, info, fault, code->place(), is_known ? &running : nullptr);
    return std::string(out.text());
  }
  std::string write_to(uint64_t at) {
    return text(SIGSEGV, SEGV_MAPERR, {address(0), /*has_address=*/true, /*is_write=*/true}, at);
  }

  unsigned char bytes[128];
  std::optional<CodeRecord> code;
  hd_launch launch{};
  hd_group_range range{{2, 1, 0}, {3, 2, 1}};
  const hd_launch_object objects[2] = {{0x100000, 4096, 1}, {0x200000, 64, 0}};
  hd_thread_record running{};
  bool is_known = true;
};

constexpr char kGroup[] = "work-group (2, 1), work-items (1032, 4) to (1047, 7)";

TEST_F(FaultText, NamesGroupAndWorkItems) {
  EXPECT_EQ(
      write_to(0x100000 + 4096 + 16),
      std::string("heddle: kernel 'k' died of SIGSEGV in ") + kGroup +
          ": it wrote to 0x101010, 16 bytes past the end of argument 1 `out` (4096 bytes).\n");
  range = {{5, 0, 0}, {7, 2, 1}};  // the last group is smaller
  EXPECT_NE(
      write_to(0).find(" in work-groups (5, 0) to (6, 1), work-items (1080, 0) to (1099, 7):"),
      std::string::npos)
      << write_to(0);
  launch.work_dim = 1;
  EXPECT_NE(write_to(0).find(" in work-groups (5) to (6), work-items (1080) to (1099):"),
            std::string::npos);
  is_known = false;
  EXPECT_NE(write_to(0).find(" in an unknown work-group:"), std::string::npos);
}

TEST_F(FaultText, NamesTheNearestObject) {
  const auto ends = [&](uint64_t at, const std::string& with) {
    const std::string all = write_to(at);
    EXPECT_TRUE(all.ends_with(with + ".\n")) << all;
  };
  ends(0x100000 - 8, ", 8 bytes before the beginning of argument 1 `out` (4096 bytes)");
  ends(0x100000 + 4, ", 4 bytes into argument 1 `out` (4096 bytes)");
  ends(0x101000, ", at the end of argument 1 `out` (4096 bytes)");
  ends(0x200000 + 68, ", 4 bytes past the end of argument 0 (64 bytes)");
  ends(0xff8, ": it wrote to 0xff8, near the null pointer");
  ends(0x7f0000000000, ": it wrote to 0x7f0000000000");  // far from all
  hd_worker worker{};
  unsigned char local[64];
  worker.local_memory = local;
  worker.local_memory_size = sizeof local;
  running.worker = &worker;
  const auto far = reinterpret_cast<uint64_t>(local) + (uint64_t{2} << 20);
  EXPECT_EQ(write_to(far).find("local memory"), std::string::npos);
  ends(reinterpret_cast<uint64_t>(local) + 65,
       ", 1 byte past the end of the group's local memory (64 bytes)");
}

TEST_F(FaultText, NamesTheLine) {
  const auto at = [&](size_t offset) {
    return text(SIGILL, ILL_ILLOPN, {address(offset), false, false});
  };
  EXPECT_EQ(at(15).find(", at "), std::string::npos);
  EXPECT_NE(at(16).find(", at a.cl:12:7: "), std::string::npos) << at(16);
  EXPECT_NE(at(31).find(", at a.cl:12:7: "), std::string::npos);
  EXPECT_NE(at(32).find(", at b.h:3: "), std::string::npos) << at(32);
  EXPECT_EQ(at(48).find(", at "), std::string::npos);  // code of no line
  EXPECT_NE(at(64).find(", at a.cl:99: "), std::string::npos) << at(64);
}

TEST_F(FaultText, NamesTheSignal) {
  const ProcessorFault nowhere{address(0), false, false};
  const std::string start = "heddle: kernel 'k' died of ";
  EXPECT_EQ(
      text(SIGFPE, FPE_INTDIV, nowhere),
      start + "SIGFPE in " + kGroup + ": a division of integers by zero, or one that overflows.\n");
  EXPECT_EQ(text(SIGFPE, FPE_FLTDIV, nowhere), start + "SIGFPE in " + kGroup + ".\n");
  EXPECT_EQ(text(SIGSEGV, SI_KERNEL, nowhere),
            start + "SIGSEGV in " + kGroup +
                ": an address that is not aligned for its instruction, or none that memory can "
                "have.\n");
  EXPECT_EQ(text(SIGBUS, BUS_ADRERR, {address(0), true, false}, 0x100008),
            start + "SIGBUS in " + kGroup +
                ": it read from 0x100008, 8 bytes into argument 1 `out` (4096 bytes).\n");
}

TEST_F(FaultText, LeavesOutWhatDoesNotFit) {
  ShortText out;
  const std::string long_text(5000, 'x');
  out << long_text << "y";
  EXPECT_GT(out.text().size(), 1000u);
  EXPECT_EQ(out.text().find('y'), std::string_view::npos);
}

TEST_F(FaultText, CodeIsFoundAsLongAsItIsLoaded) {
  EXPECT_EQ(code_at(address(0)), &code->place());
  EXPECT_EQ(code_at(address(sizeof bytes - 1)), &code->place());
  EXPECT_EQ(code_at(address(sizeof bytes)), nullptr);
  const hd_loaded_code* place = &code->place();
  code.reset();
  EXPECT_EQ(code_at(address(0)), nullptr);
  const CodeRecord other(KernelRecord(), address(0), 8, {});
  EXPECT_EQ(&other.place(), place);  // used again
  EXPECT_EQ(code_at(address(8)), nullptr);
}

}  // namespace
}  // namespace heddle::cpu
