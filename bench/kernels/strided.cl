// SPDX-License-Identifier: Apache-2.0
// Elementwise kernels of libraries that serve arrays of any layout: offsets and strides are known at launch.

kernel void axpby(global float* z, int zo, int zs, global const float* x, int xo, int xs, global const float* y, int yo, int ys,
                  float a) {
  int i = get_global_id(0);
  z[zo + i * zs] = a * x[xo + i * xs] + y[yo + i * ys];
}

kernel void axpy_loop(int n, float a, global const float* x, int xo, int xs, global float* y, int yo, int ys) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[yo + i * ys] = a * x[xo + i * xs];
}

kernel void copy_2d(global float* out, long out0, long out1, global const float* in, long in0, long in1) {
  long i = get_global_id(1), j = get_global_id(0);
  out[i * out0 + j * out1] = in[i * in0 + j * in1];
}

// Item by item of an array with two axes; sizes and strides are in memory.
kernel void square_nd(global float* out, global const float* in, global const long* layout) {
  long item = get_global_id(0);
  long i = item / layout[0], j = item % layout[0];
  float v = in[i * layout[3] + j * layout[4]];
  out[i * layout[1] + j * layout[2]] = v * v;
}

kernel void sum_first_axis(global float* out, global const float* in, int rows, int in0, int in1) {
  int j = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += in[i * in0 + j * in1];
  out[j] = sum;
}

// One work-item steps through a vector.
kernel void scale_task(global float* x, int n, int incx, float a) {
  int ix = 0;
  for (int i = 0; i < n; ++i) {
    x[ix] = a * x[ix];
    ix += incx;
  }
}
