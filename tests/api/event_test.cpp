// SPDX-License-Identifier: Apache-2.0
#include "command_test.h"

namespace {

using EventTest = CommandTest;

TEST_F(EventTest, AnswersQueries) {
  Mem buffer = Buffer(64);
  Event event = Fill(queue, buffer, 1, 64);
  EXPECT_EQ(EventInfo<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE), queue);
  EXPECT_EQ(EventInfo<cl_context>(event, CL_EVENT_CONTEXT), context);
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE),
            cl_uint{CL_COMMAND_FILL_BUFFER});
  EXPECT_EQ(EventInfo<cl_uint>(event, CL_EVENT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
  EXPECT_EQ(EventInfo<cl_uint>(event, CL_EVENT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  for (cl_uint param : {CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT, CL_EVENT_COMMAND_TYPE,
                        CL_EVENT_COMMAND_EXECUTION_STATUS, CL_EVENT_REFERENCE_COUNT}) {
    CheckQueryProtocol(clGetEventInfo, static_cast<cl_event>(event), param);
  }
  EXPECT_EQ(clGetEventInfo(event, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(EventTest, RejectsBadHandles) {
  std::vector<cl_event> bad = BadHandles<cl_event>();
  Event stale = UserEvent();
  bad.push_back(stale);
  stale.reset();
  bad.push_back(reinterpret_cast<cl_event>(queue));
  cl_ulong value = 0;
  for (cl_event e : bad) {
    EXPECT_EQ(Driver().clRetainEvent(e), CL_INVALID_EVENT);
    EXPECT_EQ(Driver().clReleaseEvent(e), CL_INVALID_EVENT);
    EXPECT_EQ(Driver().clGetEventInfo(e, CL_EVENT_CONTEXT, 0, nullptr, nullptr), CL_INVALID_EVENT);
    EXPECT_EQ(Driver().clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, 8, &value, nullptr),
              CL_INVALID_EVENT);
    EXPECT_EQ(Driver().clSetUserEventStatus(e, CL_COMPLETE), CL_INVALID_EVENT);
    EXPECT_EQ(Driver().clSetEventCallback(
                  e, CL_COMPLETE, [](cl_event, cl_int, void*) {}, nullptr),
              CL_INVALID_EVENT);
    EXPECT_EQ(Driver().clWaitForEvents(1, &e), CL_INVALID_EVENT);
  }
}

TEST_F(EventTest, WaitForEventsChecksItsList) {
  Event one = Marker(queue);
  cl_event list[] = {one, nullptr};
  EXPECT_EQ(Driver().clWaitForEvents(0, list), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clWaitForEvents(2, list), CL_INVALID_EVENT);
  Context other = NewContext();
  cl_int error = -1;
  Event foreign = clCreateUserEvent(other, &error);
  list[1] = foreign;
  EXPECT_EQ(clWaitForEvents(2, list), CL_INVALID_CONTEXT);
  EXPECT_EQ(clWaitForEvents(1, list), CL_SUCCESS);
}

TEST_F(EventTest, StatusGoesDown) {
  Mem buffer = Buffer(64);
  Event gate = UserEvent();
  Event event = Fill(queue, buffer, 1, 64, {gate});
  const cl_int queued = StatusOf(event);
  EXPECT_TRUE(queued == CL_QUEUED || queued == CL_SUBMITTED);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(StatusOf(event), CL_SUBMITTED);
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(StatusOf(event), CL_COMPLETE);
}

TEST_F(EventTest, PollingMakesProgress) {
  Mem buffer = Buffer(64);
  Event event = Fill(queue, buffer, 1, 64);
  EXPECT_TRUE(Eventually([&] { return StatusOf(event) == CL_COMPLETE; }));
}

TEST_F(EventTest, AnotherQueuesWaitListMakesProgress) {
  Mem buffer = Buffer(64);
  Event first = Fill(queue, buffer, 1, 64);  // never flushed by us
  Event then = Marker(Second(), {first});
  EXPECT_TRUE(Returns([&] { EXPECT_EQ(clFinish(Second()), CL_SUCCESS); }));
  EXPECT_EQ(StatusOf(first), CL_COMPLETE);
}

TEST_F(EventTest, WaitsForSeveralQueues) {
  Mem buffer = Buffer(64), other = Buffer(64);
  Event a = Fill(queue, buffer, 1, 64), b = Fill(Second(), other, 2, 64), c = Marker(OutOfOrder());
  const cl_event list[] = {a, b, c};
  EXPECT_EQ(clWaitForEvents(3, list), CL_SUCCESS);
  for (cl_event e : list) EXPECT_EQ(StatusOf(e), CL_COMPLETE);
}

TEST_F(EventTest, OutlivesQueueAndContextHandles) {
  cl_int error = -1;
  Event event;
  {
    Context other = NewContext();
    Queue there = NewQueue(0, other);
    Mem buffer = clCreateBuffer(other, 0, 64, nullptr, &error);
    event = Fill(there, buffer, 1, 64);
  }
  EXPECT_EQ(clWaitForEvents(1, std::initializer_list<cl_event>{event}.begin()), CL_SUCCESS);
  EXPECT_NE(EventInfo<cl_command_queue>(event, CL_EVENT_COMMAND_QUEUE), nullptr);
}

TEST_F(EventTest, MarkersAndBarriersCheckTheirArguments) {
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return Driver().clEnqueueMarkerWithWaitList(queue, n, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return Driver().clEnqueueBarrierWithWaitList(queue, n, list, event);
  });
}

TEST_F(EventTest, OldMarkersAndBarriers) {
  Event event;
  EXPECT_EQ(clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMarker(queue, event.out()), CL_SUCCESS);
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE), cl_uint{CL_COMMAND_MARKER});
  EXPECT_EQ(clEnqueueBarrier(queue), CL_SUCCESS);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, nullptr), CL_INVALID_VALUE);
  cl_event list[] = {event, nullptr};
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clEnqueueWaitForEvents(queue, 2, list), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, list), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

}  // namespace
