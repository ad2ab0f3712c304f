kernel void count(global int* counter, global int* used, global int* out) {
  int i = get_global_id(0);
  int ticket = atomic_inc(counter);
  if (ticket == 3) out[0] = 1;
  if (atomic_cmpxchg(&used[i], 0, 1) == 0) out[1] = 2;
  if (atomic_add(&used[i], 0) == 1) out[2] = 3;
}
//--- environment HEDDLE_CHECK=uninitialised
//--- unwritten 4
//--- unwritten 16
//--- buffer 16
//--- global 4
//--- group 4
//--- expect
heddle-check: kernel 'count' branches on a value that nobody has written.
  The value comes from 'counter', a buffer of 4 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:4:14 in 'count':
      if (ticket == 3) out[0] = 1;
                 ^
heddle-check: kernel 'count' branches on a value that nobody has written.
  The value comes from 'used', a buffer of 16 bytes.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:38 in 'count':
      if (atomic_cmpxchg(&used[i], 0, 1) == 0) out[1] = 2;
                                         ^
heddle-check: the fault at <source>:5:38 (uninitialised branch) happened 4 times in this launch of 'count'.
