// OPTIONS: -cl-kernel-arg-info
kernel void k(global float* p, float f, local int* l) {
  l[get_local_id(0)] = f;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = sin(l[0] + f);
}
