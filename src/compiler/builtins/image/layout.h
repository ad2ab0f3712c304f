// SPDX-License-Identifier: Apache-2.0
// The offsets of the fields of an hd_image (abi/kernel_abi.h), for sources that cannot include it.
// The pass that lowers the intrinsics on images checks them. No code, for C++ and OpenCL C alike.
#ifndef HEDDLE_BUILTINS_IMAGE_LAYOUT_H
#define HEDDLE_BUILTINS_IMAGE_LAYOUT_H

#define HD_IMAGE_DATA 0
#define HD_IMAGE_WIDTH 8
#define HD_IMAGE_HEIGHT 12
#define HD_IMAGE_DEPTH 16
#define HD_IMAGE_ARRAY_SIZE 20
#define HD_IMAGE_ROW_PITCH 24
#define HD_IMAGE_SLICE_PITCH 32
#define HD_IMAGE_CHANNEL_ORDER 44
#define HD_IMAGE_CHANNEL_DATA_TYPE 48
#define HD_IMAGE_ELEMENT_SIZE 52
#define HD_IMAGE_NUM_MIP_LEVELS 56
#define HD_IMAGE_NUM_SAMPLES 60
#define HD_IMAGE_LEVELS 64
#define HD_IMAGE_BYTES 72
#define HD_IMAGE_LEVEL_BYTES 40

// Pseudo fields, which a variant assumes (abi/compiler_interface.h): whether the format is known,
// and whether an element's number fits into 31 bits.
#define HD_IMAGE_IS_KNOWN 1000
#define HD_IMAGE_IS_NEAR 1001

#endif
