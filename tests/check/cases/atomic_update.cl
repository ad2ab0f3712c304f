kernel void histogram(global int* bins, global const int* values) {
  atomic_inc(&bins[values[get_global_id(0)] + 16]);
}
//--- buffer 64
//--- buffer 64
//--- global 16
//--- expect
heddle-check: kernel 'histogram' updates past the end of 'bins': element 16 of 'bins', which has 16.
  The access of 4 bytes was not made.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:2:3 in 'histogram':
      atomic_inc(&bins[values[get_global_id(0)] + 16]);
      ^
heddle-check: the fault at <source>:2:3 (atomic operation past end) happened 16 times in this launch of 'histogram'.
