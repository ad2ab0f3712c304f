kernel void reduce(global int* out, global const int* in, local int* more) {
  local int part[8];
  int i = get_local_id(0);
  if (i < 7) part[i] = in[get_global_id(0)];
  more[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (part[i ^ 1] > 0) out[get_global_id(0)] = 1;
  if (more[i + 8] > 0) out[get_global_id(0)] = 2;
}
//--- environment HEDDLE_CHECK=uninitialised
//--- buffer 64
//--- buffer 64
//--- local 64
//--- global 16
//--- group 8
//--- expect
heddle-check: kernel 'reduce' branches on a value that nobody has written.
  The value comes from the local memory 'more'.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:8:19 in 'reduce':
      if (more[i + 8] > 0) out[get_global_id(0)] = 2;
                      ^
heddle-check: kernel 'reduce' branches on a value that nobody has written.
  The value comes from the local variable 'part', declared at <source>:2.
  Work-item: global id (6, 0, 0), group (0, 0, 0), local id (6, 0, 0).
  At <source>:7:19 in 'reduce':
      if (part[i ^ 1] > 0) out[get_global_id(0)] = 1;
                      ^
heddle-check: the fault at <source>:7:19 (uninitialised branch) happened 2 times in this launch of 'reduce'.
heddle-check: the fault at <source>:8:19 (uninitialised branch) happened 16 times in this launch of 'reduce'.
