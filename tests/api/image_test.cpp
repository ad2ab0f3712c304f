// SPDX-License-Identifier: Apache-2.0
// Creating image objects and asking about them (§5.3.1, 5.3.2, 5.3.7).
#include <CL/cl_gl.h>

#include <algorithm>

#include "image_fixture.h"

namespace {

using ImageTest = ImageFixture;

TEST_F(ImageTest, InfoOfEveryType) {
  struct Case {
    cl_image_desc desc;
    size_t height, depth, array_size, slice_pitch;
  };
  Mem buffer = Buffer(1024);
  cl_image_desc from_buffer = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 20);
  from_buffer.mem_object = buffer;
  const Case cases[] = {
      {Desc(CL_MEM_OBJECT_IMAGE1D, 20), 0, 0, 0, 0},
      {from_buffer, 0, 0, 0, 0},
      {Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 20, 0, 5), 0, 0, 5, 80},
      {Desc2D(20, 7), 7, 0, 0, 0},
      {Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 20, 7, 5), 7, 0, 5, 560},
      {Desc(CL_MEM_OBJECT_IMAGE3D, 20, 7, 3), 7, 3, 0, 560},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.desc.image_type);
    Mem image = Image(c.desc);
    const auto format = ImageInfo<cl_image_format>(image, CL_IMAGE_FORMAT);
    EXPECT_EQ(format.image_channel_order, cl_channel_order{CL_RGBA});
    EXPECT_EQ(format.image_channel_data_type, cl_channel_type{CL_UNSIGNED_INT8});
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE), 4u);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_WIDTH), 20u);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_HEIGHT), c.height);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_DEPTH), c.depth);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ARRAY_SIZE), c.array_size);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ROW_PITCH), 80u);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_SLICE_PITCH), c.slice_pitch);
    EXPECT_EQ(ImageInfo<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS), 0u);
    EXPECT_EQ(ImageInfo<cl_uint>(image, CL_IMAGE_NUM_SAMPLES), 0u);
    const cl_mem made_from = c.desc.mem_object;
    EXPECT_EQ(ImageInfo<cl_mem>(image, CL_IMAGE_BUFFER), made_from);
    EXPECT_EQ(MemInfo<cl_mem>(image, CL_MEM_ASSOCIATED_MEMOBJECT), made_from);
    EXPECT_EQ(MemInfo<cl_mem_object_type>(image, CL_MEM_TYPE), c.desc.image_type);
    EXPECT_EQ(MemInfo<cl_mem_flags>(image, CL_MEM_FLAGS), cl_mem_flags{CL_MEM_READ_WRITE});
    EXPECT_GE(MemInfo<size_t>(image, CL_MEM_SIZE), 80u);
    EXPECT_EQ(MemInfo<void*>(image, CL_MEM_HOST_PTR), nullptr);
    CheckQueryProtocol(clGetImageInfo, cl_mem{image}, CL_IMAGE_WIDTH);
    EXPECT_EQ(clGetImageInfo(image, CL_MEM_SIZE, 0, nullptr, nullptr), CL_INVALID_VALUE);
  }
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  for (cl_mem bad : BadHandles<cl_mem>()) {
    EXPECT_EQ(Driver().clGetImageInfo(bad, CL_IMAGE_WIDTH, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
  }
}

TEST_F(ImageTest, Formats) {
  const auto list = [&](cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
    EXPECT_LE(count, 128u);  // what many programs have room for
    std::vector<cl_image_format> formats(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, formats.data(), nullptr),
              CL_SUCCESS);
    return formats;
  };
  const auto has = [](const std::vector<cl_image_format>& formats, cl_channel_order order,
                      cl_channel_type type) {
    return std::ranges::any_of(formats, [&](const cl_image_format& f) {
      return f.image_channel_order == order && f.image_channel_data_type == type;
    });
  };
  const auto formats = list(CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE2D);
  for (cl_channel_order order : {CL_R, CL_RG, CL_RGBA}) {
    for (cl_channel_type type : {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16,
                                 CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
                                 CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT}) {
      EXPECT_TRUE(has(formats, order, type)) << std::hex << order << " " << type;
    }
  }
  EXPECT_TRUE(has(formats, CL_BGRA, CL_UNORM_INT8));
  EXPECT_TRUE(has(formats, CL_sRGBA, CL_UNORM_INT8));
  EXPECT_TRUE(has(formats, CL_DEPTH, CL_FLOAT));
  EXPECT_FALSE(has(list(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D), CL_DEPTH, CL_FLOAT));
  // Each of them can be had, for each type.
  for (cl_mem_object_type type :
       {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
        CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}) {
    for (const cl_image_format& format : list(CL_MEM_READ_WRITE, type)) {
      EXPECT_TRUE(Image(Desc(type, 3, 2, 2), format));
    }
  }
  cl_uint count = 0;
  cl_image_format one;
  const auto get = clGetSupportedImageFormats;
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 1, &one, &count), CL_SUCCESS);
  EXPECT_EQ(count, formats.size());
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, &one, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(get(context, cl_mem_flags{1} << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_VALUE);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(
        Driver().clGetSupportedImageFormats(bad, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
        CL_INVALID_CONTEXT);
  }
}

