kernel void round_all(global char* out, global const int* in) {
  int i = get_global_id(0);
  float x = in[i];
  uchar byte = x;
  char4 several = convert_char4_rte((float4)(x, 127.4f, 127.5f, -128.5f));
  char4 near = convert_char4_sat((float4)(x, 1e9f, NAN, -INFINITY));
  ushort all = convert_ushort(65535.9f);
  vstore4(several + near + (char)(byte + all), i, out);
}
//--- options -heddle-check=unspecified
//--- buffer 16
//--- buffer 16 from -1 by 1
//--- global 4
//--- expect
heddle-check: kernel 'round_all' converts a number to uchar that is out of its range: -1.
  The result is the implementation's choice; a conversion with _sat gives the nearest number.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:4:16 in 'round_all':
      uchar byte = x;
                   ^
heddle-check: kernel 'round_all' converts a number to char that is out of its range: 127.5.
  The result is the implementation's choice; a conversion with _sat gives the nearest number.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:19 in 'round_all':
      char4 several = convert_char4_rte((float4)(x, 127.4f, 127.5f, -128.5f));
                      ^
heddle-check: the fault at <source>:5:19 (conversion out of range) happened 4 times in this launch of 'round_all'.
