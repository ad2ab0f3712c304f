kernel void stage(global float* out, global const float* in) {
  local float part[2];
  int i = get_local_id(0);
  event_t events[2];
  events[0] = async_work_group_copy(part, in, 1, 0);
  events[1] = async_work_group_copy(part + 1, in + 1, 1, 0);
  wait_group_events(1, events + i);
  out[i] = part[i];
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- global 2
//--- group 2
//--- expect
heddle-check: kernel 'stage': the work-items of a group do not wait for the same event.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0).
  At <source>:7:3 in 'stage':
      wait_group_events(1, events + i);
      ^
heddle-check: kernel 'stage' ends without a wait for an asynchronous copy.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:6:15 in 'stage':
      events[1] = async_work_group_copy(part + 1, in + 1, 1, 0);
                  ^
heddle-check: kernel 'stage' ends without a wait for an asynchronous copy.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0).
  At <source>:5:15 in 'stage':
      events[0] = async_work_group_copy(part, in, 1, 0);
                  ^
