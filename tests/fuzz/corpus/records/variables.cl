// OPTIONS: -cl-std=CL2.0
global int g = 3;
constant int c[] = {1, 2, 3};
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void k(global int* p) {
  p[get_global_id(0)] = g + c[get_local_id(0) % 3];
}
kernel void i(read_only image2d_t i, sampler_t s, global float4* p) {
  *p = read_imagef(i, s, (int2)(0));
}
