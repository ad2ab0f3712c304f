kernel void count(global int* total, global const int* values) {
  if (values[get_global_id(0)] >= 0) atomic_inc(total);
}
//--- options -heddle-check=races
//--- buffer 4
//--- buffer 64
//--- global 16
//--- group 4
//--- expect