TEST_F(ImageTest, WrongFormats) {
  const cl_image_desc desc = Desc2D(4, 4);
  for (const cl_image_format& format : {cl_image_format{0, CL_FLOAT},
                                        {CL_RGBA, 0},
                                        {CL_RGB, CL_UNORM_INT8},
                                        {CL_RGBA, CL_UNORM_SHORT_565},
                                        {CL_INTENSITY, CL_SIGNED_INT8},
                                        {CL_BGRA, CL_FLOAT},
                                        {CL_sRGBA, CL_FLOAT},
                                        {CL_DEPTH, CL_UNORM_INT8}}) {
    EXPECT_EQ(ImageError(desc, format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
        << std::hex << format.image_channel_order << " " << format.image_channel_data_type;
  }
  EXPECT_EQ(ImageError(desc, {CL_sRGB, CL_UNORM_INT8}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  EXPECT_EQ(ImageError(desc, {CL_DEPTH_STENCIL, CL_UNORM_INT24}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4), {CL_DEPTH, CL_FLOAT}),
            CL_IMAGE_FORMAT_NOT_SUPPORTED);
  cl_int error = 1;
  EXPECT_EQ(clCreateImage(context, 0, nullptr, &desc, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(clCreateImage(context, 0, &kRgba8, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateImage(bad, 0, &kRgba8, &desc, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(ImageTest, WrongDescriptors) {
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_BUFFER, 4, 4)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(ImageError(Desc2D(0, 4)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(ImageError(Desc2D(4, 0)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 0)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4)), CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc desc = Desc2D(4, 4);
  desc.num_samples = 1;
  EXPECT_EQ(ImageError(desc), CL_INVALID_IMAGE_DESCRIPTOR);
  desc = Desc2D(4, 4);
  desc.image_row_pitch = 16;  // without host_ptr
  EXPECT_EQ(ImageError(desc), CL_INVALID_IMAGE_DESCRIPTOR);
  Mem parent = Image(Desc2D(4, 4));
  for (const cl_image_desc& of_another :
       {Desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4), Desc(CL_MEM_OBJECT_IMAGE1D, 4),
        Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4)}) {
    desc = of_another;
    desc.mem_object = parent;
    EXPECT_EQ(ImageError(desc), CL_INVALID_IMAGE_DESCRIPTOR);
  }

  const auto limit = [&](cl_uint param) { return Info<size_t>(clGetDeviceInfo, device, param); };
  const size_t wide = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1;
  EXPECT_EQ(ImageError(Desc2D(wide, 1)), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(ImageError(Desc2D(SIZE_MAX, SIZE_MAX)), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_IMAGE1D, wide)), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_IMAGE3D, 1, 1, limit(CL_DEVICE_IMAGE3D_MAX_DEPTH) + 1)),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(ImageError(
                Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE) + 1)),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(ImageError(Desc(CL_MEM_OBJECT_IMAGE3D, 2048, 2048, 2048), {CL_RGBA, CL_FLOAT}),
            CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(ImageTest, HostPointersAndFlags) {
  unsigned char data[64];
  const cl_image_desc desc = Desc2D(4, 4);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_COPY_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_READ_ONLY, data), CL_INVALID_HOST_PTR);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_KERNEL_READ_AND_WRITE), CL_INVALID_VALUE);
  cl_image_desc pitched = desc;
  pitched.image_row_pitch = 15;
  EXPECT_EQ(ImageError(pitched, kRgba8, CL_MEM_COPY_HOST_PTR, data), CL_INVALID_IMAGE_DESCRIPTOR);
  pitched.image_row_pitch = 18;  // no multiple of the element
  EXPECT_EQ(ImageError(pitched, kRgba8, CL_MEM_COPY_HOST_PTR, data), CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc slices = Desc(CL_MEM_OBJECT_IMAGE3D, 2, 2, 2);
  slices.image_slice_pitch = 8;  // below a slice
  EXPECT_EQ(ImageError(slices, kRgba8, CL_MEM_COPY_HOST_PTR, data), CL_INVALID_IMAGE_DESCRIPTOR);
  slices.image_row_pitch = SIZE_MAX & ~size_t{7};
  slices.image_slice_pitch = 0;
  EXPECT_EQ(ImageError(slices, kRgba8, CL_MEM_COPY_HOST_PTR, data), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ImageTest, CopiedHostPtrWithPitches) {
  cl_image_desc desc = Desc(CL_MEM_OBJECT_IMAGE3D, 3, 2, 2);
  desc.image_row_pitch = 20;
  desc.image_slice_pitch = 60;
  auto data = Bytes(120);
  Mem image = Image(desc, kRgba8, CL_MEM_COPY_HOST_PTR, data.data());
  EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ROW_PITCH), 20u);
  EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_SLICE_PITCH), 60u);
  const auto read = ReadAll(image, Origin{}, Origin{3, 2, 2});
  for (size_t z = 0; z < 2; ++z) {
    for (size_t y = 0; y < 2; ++y) {
      EXPECT_EQ(std::memcmp(&read[(z * 2 + y) * 12], &data[z * 60 + y * 20], 12), 0) << z << y;
    }
  }
}

