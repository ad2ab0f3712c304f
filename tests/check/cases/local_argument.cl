kernel void reverse(global int* data, local int* copy) {
  int i = get_local_id(0), n = get_local_size(0);
  copy[i] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = copy[n - i];
}
//--- buffer 64
//--- local 64
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'reverse' reads past the end of 'copy': element 16 of 'copy', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:13 in 'reverse':
      data[i] = copy[n - i];
                ^
