kernel void last(global int* out, global const int* in) {
  for (int i = 0; i < 4; ++i) {
    int found;
    if (in[i] == 1) found = i;
    if (i > 1 && found) out[i] = found;
  }
}
//--- environment HEDDLE_CHECK=uninitialised
//--- buffer 32
//--- buffer 32 from 0 by 1
//--- expect
heddle-check: kernel 'last' branches on a value that nobody has written.
  The value comes from the private variable 'found', declared at <source>:3.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:15 in 'last':
        if (i > 1 && found) out[i] = found;
                  ^
heddle-check: the fault at <source>:5:15 (uninitialised branch) happened 2 times in this launch of 'last'.