TEST_F(ImageTest, FromABuffer) {
  const auto data = Bytes(256);
  Mem buffer = Buffer(data, CL_MEM_READ_ONLY);
  cl_image_desc desc = Desc2D(5, 4);
  desc.mem_object = buffer;
  desc.image_row_pitch = 32;
  Mem image = Image(desc, kRgba8, 0);
  EXPECT_EQ(MemInfo<cl_mem_flags>(image, CL_MEM_FLAGS) & CL_MEM_READ_ONLY,
            cl_mem_flags{CL_MEM_READ_ONLY});
  EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ROW_PITCH), 32u);
  const auto read = ReadAll(image, Origin{1, 2, 0}, Origin{4, 1, 1});
  EXPECT_EQ(std::memcmp(read.data(), &data[2 * 32 + 4], 16), 0);

  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_READ_WRITE), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_COPY_HOST_PTR), CL_INVALID_VALUE);
  cl_image_desc bad = desc;
  bad.image_row_pitch = 30;
  EXPECT_EQ(ImageError(bad, kRgba8, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  for (size_t cl_image_desc::*size : {&cl_image_desc::image_width, &cl_image_desc::image_height}) {
    bad = desc;
    bad.*size = 0;  // [EX21.3]: as a format that is not specified
    EXPECT_EQ(ImageError(bad, kRgba8, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
  bad = desc;
  bad.image_height = 9;
  EXPECT_EQ(ImageError(bad, kRgba8, 0), CL_INVALID_IMAGE_SIZE);
  bad = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 65);
  bad.mem_object = buffer;
  EXPECT_EQ(ImageError(bad, kRgba8, 0), CL_INVALID_IMAGE_SIZE);
  bad.image_width = 64;
  Mem line = Image(bad, kRgba8, 0);
  buffer.reset();  // the images keep it
  EXPECT_EQ(ReadAll(line, Origin{}, Origin{64, 1, 1}), data);
}

TEST_F(ImageTest, FromAnImage) {
  const cl_image_format linear{CL_RGBA, CL_UNORM_INT8}, srgb{CL_sRGBA, CL_UNORM_INT8};
  auto data = Bytes(64);
  Mem parent = Image(Desc2D(4, 4), linear, CL_MEM_COPY_HOST_PTR, data.data());
  cl_image_desc desc = Desc2D(4, 4);
  desc.mem_object = parent;
  desc.image_row_pitch = ImageInfo<size_t>(parent, CL_IMAGE_ROW_PITCH);
  Mem view = Image(desc, srgb, 0);
  EXPECT_EQ(MemInfo<cl_mem>(view, CL_MEM_ASSOCIATED_MEMOBJECT), cl_mem{parent});
  EXPECT_EQ(ReadAll(view, Origin{}, Origin{4, 4, 1}), data);
  const cl_float white[4] = {1, 1, 1, 1};
  EXPECT_EQ(
      clEnqueueFillImage(queue, parent, white, Origin{}, Origin{4, 1, 1}, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(ReadAll(view, Origin{}, Origin{1, 1, 1}), std::vector<unsigned char>(4, 255));

  EXPECT_EQ(ImageError(desc, linear, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(ImageError(desc, {CL_sRGBx, CL_UNORM_INT8}, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  cl_image_desc other = desc;
  other.image_width = 3;
  EXPECT_EQ(ImageError(other, srgb, 0), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  Mem depth_parent = Image(Desc2D(4, 4), {CL_R, CL_FLOAT});
  other = Desc2D(4, 4);
  other.mem_object = depth_parent;
  EXPECT_TRUE(Image(other, {CL_DEPTH, CL_FLOAT}, 0));
}

TEST_F(ImageTest, MipMapped) {
  cl_image_desc desc = Desc2D(20, 6);
  desc.num_mip_levels = 5;
  Mem image = Image(desc);
  EXPECT_EQ(ImageInfo<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS), 5u);
  desc.num_mip_levels = 16;
  EXPECT_EQ(ImageError(desc), CL_INVALID_IMAGE_DESCRIPTOR);
  Mem buffer = Buffer(480);
  cl_image_desc line = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 20);
  line.mem_object = buffer;
  line.num_mip_levels = desc.num_mip_levels = 2;
  EXPECT_EQ(ImageError(line), CL_INVALID_IMAGE_DESCRIPTOR);
  std::vector<unsigned char> data(480);
  EXPECT_EQ(ImageError(desc, kRgba8, CL_MEM_COPY_HOST_PTR, data.data()), CL_INVALID_HOST_PTR);
}

TEST_F(ImageTest, DeprecatedCalls) {
  auto data = Bytes(256);
  cl_int error = -1;
  Mem flat = clCreateImage2D(context, CL_MEM_USE_HOST_PTR, &kRgba8, 5, 4, 24, data.data(), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(ImageInfo<size_t>(flat, CL_IMAGE_ROW_PITCH), 24u);
  Mem deep = clCreateImage3D(context, 0, &kRgba8, 5, 4, 3, 0, 0, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(MemInfo<cl_mem_object_type>(deep, CL_MEM_TYPE), cl_uint{CL_MEM_OBJECT_IMAGE3D});
  EXPECT_EQ(clCreateImage2D(context, 0, &kRgba8, 0, 4, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(clCreateImage3D(context, 0, &kRgba8, 5, 4, 1, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_SIZE);
}

// Memory is got when it is used: an image of this size costs nothing until then.
TEST_F(ImageTest, LargeImagesAreLazy) {
  Mem image = Image(Desc2D(16384, 16384), {CL_RGBA, CL_UNSIGNED_INT8});
  const unsigned char one[4] = {1, 2, 3, 4};
  EXPECT_EQ(Write(image, Origin{16383, 16383, 0}, Origin{1, 1, 1}, one), CL_SUCCESS);
  EXPECT_EQ(ReadAll(image, Origin{16383, 16383, 0}, Origin{1, 1, 1}),
            std::vector<unsigned char>(one, one + 4));
}

}  // namespace
