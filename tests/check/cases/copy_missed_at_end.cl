kernel void stage(global float* out, global const float* in, local float* part) {
  int i = get_local_id(0);
  if (i < 8) return;
  event_t done = async_work_group_copy(part, in, 16, 0);
  wait_group_events(1, &done);
  out[i] = part[i];
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- local 64
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'stage': not all work-items of a group come to an asynchronous copy.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0), comes.
  At <source>:4:18 in 'stage':
      event_t done = async_work_group_copy(part, in, 16, 0);
                     ^
heddle-check: kernel 'stage': not all work-items of a group come to a barrier: some end before it.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0), comes.
  At <source>:5:3 in 'stage':
      wait_group_events(1, &done);
      ^
  Others end here.
  At <source>:7:1 in 'stage':
    }
    ^
