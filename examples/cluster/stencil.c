// SPDX-License-Identifier: Apache-2.0
// Heat that spreads over a plate, on as many processes as `mpirun` starts: each has some rows, and
// sends its outermost ones to its neighbours in each step. docs/clusters.md tells how it is run.
//
// MPI sends from and receives into mapped pointers: on a CPU they are the buffers' own memory, so
// that nobody copies. While messages are on their way, the device computes the cells that need none.
#include <CL/cl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* kSource =
    "float next(global const float* up, global const float* here, global const float* down, int x,\n"
    "           int width) {\n"
    "  return x == 0 || x == width - 1 ? here[x] : 0.25f * (up[x] + down[x] + here[x - 1] + here[x + 1]);\n"
    "}\n"
    "// Rows 1 to height - 2, which need no others than this process's.\n"
    "kernel void inner(global const float* old, global float* out, int width) {\n"
    "  const int x = get_global_id(0), at = (get_global_id(1) + 1) * width;\n"
    "  out[at + x] = next(old + at - width, old + at, old + at + width, x, width);\n"
    "}\n"
    "// The first and the last row; those of the plate stay as they are.\n"
    "kernel void edges(global const float* old, global float* out, int width, int height,\n"
    "                  global const float* above, global const float* below, int first, int last) {\n"
    "  const int x = get_global_id(0), at = (height - 1) * width;\n"
    "  out[x] = first ? old[x] : next(above, old, old + width, x, width);\n"
    "  out[at + x] = last ? old[at + x] : next(old + at - width, old + at, below, x, width);\n"
    "}\n";

enum { kUp, kDown, kSides };

// How inner cells and messages share the time.
enum {
  kNone,   // messages first, to compare with
  kHelp,   // this thread computes as well, and looks after messages in between
  kSpin,   // this thread is in MPI alone, which waits without sleep: for processes with a unit to spare
  kPieces = 4 // of the inner cells, between which messages are looked after
};

typedef struct {
  int width, height;         // all cells
  int steps, repeats;
  int overlap;               // one of the names below
  int check;                 // 1: the first process computes the whole plate in C as well
  const char* output;        // where the result is written; null: nowhere
} Options;

// One process's part of the plate.
typedef struct {
  int rank, ranks, rows, first_row;
  int neighbours[kSides];    // MPI_PROC_NULL at the plate's ends
  size_t row_bytes;
  cl_context context;
  cl_command_queue queue;
  cl_kernel inner, edges;
  cl_mem cells[2];           // the old ones and the new ones, in turn
  cl_mem halo[kSides];       // the neighbours' rows
  cl_uint units;
  double waited;             // seconds in which only messages were waited for
  double messages, bytes;    // that this process sent
} Part;

static void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, status);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// The rows of each process differ by one at most.
static int first_row_of(int rank, int ranks, int height) {
  return (int)((long)height * rank / ranks);
}

static float start_value(int x, int y) {
  return (float)((unsigned)(x * 7919 + y * 104729) % 1000u) / 10.0f;
}

static cl_mem make_buffer(Part* part, size_t bytes) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(part->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &status);
  check(status, "clCreateBuffer");
  return buffer;
}

static float* map(Part* part, cl_mem buffer, cl_map_flags flags, size_t offset, size_t bytes) {
  cl_int status;
  float* cells = clEnqueueMapBuffer(part->queue, buffer, CL_TRUE, flags, offset, bytes, 0, NULL, NULL, &status);
  check(status, "clEnqueueMapBuffer");
  return cells;
}

static void unmap(Part* part, cl_mem buffer, float* cells) {
  check(clEnqueueUnmapMemObject(part->queue, buffer, cells, 0, NULL, NULL), "clEnqueueUnmapMemObject");
}

static cl_kernel make_kernel(cl_program program, const char* name) {
  cl_int status;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  check(status, name);
  return kernel;
}

static void open_device(Part* part) {
  cl_int status;
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof part->units, &part->units, NULL), "clGetDeviceInfo");
  part->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  part->queue = clCreateCommandQueueWithProperties(part->context, device, NULL, &status);
  check(status, "clCreateCommandQueueWithProperties");
  // All processes build the same program at once: with a kernel cache one of them compiles it.
  cl_program program = clCreateProgramWithSource(part->context, 1, &kSource, NULL, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  part->inner = make_kernel(program, "inner");
  part->edges = make_kernel(program, "edges");
  clReleaseProgram(program);
}

