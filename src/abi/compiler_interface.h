/* SPDX-License-Identifier: Apache-2.0 */
/* All that libheddle.so sees of the compiler: one exported function that hands out a versioned
   table. No LLVM type, no exception and no C++ object crosses it. Every function of the table may
   be called from any thread at the same time; the work runs on threads of the compiler's own with
   large stacks, and the caller waits. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "abi/argument_facts.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HDC_INTERFACE_VERSION 7u

typedef enum hdc_status {
  HDC_SUCCESS = 0,
  HDC_FAILURE = 1,         /* the program is wrong: see the log */
  HDC_INVALID_OPTIONS = 2, /* an option is unknown or malformed: see the log */
  HDC_INVALID_INPUT = 3,   /* a record is not valid */
  HDC_INTERNAL_ERROR = 4   /* the compiler failed: see the log */
} hdc_status;

typedef struct hdc_bytes {
  const void* data;
  size_t size;
} hdc_bytes;

typedef struct hdc_header {
  const char* name; /* as in #include */
  hdc_bytes source;
} hdc_header;

/* The device that is compiled for. */
typedef struct hdc_target {
  const char* cpu;         /* canonical CPU features, from support/cpu_features.h */
  const char* extensions;  /* CL_DEVICE_EXTENSIONS: the only extensions that sources may use */
  uint32_t context;        /* HDC_ZERO_LOCAL...: what all kernels of a context do besides */
  uint32_t opencl_version; /* __OPENCL_VERSION__ of sources: 220, 300, 310 */
  uint32_t sub_group_size; /* of kernels that ask for none, one of kSubGroupSizes; 0: by cost */
} hdc_target;

#define HDC_ZERO_LOCAL 1u   /* local memory of a group begins as zeros ([EX22]) */
#define HDC_ZERO_PRIVATE 2u /* variables of a work-item begin as zeros ([EX22]) */
#define HDC_STOPPABLE 4u    /* loops end the launch when hd_launch.stop says so ([EX23]) */
#define HDC_LIMITED 8u      /* with HDC_STOPPABLE: they say where they do */

/* The assumptions of a variant of a kernel. All zeros are those of the general variant. A launch
   may use it if its global ids, the lanes after the last of them included, stay below
   HD_NARROW_IDS_END, and its arguments all point to objects of less than 2^32 - HD_WRAP_MARGIN
   bytes (numbers.h), which do not overlap if the kernel's record says assumes_apart. */
typedef struct hdc_variant_key {
  uint64_t local_size[3];  /* the only local size that it is launched with, all groups full */
  uint32_t wide_ids;       /* not 0: nothing is known of ids and objects */
  uint32_t linear_lanes;   /* not 0: KernelRecord::linear_lanes */
  uint32_t sub_group_size; /* as KernelRecord has it of the variant that every launch may use */
  uint32_t sizes_only;     /* not 0: what queries ask for, with images as they usually are, and no
                              object */
  uint32_t num_arguments;  /* facts follow, of the first arguments */
  const hd_argument_facts* arguments;
} hdc_variant_key;

#define HDC_MAX_KERNELS_AHEAD 16u /* others are generated when they are launched */

/* A specialisation constant of a SPIR-V module (§5.8.3). */
typedef struct hdc_spec_constant {
  uint32_t id;
  uint32_t size;  /* bytes of its type; 1 for a bool */
  uint64_t value; /* little-endian, `size` bytes of it count */
} hdc_spec_constant;

/* A module in an intermediate language, as the application gave it. */
typedef struct hdc_il {
  hdc_bytes module;
  const hdc_spec_constant* constants; /* those that were set */
  size_t num_constants;
} hdc_il;

/* Null stands for the result of an operation that ran out of memory. */
typedef struct hdc_result hdc_result;
/* Owns the result. Called once, on any thread; must not throw. */
typedef void (*hdc_done)(void* user_data, hdc_result* result);

typedef struct hdc_interface {
  uint32_t version;     /* HDC_INTERFACE_VERSION */
  const char* build_id; /* the build that both libraries come from; must equal the runtime's */
  const char* llvm_version;

  /* Makes a compiled object of OpenCL C (clCompileProgram): a serialised ProgramRecord with IR and
     kernel records, no objects. */
  hdc_result* (*compile)(const hdc_target* target, hdc_bytes source, const char* options,
                         const hdc_header* headers, size_t num_headers);
  /* Makes an executable of OpenCL C (clBuildProgram), with objects of its kernels if there are at
     most HDC_MAX_KERNELS_AHEAD. */
  hdc_result* (*build)(const hdc_target* target, hdc_bytes source, const char* options);
  /* Makes an executable or a library of serialised records (clLinkProgram, or clBuildProgram of a
     binary). */
  hdc_result* (*link)(const hdc_target* target, const hdc_bytes* records, size_t num_records,
                      const char* options);
  /* Makes the record that has the object of kernel `name`, and neither other kernels nor variables
     nor IR, of an executable's record. `key` may be null. Without a name: makes the whole record
     with the objects of all kernels, for any launch. */
  hdc_result* (*generate)(const hdc_target* target, hdc_bytes record, const char* name,
                          const hdc_variant_key* key);
  /* Starts the same and returns at once. In a child of fork() `done` is not called for its parent's
     requests. */
  void (*generate_later)(const hdc_target* target, hdc_bytes record, const char* name,
                         const hdc_variant_key* key, hdc_done done, void* user_data);

  /* Checks a module (clCreateProgramWithIL): HDC_INVALID_INPUT if the device does not take it. The
     result's record is an hdc_spec_constant for each of the module's. */
  hdc_result* (*inspect_il)(const hdc_target* target, hdc_bytes module);
  /* Do the same as `compile` and `build` for a module. */
  hdc_result* (*compile_il)(const hdc_target* target, const hdc_il* il, const char* options);
  hdc_result* (*build_il)(const hdc_target* target, const hdc_il* il, const char* options);

  hdc_status (*status)(const hdc_result* result);
  const char* (*log)(
      const hdc_result* result); /* for the build log; "" if there is nothing to say */
  hdc_bytes (*record)(const hdc_result* result); /* a serialised ProgramRecord; empty on failure */
  /* Returns the files that the result of `compile` or `build` depends on (abi/file_uses.h). */
  hdc_bytes (*file_uses)(const hdc_result* result);
  void (*free_result)(hdc_result* result);

  /* Around fork(): no compilation begins or ends in between. Those that run are not waited for: in
   * a child of a process with one, `after_fork` returns 0, and nothing here may be used again, for
   * threads that are not there may have held LLVM's locks. */
  void (*before_fork)(void);
  int (*after_fork)(int in_child);
} hdc_interface;

/* Exported by libheddle-compiler.so. Null if `version` is not served. */
typedef const hdc_interface* (*hdc_get_interface)(uint32_t version);
#define HDC_ENTRY_SYMBOL "heddle_compiler_interface"

#ifdef __cplusplus
} /* extern "C" */
#endif
