/* SPDX-License-Identifier: Apache-2.0
 *
 * The version of Heddle that these headers belong to. The build reads it here. */
#ifndef CL_HEDDLE_VERSION_H_
#define CL_HEDDLE_VERSION_H_

#define CL_HEDDLE_VERSION_MAJOR 0
#define CL_HEDDLE_VERSION_MINOR 2
#define CL_HEDDLE_VERSION_PATCH 0

/* As CL_MAKE_VERSION of OpenCL 3.0 has it: 10, 10 and 12 bits. */
#define CL_HEDDLE_MAKE_VERSION(major, minor, patch) \
  ((((major)&0x3ffu) << 22) | (((minor)&0x3ffu) << 12) | ((patch)&0xfffu))

/* #if CL_HEDDLE_VERSION >= CL_HEDDLE_MAKE_VERSION(0, 2, 0) */
#define CL_HEDDLE_VERSION \
  CL_HEDDLE_MAKE_VERSION(CL_HEDDLE_VERSION_MAJOR, CL_HEDDLE_VERSION_MINOR, CL_HEDDLE_VERSION_PATCH)

#endif /* CL_HEDDLE_VERSION_H_ */
