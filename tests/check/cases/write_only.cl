kernel void accumulate(global float* sums) {
  sums[get_global_id(0)] += 1;
}
//--- buffer 64 write-only
//--- global 16
//--- expect
heddle-check: kernel 'accumulate' reads 'sums', which is write-only: element 0 of 'sums', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:2:26 in 'accumulate':
      sums[get_global_id(0)] += 1;
                             ^
heddle-check: the fault at <source>:2:26 (read of write-only memory) happened 16 times in this launch of 'accumulate'.
