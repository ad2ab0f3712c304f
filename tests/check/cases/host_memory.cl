kernel void system(global int* out) {
  out[get_global_id(0)] = 1;
}
//--- host 64
//--- global 16
//--- expect
heddle-check: argument 0 of kernel 'system' is memory of the host's, of an unknown size: accesses through it are not checked.
