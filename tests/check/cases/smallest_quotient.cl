kernel void parts(global int* out, int smallest, int by) {
  out[0] = smallest / by;
  out[1] = smallest % by;
  out[2] = (uint)smallest / (uint)by;
  int4 several = (int4)(1, 2, smallest, 0) / (int4)(1, by, by, 3);
  out[3] = several.x + several.y + several.z + several.w;
}
//--- options -heddle-check=unspecified
//--- buffer 32
//--- int -2147483648
//--- int -1
//--- expect
heddle-check: kernel 'parts' divides the smallest int by -1: -2,147,483,648 / -1.
  The result is unspecified.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:2:21 in 'parts':
      out[0] = smallest / by;
                        ^
heddle-check: kernel 'parts' divides the smallest int by -1: -2,147,483,648 % -1.
  The result is unspecified.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:21 in 'parts':
      out[1] = smallest % by;
                        ^
heddle-check: kernel 'parts' divides the smallest int by -1: -2,147,483,648 / -1.
  The result is unspecified.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:44 in 'parts':
      int4 several = (int4)(1, 2, smallest, 0) / (int4)(1, by, by, 3);
                                               ^
