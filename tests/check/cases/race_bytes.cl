kernel void pack(global uchar* out) {
  int i = get_global_id(0);
  out[i] = i;
  out[(i + 1) % 16] = i;
}
//--- options -heddle-check=races
//--- buffer 16
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'pack': data race on 'out', element 1: two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), writes.
  At <source>:3:10 in 'pack':
      out[i] = i;
             ^
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:4:21 in 'pack':
      out[(i + 1) % 16] = i;
                        ^
heddle-check: the fault at <source>:3:10 (data race) happened 16 times in this launch of 'pack'.
