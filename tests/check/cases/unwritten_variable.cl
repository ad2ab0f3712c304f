kernel void choose(global int* out, global const int* in, int n) {
  int i = get_global_id(0);
  int best;
  if (in[i] > n) best = in[i];
  if (best > 3) out[i] = 1;
}
//--- environment HEDDLE_CHECK=uninitialised
//--- buffer 32
//--- buffer 32 from 0 by 1
//--- int 3
//--- global 8
//--- expect
heddle-check: kernel 'choose' branches on a value that nobody has written.
  The value comes from the private variable 'best', declared at <source>:3.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:12 in 'choose':
      if (best > 3) out[i] = 1;
               ^
heddle-check: the fault at <source>:5:12 (uninitialised branch) happened 4 times in this launch of 'choose'.