static void make_cells(Part* part, const Options* options) {
  part->first_row = first_row_of(part->rank, part->ranks, options->height);
  part->rows = first_row_of(part->rank + 1, part->ranks, options->height) - part->first_row;
  part->neighbours[kUp] = part->rank > 0 ? part->rank - 1 : MPI_PROC_NULL;
  part->neighbours[kDown] = part->rank + 1 < part->ranks ? part->rank + 1 : MPI_PROC_NULL;
  part->row_bytes = sizeof(float) * (size_t)options->width;
  for (int i = 0; i < 2; ++i) {
    part->cells[i] = make_buffer(part, part->row_bytes * (size_t)part->rows);
    part->halo[i] = make_buffer(part, part->row_bytes);
  }
}

static void fill(Part* part, const Options* options) {
  float* cells = map(part, part->cells[0], CL_MAP_WRITE_INVALIDATE_REGION, 0, part->row_bytes * (size_t)part->rows);
  for (int y = 0; y < part->rows; ++y) {
    for (int x = 0; x < options->width; ++x) {
      cells[(size_t)y * (size_t)options->width + (size_t)x] = start_value(x, part->first_row + y);
    }
  }
  unmap(part, part->cells[0], cells);
}

// Hands over a piece of the inner rows.
static void enqueue_inner(Part* part, const Options* options, int piece, int pieces) {
  const size_t inner = (size_t)(part->rows - 2), begin = inner * (size_t)piece / (size_t)pieces;
  const size_t offset[2] = {0, begin}, size[2] = {(size_t)options->width, inner * (size_t)(piece + 1) / (size_t)pieces - begin};
  if (size[1] == 0) return;
  check(clEnqueueNDRangeKernel(part->queue, part->inner, 2, offset, size, NULL, 0, NULL, NULL), "inner");
  check(clFlush(part->queue), "clFlush");
}

// Computes the inner cells and waits for the messages.
static void run_inner(Part* part, const Options* options, MPI_Request* requests, int count) {
  if (options->overlap == kSpin) enqueue_inner(part, options, 0, 1);
  for (int piece = 0, done = 0; options->overlap == kHelp && piece < kPieces; ++piece) {
    enqueue_inner(part, options, piece, kPieces);
    // Long messages go on in such calls only.
    if (!done) MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    check(clFinish(part->queue), "clFinish"); // a CPU's driver has this thread compute, too
  }
  const double begin = MPI_Wtime();
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  part->waited += MPI_Wtime() - begin;
  if (options->overlap == kNone) enqueue_inner(part, options, 0, 1);
}

static void run_edges(Part* part, const Options* options, cl_mem old, cl_mem new) {
  const size_t size = (size_t)options->width;
  const cl_int first = part->neighbours[kUp] == MPI_PROC_NULL, last = part->neighbours[kDown] == MPI_PROC_NULL;
  const cl_mem memory[2] = {old, new};
  for (cl_uint i = 0; i < 2; ++i) {
    check(clSetKernelArg(part->edges, i, sizeof memory[i], &memory[i]), "cells");
    check(clSetKernelArg(part->edges, 4 + i, sizeof part->halo[i], &part->halo[i]), "halo");
  }
  check(clSetKernelArg(part->edges, 2, sizeof options->width, &options->width), "width");
  check(clSetKernelArg(part->edges, 3, sizeof part->rows, &part->rows), "rows");
  check(clSetKernelArg(part->edges, 6, sizeof first, &first), "first");
  check(clSetKernelArg(part->edges, 7, sizeof last, &last), "last");
  check(clEnqueueNDRangeKernel(part->queue, part->edges, 1, NULL, &size, NULL, 0, NULL, NULL), "edges");
}

