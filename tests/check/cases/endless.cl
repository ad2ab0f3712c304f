kernel void wait_for_neighbour(global int* flags) {
  int i = get_global_id(0);
  while (flags[i + 1] == 0)
    ;
  flags[i] = 1;
}
//--- environment HEDDLE_KERNEL_TIME_LIMIT=1
//--- buffer 20
//--- global 4
//--- group 4
//--- expect
heddle-check: kernel 'wait_for_neighbour' was stopped after 1 second, the limit of its time.
  It was in work-group (0), work-items (0) to (3).
  At <source>:3:3 in 'wait_for_neighbour':
      while (flags[i + 1] == 0)
      ^
