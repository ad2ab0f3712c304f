// Where the strides of neighbouring work-items are in memory, a version of the code is for those of 1: contiguous where the other
// one gathers. Not for strides of rows, which are hardly ever 1, nor for those that are read after a store, nor where work-items
// meet.
// RUN: %cl %s | heddle-opt --kernel rows --until unit-strides - | FileCheck --check-prefix=ROWS %s
// RUN: %cl %s | heddle-opt --kernel rows --until widen -pass-remarks=widen - 2>&1 >/dev/null | FileCheck --check-prefix=WIDE %s
// RUN: %cl %s | heddle-opt --kernel rows --until widen -pass-remarks=widen --disable-pass unit-strides - 2>&1 >/dev/null | FileCheck --check-prefix=OFF %s
// RUN: %cl %s | heddle-opt --kernel structure --until unit-strides - | FileCheck --check-prefix=STRUCTURE %s
// RUN: %cl %s | heddle-opt --kernel pitch --until unit-strides - | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel written --until unit-strides - | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel meets --until unit-strides - | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel repeated --until unit-strides - | FileCheck --check-prefix=NONE %s

// ROWS-LABEL: @rows(
// ROWS: [[IN:%.*]] = load i64, ptr
// ROWS: [[OUT:%.*]] = load i64, ptr
// ROWS-NOT: call
// ROWS: [[ONE:%.*]] = icmp eq i64 [[IN]], 1
// ROWS-NEXT: [[TWO:%.*]] = icmp eq i64 [[OUT]], 1
// ROWS-NEXT: [[ALL:%.*]] = and i1 [[ONE]], [[TWO]]
// ROWS-NEXT: br i1 [[ALL]], label %any.strides.unit, label %any.strides
// ROWS: any.strides:
// ROWS: mul nsw i64 {{.*}}, [[IN]]
// ROWS: any.strides.unit:
// ROWS-NOT: [[IN]]
// WIDE-DAG: load float: gather
// WIDE-DAG: load float: contiguous, else gather
// WIDE-DAG: store float: contiguous, else
// OFF-NOT: contiguous
kernel void rows(global float* out, global const float* in, global const long* layout) {
  long item = get_global_id(0), i = item / layout[0], j = item % layout[0];
  float v = in[i * layout[3] + j * layout[4]];
  out[i * layout[1] + j * layout[2]] = v * v;
}

struct layout {
  int rows, columns;
};

// STRUCTURE: icmp eq i32 {{%.*}}, 1
// STRUCTURE-NEXT: br i1
kernel void structure(global float* out, global const float* in, struct layout layout) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = in[y * layout.rows + x * layout.columns];
}

// NONE-NOT: any.strides
// NONE: ret void
kernel void pitch(global float* out, global const float* in, global const int* layout) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 64 + x] = in[y * layout[0] + x];
}

kernel void written(global int* out, global int* layout) {
  int x = get_global_id(0);
  layout[x + 1] = 5;
  out[x * layout[0]] = x;
}

kernel void meets(global float* out, global const float* in, global const int* layout, local float* box) {
  int x = get_global_id(0);
  box[get_local_id(0)] = in[x * layout[0]];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = box[get_local_id(0) ^ 1];
}

// The same place for all lanes.
kernel void repeated(global float* out, global const float* in, global const int* layout) {
  float sum = 0;
  for (int k = 0; k < 100; ++k) sum += in[k * layout[0]];
  out[get_global_id(0)] = sum;
}
