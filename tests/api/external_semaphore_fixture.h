// SPDX-License-Identifier: Apache-2.0
// Exports and imports, for the tests of shared semaphores.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include "semaphore_fixture.h"

inline const List kExported = {heddle::khr::kSemaphoreType,
                               heddle::khr::kSemaphoreTypeBinary,
                               heddle::khr::kSemaphoreExportHandleTypes,
                               heddle::khr::kSemaphoreHandleOpaqueFd,
                               0,
                               0};

inline List Imported(int fd) {
  return {heddle::khr::kSemaphoreType, heddle::khr::kSemaphoreTypeBinary,
          heddle::khr::kSemaphoreHandleOpaqueFd, static_cast<Properties>(fd), 0};
}

inline bool IsOpen(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

class ExternalSemaphoreTest : public SemaphoreTest {
 protected:
  int Export(SemaphoreHandle semaphore) {
    int fd = -1;
    EXPECT_EQ(handle_for(semaphore, device, heddle::khr::kSemaphoreHandleOpaqueFd, sizeof(fd), &fd,
                         nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(IsOpen(fd));
    return fd;
  }
  SemaphoreHandle Import(int fd, cl_int expected = CL_SUCCESS, cl_context in = nullptr) {
    return Make(Imported(fd), in, expected);
  }
  void Signal(cl_command_queue in, SemaphoreHandle semaphore) {
    EXPECT_EQ(signal(in, 1, &semaphore, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  }
  Event WaitFor(cl_command_queue in, SemaphoreHandle semaphore, cl_event gate = nullptr) {
    Event waited;
    EXPECT_EQ(wait(in, 1, &semaphore, nullptr, gate ? 1 : 0, gate ? &gate : nullptr, waited.out()),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(in), CL_SUCCESS);
    return waited;
  }
};
