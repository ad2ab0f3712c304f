kernel void pick(global int* a, global int* b, int which) {
  global int* to = which ? a : b;
  to[get_global_id(0)] = 1;
}
//--- buffer 16
//--- buffer 32
//--- int 1
//--- global 8
//--- expect
heddle-check: kernel 'pick' writes past the end of 'a': element 4 of 'a', which has 4.
  The access of 4 bytes was not made.
  Work-item: global id (4, 0, 0), group (0, 0, 0), local id (4, 0, 0).
  At <source>:3:24 in 'pick':
      to[get_global_id(0)] = 1;
                           ^
heddle-check: the fault at <source>:3:24 (write past end) happened 4 times in this launch of 'pick'.
