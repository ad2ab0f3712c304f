/* SPDX-License-Identifier: Apache-2.0 */
/* All that libheddle.so sees of the compiler: one exported function that hands out a versioned
   table. No LLVM type, no exception and no C++ object crosses it. Every function of the table may
   be called from any thread at the same time; the work runs on threads of the compiler's own with
   large stacks, and the caller waits. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HDC_INTERFACE_VERSION 2u

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
  const char* cpu; /* canonical CPU features, from support/cpu_features.h: "+avx2,+fma,..." */
  const char* extensions; /* CL_DEVICE_EXTENSIONS: the only extensions that sources may use */
} hdc_target;

/* What a variant of a kernel takes for granted. All zeros: nothing, which is the variant that every
   launch may use whose global ids, the lanes behind the last of them included, stay below 2^31. */
typedef struct hdc_specialisation {
  uint64_t local_size[3]; /* the only local size that it is launched with, all groups full */
  uint32_t wide_ids;      /* not 0: global ids may be 2^31 and more */
} hdc_specialisation;

typedef struct hdc_result hdc_result;
/* Owns the result. Called once, on any thread; must not throw. */
typedef void (*hdc_done)(void* user_data, hdc_result* result);

typedef struct hdc_interface {
  uint32_t version;     /* HDC_INTERFACE_VERSION */
  const char* build_id; /* the build that both libraries come from; must equal the runtime's */
  const char* llvm_version;

  /* OpenCL C to a compiled object (clCompileProgram): a serialised ProgramRecord with IR and kernel
   * records, no objects. */
  hdc_result* (*compile)(const hdc_target* target, hdc_bytes source, const char* options,
                         const hdc_header* headers, size_t num_headers);
  /* Compile and link to an executable (clBuildProgram), with objects of up to 16 kernels. */
  hdc_result* (*build)(const hdc_target* target, hdc_bytes source, const char* options);
  /* Serialised records to an executable or a library (clLinkProgram, or clBuildProgram of a
   * binary). */
  hdc_result* (*link)(const hdc_target* target, const hdc_bytes* records, size_t num_records,
                      const char* options);
  /* The record of an executable to the record that has the object of kernel `name`, and neither
   * other kernels nor variables nor IR. `specialisation` may be null. Without a name: to the whole
   * record with the objects of all kernels, not specialised. */
  hdc_result* (*generate)(const hdc_target* target, hdc_bytes record, const char* name,
                          const hdc_specialisation* specialisation);
  /* The same, returning at once. In a child of fork() `done` is not called for what the parent
   * asked for. */
  void (*generate_later)(const hdc_target* target, hdc_bytes record, const char* name,
                         const hdc_specialisation* specialisation, hdc_done done, void* user_data);

  hdc_status (*status)(const hdc_result* result);
  const char* (*log)(
      const hdc_result* result); /* for the build log; "" if there is nothing to say */
  hdc_bytes (*record)(const hdc_result* result); /* a serialised ProgramRecord; empty on failure */
  void (*free_result)(hdc_result* result);

  /* Around fork(): waits until no compilation runs, and holds new ones back until `after_fork`. */
  void (*before_fork)(void);
  void (*after_fork)(int in_child);
} hdc_interface;

/* Exported by libheddle-compiler.so. Null if `version` is not served. */
typedef const hdc_interface* (*hdc_get_interface)(uint32_t version);
#define HDC_ENTRY_SYMBOL "heddle_compiler_interface"

#ifdef __cplusplus
} /* extern "C" */
#endif
