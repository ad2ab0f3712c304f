// Chained events, lists of events with some twice, copies in loops, in functions, and of a part of the groups.
void fetch(local float* to, global const float* from, int n, event_t* events) {
  events[0] = async_work_group_copy(to, from, n, 0);
  events[1] = events[0];
  events[2] = async_work_group_strided_copy(to + n, from, n, 2, 0);
}
kernel void stage(global float* out, global const float* in, local float* part) {
  int i = get_local_id(0);
  event_t events[3];
  fetch(part, in, 16, events);
  wait_group_events(3, events);
  float sum = part[i] + part[16 + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t chained = 0;
  for (int j = 0; j < 4; ++j) chained = async_work_group_copy(part + 4 * j, in + 4 * j, 4, chained);
  wait_group_events(1, &chained);
  sum += part[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) == 1) {
    part[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t back = async_work_group_copy(out, part, 16, 0);
    wait_group_events(1, &back);
  }
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- local 128
//--- global 48
//--- group 16
