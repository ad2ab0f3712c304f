// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/printf.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "../../fork.h"
#include "support/checked.h"

namespace heddle::cpu {
namespace {

/// Packs arguments as compiled code does.
class Pack {
 public:
  template <class T>
  Pack& add(char type, const std::vector<T>& elements) {
    const size_t count = elements.size();
    kinds += type;
    kinds += count == 16 ? 'x' : static_cast<char>('0' + count);
    const size_t bytes = sizeof(T) * (count == 3 ? 4 : count);
    data.resize(align_up(data.size(), bytes) + bytes);
    memcpy(data.data() + data.size() - bytes, elements.data(), sizeof(T) * count);
    return *this;
  }
  Pack& i(int32_t v) { return add<int32_t>('i', {v}); }
  Pack& l(int64_t v) { return add<int64_t>('l', {v}); }
  Pack& d(double v) { return add<double>('d', {v}); }
  Pack& f(float v) { return add<float>('f', {v}); }
  Pack& p(const void* v) { return add<const void*>('p', {v}); }

  std::string kinds;
  std::vector<unsigned char> data;
};

std::string print(const char* format, const Pack& pack = {}) {
  std::string out;
  EXPECT_TRUE(format_printf(out, format, pack.kinds.c_str(), pack.data.data())) << format;
  return out;
}

// C99's lengths, which OpenCL C leaves out, but programs use for size_t.
TEST(Printf, LengthsOfSizes) {
  constexpr int64_t kLarge = 0x123456789;
  EXPECT_EQ(print("%zu %zx %5zd|", Pack().l(kLarge).l(kLarge).l(-3)),
            "4886718345 123456789    -3|");
  EXPECT_EQ(print("%jd %td %ju", Pack().l(5).l(-6).l(-1)), "5 -6 18446744073709551615");
  EXPECT_EQ(print("%zu %d", Pack().i(-1).i(7)), "4294967295 7");  // as wide as the argument
}

TEST(Printf, Integers) {
  EXPECT_EQ(print("plain\n"), "plain\n");
  EXPECT_EQ(print("100%%"), "100%");
  EXPECT_EQ(print("%d %i", Pack().i(-5).i(7)), "-5 7");
  EXPECT_EQ(print("%5d|%-5d|%05d|%+d|% d", Pack().i(42).i(42).i(42).i(42).i(42)),
            "   42|42   |00042|+42| 42");
  EXPECT_EQ(print("%.3d", Pack().i(7)), "007");
  EXPECT_EQ(print("%u %x %X %#x %o %#o", Pack().i(-1).i(255).i(255).i(255).i(8).i(8)),
            "4294967295 ff FF 0xff 10 010");
  EXPECT_EQ(print("%ld %lu %lx", Pack().l(INT64_MIN).l(-1).l(-1)),
            "-9223372036854775808 18446744073709551615 ffffffffffffffff");
  EXPECT_EQ(print("%hhd %hhu %hd %hu %hhx", Pack().i(300).i(-1).i(70000).i(-1).i(-1)),
            "44 255 4464 65535 ff");
  EXPECT_EQ(print("%c%c%3c", Pack().i('h').i('i').i('!')), "hi  !");
}

TEST(Printf, Floats) {
  EXPECT_EQ(print("%f %.2f %8.3f|%-8.1f|", Pack().d(1.5).d(3.14159).d(2.5).d(2.25)),
            "1.500000 3.14    2.500|2.2     |");
  EXPECT_EQ(print("%e %E %g %G", Pack().d(12345.678).d(0.5).d(1e-7).d(1e20)),
            "1.234568e+04 5.000000E-01 1e-07 1E+20");
  EXPECT_EQ(print("%a %A %.1a", Pack().d(1).d(0.5).d(0)), "0x1p+0 0X1P-1 0x0.0p+0");
  EXPECT_EQ(print("%f %F %5.1f", Pack().d(INFINITY).d(-INFINITY).d(NAN)), "inf -INF   nan");
  EXPECT_EQ(print("%#.0f %+g %010.2f", Pack().d(3).d(1).d(-3.5)), "3. +1 -000003.50");
  EXPECT_EQ(print("%g %.3f", Pack().f(0.5f).f(1.0f)), "0.5 1.000");  // without doubles
}

TEST(Printf, StringsAndPointers) {
  EXPECT_EQ(print("[%s] [%5s] [%-5s] [%.2s]", Pack().p("abc").p("ab").p("ab").p("abcdef")),
            "[abc] [   ab] [ab   ] [ab]");
  EXPECT_EQ(print("%s", Pack().p(nullptr)), "(null)");
  EXPECT_EQ(print("%p", Pack().p(reinterpret_cast<void*>(0xabcd))), "0xabcd");
  const std::string longer(5000, 'x');
  EXPECT_EQ(print("<%s>", Pack().p(longer.c_str())), "<" + longer + ">");
}

TEST(Printf, Vectors) {
  EXPECT_EQ(print("%v4hld", Pack().add<int32_t>('i', {1, -2, 3, 4})), "1,-2,3,4");
  EXPECT_EQ(print("%2.2v4hlf", Pack().add<float>('f', {1, 2, 3, 4})), "1.00,2.00,3.00,4.00");
  EXPECT_EQ(
      print("%v3hhu|%v2hx", Pack().add<uint8_t>('c', {1, 2, 255}).add<uint16_t>('s', {16, 65535})),
      "1,2,255|10,ffff");
  EXPECT_EQ(print("%v8ld", Pack().add<int64_t>('l', {1, 2, 3, 4, 5, 6, 7, -8})),
            "1,2,3,4,5,6,7,-8");
  EXPECT_EQ(print("%v2lg", Pack().add<double>('d', {0.25, INFINITY})), "0.25,inf");
  EXPECT_EQ(print("%#v4hhx", Pack().add<uint8_t>('c', {1, 2, 0, 17})), "0x1,0x2,0,0x11");
  std::vector<float> sixteen(16, 0.5f);
  EXPECT_EQ(print("%.1v16hlf;", Pack().add<float>('f', sixteen)),
            "0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5;");
}

TEST(Printf, Halves) {
  EXPECT_EQ(print("%.3v4hf", Pack().add<uint16_t>('h', {0x3c00, 0xc000, 0x7c00, 0x3555})),
            "1.000,-2.000,inf,0.333");
  EXPECT_EQ(print("%g %g", Pack().add<uint16_t>('h', {0x0001}).add<uint16_t>('h', {0x7bff})),
            "5.96046e-08 65504");
}

TEST(Printf, AlignmentOfMixedArguments) {
  EXPECT_EQ(print("%d %f %hhd %ld %v3hld %s",
                  Pack().i(1).d(2).add<int8_t>('c', {3}).l(4).add<int32_t>('i', {5, 6, 7}).p("8")),
            "1 2.000000 3 4 5,6,7 8");
}

TEST(Printf, WhatIsWrongStaysAsItStands) {
  const auto bad = [](const char* format, const Pack& pack) {
    std::string out;
    EXPECT_FALSE(format_printf(out, format, pack.kinds.c_str(), pack.data.data())) << format;
    return out;
  };
  EXPECT_EQ(bad("a %n b", Pack().i(1)), "a %n b");
  EXPECT_EQ(bad("%d %d", Pack().i(1)), "1 %d");
  EXPECT_EQ(bad("50%", Pack()), "50%");
  EXPECT_EQ(bad("%v5d|%d", Pack().i(1)).substr(0, 3), "%v5");
  EXPECT_EQ(bad("%99999999999d", Pack().i(1)).substr(0, 3), "%99");
  EXPECT_EQ(bad("%s", Pack().i(1)), "");
}

TEST(Printf, AHandlerWritesWhatWasNotFlushed) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  testing::internal::CaptureStdout();
  PrintfBuffer first, second;
  EXPECT_EQ(first.print("one\n", "", nullptr), 0);
  first.flush();
  EXPECT_EQ(first.print("two\n", "", nullptr), 0);
  EXPECT_EQ(second.print("three\n", "", nullptr), 0);
  TextChunk::write_all();
  TextChunk::write_all();  // nothing twice
  EXPECT_EQ(first.print("four\n", "", nullptr), 0);
  first.flush();
  second.flush();
  std::string out = testing::internal::GetCapturedStdout();
  EXPECT_EQ(out.find("one\n"), 0u);
  EXPECT_EQ(out.rfind("four\n"), out.size() - 5);
  std::string middle = out.substr(4, out.size() - 9);
  EXPECT_TRUE(middle == "two\nthree\n" || middle == "three\ntwo\n") << out;
}

TEST(Printf, AChildOfAForkLeavesItToItsParent) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP();
#endif
  testing::internal::CaptureStdout();
  {
    PrintfBuffer buffer;
    EXPECT_EQ(buffer.print("once\n", "", nullptr), 0);
    const pid_t child = fork();
    if (child == 0) {
      TextChunk::write_all();
      buffer.flush();
      PrintfBuffer own;
      own.print("child\n", "", nullptr);
      TextChunk::write_all();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    buffer.flush();
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "child\nonce\n");
}

TEST(Printf, LinesLongerThanAChunkKeepTheirPlace) {
  testing::internal::CaptureStdout();
  PrintfBuffer buffer;
  const std::string text(TextChunk::kCapacity + 1, 'x');
  EXPECT_EQ(buffer.print("before\n", "", nullptr), 0);
  const Pack pack = Pack().p(text.c_str());
  EXPECT_EQ(buffer.print("%s\n", pack.kinds.c_str(), pack.data.data()), 0);
  EXPECT_EQ(buffer.print("after\n", "", nullptr), 0);
  buffer.flush();
  EXPECT_TRUE(testing::internal::GetCapturedStdout() == "before\n" + text + "\nafter\n");
}

TEST(Printf, CallsOfSeveralWorkersDoNotMix) {
  PrintfBuffer buffer;
  testing::internal::CaptureStdout();
  constexpr int kThreads = 4, kCalls = 20000;  // more than the buffer holds
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kCalls; ++i) {
        const Pack pack = Pack().i(t).i(i);
        EXPECT_EQ(buffer.print("<worker %d says %08d>\n", pack.kinds.c_str(), pack.data.data()), 0);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  buffer.flush();
  const std::string out = testing::internal::GetCapturedStdout();
  const std::string line = "<worker 0 says 00000000>\n";
  ASSERT_EQ(out.size(), line.size() * kThreads * kCalls);
  int next[kThreads] = {};
  for (size_t at = 0; at < out.size(); at += line.size()) {
    int worker = 0, number = 0;
    ASSERT_EQ(sscanf(out.c_str() + at, "<worker %d says %d>", &worker, &number), 2);
    ASSERT_EQ(number, next[worker]++);
  }
}

}  // namespace
}  // namespace heddle::cpu
