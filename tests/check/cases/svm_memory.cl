kernel void shared(global int* out) {
  out[get_global_id(0)] = 1;
}
//--- svm 32
//--- global 16
//--- expect
heddle-check: kernel 'shared' writes past the end of 'out': element 8 of 'out', which has 8.
  The access of 4 bytes was not made.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0).
  At <source>:2:25 in 'shared':
      out[get_global_id(0)] = 1;
                            ^
heddle-check: the fault at <source>:2:25 (write past end) happened 8 times in this launch of 'shared'.
