// SPDX-License-Identifier: Apache-2.0
#include "command_test.h"

namespace {

using UserEventTest = CommandTest;

TEST_F(UserEventTest, BeginsAsSubmitted) {
  Event event = UserEvent();
  EXPECT_EQ(StatusOf(event), CL_SUBMITTED);
  EXPECT_EQ(EventInfo<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(EventInfo<cl_context>(event, CL_EVENT_CONTEXT), context);
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE), cl_uint{CL_COMMAND_USER});
  EXPECT_EQ(EventInfo<cl_uint>(event, CL_EVENT_REFERENCE_COUNT), 1u);
}

TEST_F(UserEventTest, IsSetOnce) {
  Event event = UserEvent();
  for (cl_int bad : {CL_QUEUED, CL_SUBMITTED, CL_RUNNING, 17}) {
    EXPECT_EQ(clSetUserEventStatus(event, bad), CL_INVALID_VALUE);
  }
  EXPECT_EQ(StatusOf(event), CL_SUBMITTED);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT_EQ(clSetUserEventStatus(event, -5), CL_INVALID_OPERATION);
  EXPECT_EQ(clWaitForEvents(1, std::initializer_list<cl_event>{event}.begin()), CL_SUCCESS);
}

TEST_F(UserEventTest, ChecksItsArguments) {
  cl_int error = 1;
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateUserEvent(bad, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
  Event marker = Marker(queue);
  EXPECT_EQ(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
}

TEST_F(UserEventTest, HoldsCommandsBack) {
  Mem buffer = Buffer(std::vector<unsigned char>(64));
  for (cl_command_queue q : {queue, OutOfOrder()}) {
    Event gate = UserEvent();
    Event filled = Fill(q, buffer, 3, 64, {gate});
    EXPECT_EQ(clFlush(q), CL_SUCCESS);
    LetOthersRun();
    EXPECT_EQ(StatusOf(filled), CL_SUBMITTED);
    Open(gate);
    EXPECT_EQ(clWaitForEvents(1, std::initializer_list<cl_event>{filled}.begin()), CL_SUCCESS);
  }
}

TEST_F(UserEventTest, FailureTerminatesWhatWaits) {
  for (cl_command_queue q : {queue, OutOfOrder()}) {
    Mem buffer = Buffer(std::vector<unsigned char>(64));
    Event gate = UserEvent();
    Event a = Fill(q, buffer, 1, 64, {gate});
    Event b = Fill(Second(), buffer, 2, 64, {a});  // transitively, and in another queue
    Event c = Marker(q, {b});
    const cl_event all[] = {a, b, c};
    EXPECT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(3, all), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    for (cl_event e : all) EXPECT_EQ(StatusOf(e), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(clFinish(q), CL_SUCCESS);
    EXPECT_EQ(clFinish(Second()), CL_SUCCESS);
    EXPECT_EQ(StatusOf(gate), -42);
    // The queue goes on.
    EXPECT_EQ(Read<unsigned char>(buffer, 64), std::vector<unsigned char>(64, 0));
    Event later = Fill(q, buffer, 7, 64);
    EXPECT_EQ(clWaitForEvents(1, std::initializer_list<cl_event>{later}.begin()), CL_SUCCESS);
  }
}

TEST_F(UserEventTest, OrderAloneDoesNotSpreadFailure) {
  Mem buffer = Buffer(std::vector<unsigned char>(64));
  Event gate = UserEvent();
  Event failing = Fill(queue, buffer, 1, 64, {gate});
  Event after = Fill(queue, buffer, 2, 64);
  EXPECT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_LT(StatusOf(failing), 0);
  EXPECT_EQ(StatusOf(after), CL_COMPLETE);
}

TEST_F(UserEventTest, BlockingCallsReportFailure) {
  cl_event const untouched = reinterpret_cast<cl_event>(uintptr_t{0x1234});
  Mem buffer = Buffer(64);
  std::vector<unsigned char> data(64);
  for (const bool before : {true, false}) {
    Event gate = UserEvent();
    cl_event event = untouched;
    std::thread setter;
    if (before) {
      clSetUserEventStatus(gate, -1);
    } else {
      setter = std::thread([&, reader = gettid()] {
        EXPECT_TRUE(Eventually([&] { return Sleeps(reader); }));
        clSetUserEventStatus(gate, -1);
      });
    }
    const cl_event wait = gate;
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, data.data(), 1, &wait, &event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, data.data(), 1, &wait, &event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    const size_t origin[3] = {}, region[3] = {4, 4, 4};
    EXPECT_EQ(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0,
                                      data.data(), 1, &wait, &event),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    cl_int error = 1;
    EXPECT_EQ(
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 1, &wait, &event, &error),
        nullptr);
    EXPECT_EQ(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(event, untouched);
    EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 0u);
    if (setter.joinable()) setter.join();
  }
}

TEST_F(UserEventTest, TerminationIsSeenByAWaitingThread) {
  Event gate = UserEvent();
  Event marker = Marker(queue, {gate});
  WaitingCall waiter([&] {
    EXPECT_EQ(clWaitForEvents(1, std::initializer_list<cl_event>{marker}.begin()),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
  WaitingCall direct([&] {
    EXPECT_EQ(clWaitForEvents(1, std::initializer_list<cl_event>{gate}.begin()),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
  EXPECT_TRUE(waiter.Waits());
  EXPECT_TRUE(direct.Waits());
  clSetUserEventStatus(gate, CL_INVALID_VALUE);
}

TEST_F(UserEventTest, MapThatIsTerminatedMapsNothing) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  const cl_event wait = gate;
  cl_int error = -1;
  void* pointer =
      clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 64, 1, &wait, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 1u);
  clSetUserEventStatus(gate, -1);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(UserEventTest, CanBeSetAfterReleaseWhileCommandsWait) {
  cl_int error = -1;
  cl_event gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Event marker = Marker(queue, {gate});
  EXPECT_EQ(clReleaseEvent(gate), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  LetOthersRun();
  EXPECT_GT(StatusOf(marker), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(StatusOf(marker), CL_COMPLETE);
  EXPECT_EQ(Driver().clReleaseEvent(gate), CL_INVALID_EVENT);
}

TEST_F(UserEventTest, ManyCommandsOnOneGate) {
  Event gate = UserEvent();
  const cl_command_queue queues[] = {queue, OutOfOrder(), Second()};
  std::vector<Mem> buffers;  // one for each command that may overlap with others
  for (cl_command_queue q : queues) {
    for (int i = 0; i < 300; ++i) {
      buffers.push_back(Buffer(4096));
      Fill(q, buffers.back(), 1, 4096, {gate});
    }
  }
  Open(gate);
  for (cl_command_queue q : queues) EXPECT_EQ(clFinish(q), CL_SUCCESS);
}

}  // namespace
