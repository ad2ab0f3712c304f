kernel void add(global float* a, global float* b) {
  size_t i = get_global_id(0);
  b[i] += a[i];
}
//--- buffer 64
//--- buffer 64 read-only
//--- global 16
//--- expect
heddle-check: kernel 'add' writes 'b', which is read-only: element 0 of 'b', which has 16.
  The access of 4 bytes was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:8 in 'add':
      b[i] += a[i];
           ^
heddle-check: the fault at <source>:3:8 (write to read-only memory) happened 16 times in this launch of 'add'.
