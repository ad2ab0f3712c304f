kernel void stage(global float* out, global const float* in) {
  local float part[16];
  int i = get_local_id(0);
  event_t done = async_work_group_copy(part, in, 16, 0);
  if (i == 0) done = async_work_group_copy(part, in + 16, 1, done);
  wait_group_events(1, &done);
  out[i] = part[i];
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'stage': not all work-items of a group come to an asynchronous copy.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), does not come.
  At <source>:5:22 in 'stage':
      if (i == 0) done = async_work_group_copy(part, in + 16, 1, done);
                         ^
  It is here instead.
  At <source>:6:3 in 'stage':
      wait_group_events(1, &done);
      ^
