kernel void neighbours(global int* a) {
  int i = get_global_id(0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = a[i + 1] + 1;
}
//--- options -heddle-check=races
//--- buffer 132
//--- global 32
//--- group 1
//--- expect
heddle-check: kernel 'neighbours': data race on 'a', element 1: two work-items of different groups access the same bytes, and nothing orders them.
  Work-item: global id (1, 0, 0), group (1, 0, 0), local id (0, 0, 0), writes.
  At <source>:4:8 in 'neighbours':
      a[i] = a[i + 1] + 1;
           ^
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), reads.
  At <source>:4:10 in 'neighbours':
      a[i] = a[i + 1] + 1;
             ^
heddle-check: the fault at <source>:4:8 (data race) happened 31 times in this launch of 'neighbours'.