// One step. The old cells are mapped for reading while `inner` reads them, which OpenCL allows; what is
// received goes into buffers of its own, because a buffer that is mapped for writing is no kernel's.
static void step(Part* part, const Options* options, cl_mem old, cl_mem new) {
  const size_t edge[kSides] = {0, part->row_bytes * (size_t)(part->rows - 1)};
  float *sent[kSides] = {NULL, NULL}, *received[kSides] = {NULL, NULL};
  MPI_Request requests[2 * kSides];
  int count = 0;
  for (int side = 0; side < kSides; ++side) {
    if (part->neighbours[side] == MPI_PROC_NULL) continue;
    sent[side] = map(part, old, CL_MAP_READ, edge[side], part->row_bytes);
    received[side] = map(part, part->halo[side], CL_MAP_WRITE_INVALIDATE_REGION, 0, part->row_bytes);
    // A row that goes up is received from below: its tag is the side that it was sent to.
    MPI_Irecv(received[side], options->width, MPI_FLOAT, part->neighbours[side], 1 - side, MPI_COMM_WORLD, &requests[count++]);
    MPI_Isend(sent[side], options->width, MPI_FLOAT, part->neighbours[side], side, MPI_COMM_WORLD, &requests[count++]);
    part->messages += 1;
    part->bytes += (double)part->row_bytes;
  }
  check(clSetKernelArg(part->inner, 0, sizeof old, &old), "old");
  check(clSetKernelArg(part->inner, 1, sizeof new, &new), "new");
  check(clSetKernelArg(part->inner, 2, sizeof options->width, &options->width), "width");
  run_inner(part, options, requests, count);
  for (int side = 0; side < kSides; ++side) {
    if (!sent[side]) continue;
    unmap(part, old, sent[side]);
    unmap(part, part->halo[side], received[side]);
  }
  run_edges(part, options, old, new);
}

// Returns the seconds that all steps took.
static double run(Part* part, const Options* options) {
  fill(part, options);
  clFinish(part->queue);
  part->waited = part->messages = part->bytes = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < options->steps; ++i) step(part, options, part->cells[i % 2], part->cells[1 - i % 2]);
  clFinish(part->queue);
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - begin;
}

// The same in plain C, in one process. Additions in the same order and a product that is rounded once
// give the same bits.
static float* reference(const Options* options) {
  const size_t width = (size_t)options->width, height = (size_t)options->height;
  float* cells[2] = {malloc(sizeof(float) * width * height), malloc(sizeof(float) * width * height)};
  if (!cells[0] || !cells[1]) check(CL_OUT_OF_HOST_MEMORY, "reference");
  for (size_t i = 0; i < width * height; ++i) cells[0][i] = start_value((int)(i % width), (int)(i / width));
  memcpy(cells[1], cells[0], sizeof(float) * width * height);
  for (int i = 0; i < options->steps; ++i) {
    const float* old = cells[i % 2];
    for (size_t y = 1; y + 1 < height; ++y) {
      for (size_t at = y * width + 1; at + 1 < (y + 1) * width; ++at) {
        cells[1 - i % 2][at] = 0.25f * (old[at - width] + old[at + width] + old[at - 1] + old[at + 1]);
      }
    }
  }
  free(cells[1 - options->steps % 2]);
  return cells[options->steps % 2];
}

// Collects the plate in the first process, which writes and checks it. Returns the number of wrong cells.
static size_t collect(Part* part, const Options* options) {
  const size_t width = (size_t)options->width, cells = width * (size_t)options->height;
  float* all = part->rank == 0 ? malloc(sizeof(float) * cells) : NULL;
  int* counts = malloc(sizeof(int) * (size_t)part->ranks);
  int* begins = malloc(sizeof(int) * (size_t)part->ranks);
  if ((part->rank == 0 && !all) || !counts || !begins) check(CL_OUT_OF_HOST_MEMORY, "collect");
  for (int i = 0; i < part->ranks; ++i) {
    begins[i] = first_row_of(i, part->ranks, options->height);
    counts[i] = first_row_of(i + 1, part->ranks, options->height) - begins[i];
  }
  MPI_Datatype row;
  MPI_Type_contiguous(options->width, MPI_FLOAT, &row);
  MPI_Type_commit(&row);
  cl_mem last = part->cells[options->steps % 2];
  float* mine = map(part, last, CL_MAP_READ, 0, part->row_bytes * (size_t)part->rows);
  MPI_Gatherv(mine, part->rows, row, all, counts, begins, row, 0, MPI_COMM_WORLD);
  unmap(part, last, mine);
  clFinish(part->queue);
  MPI_Type_free(&row);
  size_t wrong = 0;
  if (all && options->check) {
    float* right = reference(options);
    for (size_t i = 0; i < cells; ++i) wrong += memcmp(&all[i], &right[i], sizeof(float)) != 0;
    free(right);
  }
  if (all && options->output) {
    FILE* file = fopen(options->output, "wb");
    if (!file || fwrite(all, sizeof(float), cells, file) != cells || fclose(file) != 0) check(CL_INVALID_VALUE, options->output);
  }
  free(all);
  free(counts);
  free(begins);
  return wrong;
}

