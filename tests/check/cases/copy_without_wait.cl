kernel void stage(global float* out, global const float* in) {
  local float part[2][16];
  int i = get_local_id(0);
  event_t done = async_work_group_copy(part[0], in, 16, 0);
  async_work_group_strided_copy(part[1], in, 16, 2, 0);
  wait_group_events(1, &done);
  out[i] = part[0][i] + part[1][i];
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'stage' ends without a wait for an asynchronous copy.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:3 in 'stage':
      async_work_group_strided_copy(part[1], in, 16, 2, 0);
      ^
heddle-check: the fault at <source>:5:3 (asynchronous copy without wait) happened 16 times in this launch of 'stage'.
