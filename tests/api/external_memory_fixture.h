// SPDX-License-Identifier: Apache-2.0
// What the tests of imported memory share: files in memory, and the functions of
// cl_khr_external_memory.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "command_test.h"
#include "platform/later_extensions.h"

/// Memory that a file descriptor can be had of, and our own view of it.
class SharedMemory {
 public:
  explicit SharedMemory(size_t size) : size_(size), fd_(::memfd_create("test", 0)) {
    EXPECT_EQ(::ftruncate(fd_, static_cast<off_t>(size)), 0);
    view_ = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
    EXPECT_NE(view_, MAP_FAILED);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() {
    ::munmap(view_, size_);
    ::close(fd_);
  }
  int fd() const { return fd_; }
  /// One to give away.
  int NewHandle() const { return ::dup(fd_); }
  template <class T>
  T* as() const {
    return static_cast<T*>(view_);
  }

 private:
  const size_t size_;
  const int fd_;
  void* view_;
};

inline bool IsOpen(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

class ExternalMemoryTest : public CommandTest {
 protected:
  using Enqueue = cl_int(cl_command_queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                         cl_event*);
  using List = std::vector<cl_mem_properties>;

  void SetUp() override {
    CommandTest::SetUp();
    acquire = Find("clEnqueueAcquireExternalMemObjectsKHR");
    release = Find("clEnqueueReleaseExternalMemObjectsKHR");
    ASSERT_TRUE(acquire && release);
  }
  static List OpaqueFd(int fd) {
    return {heddle::khr::kMemoryHandleOpaqueFd, static_cast<cl_mem_properties>(fd), 0};
  }
  /// Null after an error other than the expected one.
  Mem Import(const List& properties, size_t size, cl_int expected = CL_SUCCESS,
             cl_mem_flags flags = 0, void* host_ptr = nullptr) {
    cl_int error = 1;
    Mem made = Driver().clCreateBufferWithProperties(context, properties.data(), flags, size,
                                                     host_ptr, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return made;
  }
  void HandOver(Enqueue* how, cl_mem object) {
    EXPECT_EQ(how(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
  }

  Enqueue *acquire = nullptr, *release = nullptr;

 private:
  Enqueue* Find(const char* name) {
    return reinterpret_cast<Enqueue*>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
};