static void print(const Part* part, const Options* options, double seconds) {
  double sent[2] = {part->messages / options->steps, part->bytes / options->steps}, sum[2], most[2], waited, mean;
  unsigned fewest, largest;
  MPI_Reduce(sent, sum, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(sent, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  mean = part->waited / options->steps;
  MPI_Reduce(&mean, &waited, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&part->units, &fewest, 1, MPI_UNSIGNED, MPI_MIN, 0, MPI_COMM_WORLD);
  MPI_Reduce(&part->units, &largest, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
  if (part->rank != 0) return;
  printf("ranks %d units %u..%u: %.3f ms a step, %.3f ms of it in MPI, sent a step %.0f messages %.0f bytes, "
         "at most %.0f messages %.0f bytes by one rank\n",
         part->ranks, fewest, largest, 1e3 * seconds / options->steps, 1e3 * waited / part->ranks, sum[0], sum[1], most[0], most[1]);
}

static Options parse(int argc, char** argv) {
  Options options = {2048, 2048, 100, 3, kHelp, 0, NULL};
  const struct {
    const char* name;
    int* number;
  } numbers[] = {{"--width", &options.width}, {"--height", &options.height}, {"--steps", &options.steps},
                 {"--repeats", &options.repeats}, {"--overlap", &options.overlap}, {"--check", &options.check}};
  for (int i = 1; i + 1 < argc; i += 2) {
    size_t at = 0;
    while (at < sizeof numbers / sizeof *numbers && strcmp(argv[i], numbers[at].name) != 0) ++at;
    if (at < sizeof numbers / sizeof *numbers) {
      *numbers[at].number = atoi(argv[i + 1]);
    } else if (strcmp(argv[i], "--output") == 0) {
      options.output = argv[i + 1];
    } else {
      check(CL_INVALID_VALUE, argv[i]);
    }
  }
  if (argc % 2 == 0 || options.width < 1 || options.steps < 1 || options.repeats < 1) {
    check(CL_INVALID_VALUE, "usage: stencil [--width N] [--height N] [--steps N] [--repeats N] [--overlap 0|1|2] [--check 0|1] [--output FILE]");
  }
  return options;
}

int main(int argc, char** argv) {
  Part part = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &part.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &part.ranks);
  const Options options = parse(argc, argv);
  if (options.height < 2 * part.ranks) check(CL_INVALID_VALUE, "two rows a process are the least");
  open_device(&part);
  make_cells(&part, &options);
  double best = run(&part, &options), waited = part.waited;
  for (int i = 1; i < options.repeats; ++i) {
    const double seconds = run(&part, &options);
    if (seconds >= best) continue;
    best = seconds;
    waited = part.waited;
  }
  part.waited = waited;
  print(&part, &options, best);
  unsigned long wrong = collect(&part, &options);
  MPI_Bcast(&wrong, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  if (wrong && part.rank == 0) fprintf(stderr, "%lu cells are not those of one process\n", wrong);
  for (int i = 0; i < 2; ++i) {
    clReleaseMemObject(part.cells[i]);
    clReleaseMemObject(part.halo[i]);
  }
  clReleaseKernel(part.inner);
  clReleaseKernel(part.edges);
  clReleaseCommandQueue(part.queue);
  clReleaseContext(part.context);
  MPI_Finalize();
  return wrong != 0;
}
