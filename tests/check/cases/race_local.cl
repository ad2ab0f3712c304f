kernel void reverse(global int* out, local int* tile) {
  int i = get_local_id(0), n = get_local_size(0);
  tile[i] = out[get_global_id(0)];
  out[get_global_id(0)] = tile[n - 1 - i];
}
//--- options -heddle-check=races
//--- buffer 256
//--- local 64
//--- global 64
//--- group 16
//--- expect
heddle-check: kernel 'reverse': data race on 'tile': two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0), writes.
  At <source>:3:11 in 'reverse':
      tile[i] = out[get_global_id(0)];
              ^
  Work-item: global id (7, 0, 0), group (0, 0, 0), local id (7, 0, 0), reads.
  At <source>:4:27 in 'reverse':
      out[get_global_id(0)] = tile[n - 1 - i];
                              ^
heddle-check: the fault at <source>:3:11 (data race) happened 64 times in this launch of 'reverse'.
