kernel void stage(global float* out, global const float* in) {
  local float part[64];
  event_t done = async_work_group_copy(part, in + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = part[get_local_id(0)];
}
//--- buffer 512
//--- buffer 500
//--- global 128
//--- group 64
//--- expect
heddle-check: kernel 'stage' reads past the end of 'in': element 64 of 'in', which has 125.
  The access of 256 bytes was not made: it gives 0.
  Work-item: global id (64, 0, 0), group (1, 0, 0), local id (0, 0, 0).
  At <source>:3:18 in 'stage':
      event_t done = async_work_group_copy(part, in + get_group_id(0) * 64, 64, 0);
                     ^
