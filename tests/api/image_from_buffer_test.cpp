// SPDX-License-Identifier: Apache-2.0
// Images of every type in the elements of a buffer (cl_ext_image_from_buffer).
#include "image_fixture.h"
#include "platform/later_extensions.h"

namespace {

struct Shape {
  cl_mem_object_type type;
  const char* name;       ///< in OpenCL C
  const char* position;   ///< of an element, from x, y and z
  size_t height, slices;  ///< 1 where the type has none
};
constexpr Shape kShapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", "x", 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", "x", 1, 1},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "(int2)(x, z)", 1, 3},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", "(int2)(x, y)", 4, 1},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", "(int4)(x, y, z, 0)", 4, 3},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", "(int4)(x, y, z, 0)", 4, 3},
};
constexpr size_t kWidth = 37, kElement = 4;

class ImageFromBufferTest : public ImageFixture {
 protected:
  /// Describes an image with rows and slices further apart than need be, where the type has some.
  static cl_image_desc Padded(const Shape& shape, cl_mem buffer) {
    cl_image_desc desc = Desc(shape.type, kWidth, shape.height, shape.slices);
    if (shape.height > 1 || shape.slices > 1) desc.image_row_pitch = kElement * (kWidth + 3);
    if (shape.slices > 1) desc.image_slice_pitch = desc.image_row_pitch * (shape.height + 2);
    desc.mem_object = buffer;
    return desc;
  }
  /// Returns where an element of an image with that descriptor is, in bytes.
  static size_t At(const cl_image_desc& desc, size_t x, size_t y, size_t z) {
    return z * desc.image_slice_pitch + y * desc.image_row_pitch + x * kElement;
  }
  static size_t SizeOf(const Shape& shape, const cl_image_desc& desc) {
    if (shape.slices > 1) return desc.image_slice_pitch * shape.slices;
    return shape.height > 1 ? desc.image_row_pitch * shape.height : kWidth * kElement;
  }
  template <class Do>
  static void Each(const Shape& shape, Do&& work) {
    for (size_t z = 0; z < shape.slices; ++z)
      for (size_t y = 0; y < shape.height; ++y)
        for (size_t x = 0; x < kWidth; ++x) work(x, y, z);
  }
  void RunOver(cl_kernel kernel, const Shape& shape) {
    const size_t global[3] = {kWidth, shape.height, shape.slices};
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

TEST_F(ImageFromBufferTest, KernelsSeeTheElements) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(shape.name);
    const std::string position = shape.position;
    Program program =
        Build(std::string("kernel void take(read_only ") + shape.name +
              " image, global uint* out) {\n"
              "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
              "  uint4 c = read_imageui(image, " +
              position +
              ");\n"
              "  out[(z * get_global_size(1) + y) * get_global_size(0) + x] =\n"
              "      c.x | c.y << 8 | c.z << 16 | c.w << 24;\n"
              "}\n"
              "kernel void put(write_only " +
              shape.name +
              " image) {\n"
              "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
              "  write_imageui(image, " +
              position +
              ", (uint4)(x, y, z, 77));\n"
              "}\n");
    // In a part of a buffer, the rest of which stays as it is.
    const size_t before = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const cl_buffer_region part{before, SizeOf(shape, Padded(shape, nullptr))};
    std::vector<unsigned char> bytes = Bytes(before + part.size + 64);
    Mem buffer = Buffer(bytes);
    cl_int error = 1;
    Mem sub = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const cl_image_desc desc = Padded(shape, sub);
    Mem image = Image(desc);
    EXPECT_EQ(MemInfo<cl_mem>(image, CL_MEM_ASSOCIATED_MEMOBJECT), sub);
    EXPECT_EQ(MemInfo<size_t>(image, CL_MEM_SIZE), part.size);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ROW_PITCH),
              desc.image_row_pitch ? desc.image_row_pitch : kWidth * kElement);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_SLICE_PITCH), desc.image_slice_pitch);

    Mem out = Buffer(kWidth * shape.height * shape.slices * 4);
    Kernel take = MakeKernel(program, "take"), put = MakeKernel(program, "put");
    SetArgs(take, cl_mem{image}, cl_mem{out});
    RunOver(take, shape);
    const auto taken = Read<cl_uint>(out, kWidth * shape.height * shape.slices);
    Each(shape, [&](size_t x, size_t y, size_t z) {
      cl_uint expected = 0;
      std::memcpy(&expected, &bytes[before + At(desc, x, y, z)], 4);
      ASSERT_EQ(taken[(z * shape.height + y) * kWidth + x], expected)
          << x << ", " << y << ", " << z;
    });

    SetArgs(put, cl_mem{image});
    RunOver(put, shape);
    Each(shape, [&](size_t x, size_t y, size_t z) {
      unsigned char* at = &bytes[before + At(desc, x, y, z)];
      at[0] = static_cast<unsigned char>(x), at[1] = static_cast<unsigned char>(y);
      at[2] = static_cast<unsigned char>(z), at[3] = 77;
    });
    EXPECT_EQ(Read<unsigned char>(buffer, bytes.size()), bytes);
  }
}

TEST_F(ImageFromBufferTest, CommandsSeeTheElements) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(shape.name);
    std::vector<unsigned char> bytes = Bytes(SizeOf(shape, Padded(shape, nullptr)));
    Mem buffer = Buffer(bytes);
    const cl_image_desc desc = Padded(shape, buffer);
    Mem image = Image(desc);
    const bool is_1d_array = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t region[3] = {kWidth, is_1d_array ? shape.slices : shape.height,
                              is_1d_array ? 1 : shape.slices};
    const Origin origin{};
    std::vector<unsigned char> packed;
    Each(shape, [&](size_t x, size_t y, size_t z) {
      const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(At(desc, x, y, z));
      packed.insert(packed.end(), at, at + kElement);
    });
    EXPECT_EQ(ReadAll(image, origin, region), packed);
    cl_int error = 1;
    size_t row = 0, slice = 0;
    void* mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &row,
                                     &slice, 0, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(std::memcmp(mapped, bytes.data(), kWidth * kElement), 0);
    if (desc.image_row_pitch) EXPECT_EQ(row, desc.image_row_pitch);
    EXPECT_EQ(slice, desc.image_slice_pitch);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    const cl_uint color[4] = {1, 2, 3, 4};
    EXPECT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
              CL_SUCCESS);
    Each(shape, [&](size_t x, size_t y, size_t z) {
      for (size_t i = 0; i < kElement; ++i)
        bytes[At(desc, x, y, z) + i] = static_cast<unsigned char>(i + 1);
    });
    EXPECT_EQ(Read<unsigned char>(buffer, bytes.size()), bytes);
  }
}

// Without pitches the elements lie close together.
TEST_F(ImageFromBufferTest, DefaultPitches) {
  Mem buffer = Buffer(Bytes(kWidth * kElement * 12));
  for (const Shape& shape : kShapes) {
    cl_image_desc desc = Desc(shape.type, kWidth, shape.height, shape.slices);
    desc.mem_object = buffer;
    Mem image = Image(desc);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ROW_PITCH), kWidth * kElement);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_SLICE_PITCH),
              shape.slices > 1 ? kWidth * kElement * shape.height : 0);
    EXPECT_EQ(MemInfo<size_t>(image, CL_MEM_SIZE), kWidth * kElement * shape.height * shape.slices);
  }
}

TEST_F(ImageFromBufferTest, Errors) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(shape.name);
    const size_t size = SizeOf(shape, Padded(shape, nullptr));
    Mem buffer = Buffer(size), small = Buffer(size - 1);
    const cl_image_desc right = Padded(shape, buffer);
    EXPECT_TRUE(Image(right));
    EXPECT_EQ(ImageError(Padded(shape, small)), CL_INVALID_IMAGE_SIZE);
    cl_image_desc bad = right;
    if (shape.height > 1 || shape.slices > 1) {
      bad.image_row_pitch += 1;
      EXPECT_EQ(ImageError(bad), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
      bad.image_row_pitch = kElement * (kWidth - 1);
      EXPECT_EQ(ImageError(bad), CL_INVALID_IMAGE_DESCRIPTOR);
    }
    bad = right;
    bad.image_slice_pitch += 1;
    EXPECT_EQ(ImageError(bad),
              shape.slices > 1 ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_INVALID_IMAGE_DESCRIPTOR);
    bad.image_slice_pitch += kElement - 1;  // aligned, but no multiple of the row pitch
    EXPECT_EQ(ImageError(bad), CL_INVALID_IMAGE_DESCRIPTOR);
    bad = right;
    bad.num_mip_levels = 2;
    EXPECT_EQ(ImageError(bad), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(ImageError(right, kRgba8, CL_MEM_COPY_HOST_PTR, this), CL_INVALID_VALUE);
    EXPECT_EQ(ImageError(right, kRgba8, 0, this), CL_INVALID_HOST_PTR);
    Mem read_only = Buffer(size, CL_MEM_READ_ONLY);
    EXPECT_EQ(ImageError(Padded(shape, read_only), kRgba8, CL_MEM_READ_WRITE), CL_INVALID_VALUE);
    EXPECT_EQ(MemInfo<cl_mem_flags>(Image(Padded(shape, read_only), kRgba8, 0), CL_MEM_FLAGS),
              cl_mem_flags{CL_MEM_READ_ONLY});
  }
}

TEST_F(ImageFromBufferTest, HostPointersAreAligned) {
  alignas(16) unsigned char store[kWidth * kElement * 64];
  for (const Shape& shape : kShapes) {
    for (const size_t offset : {size_t{1}, size_t{2}, size_t{4}}) {
      cl_int error = 1;
      Mem buffer =
          clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof(store) - 16, store + offset, &error);
      cl_image_desc desc = Desc(shape.type, 4, 4, 3);
      desc.mem_object = buffer;
      if (offset < 4)
        EXPECT_EQ(ImageError(desc), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) << shape.name;
      else
        EXPECT_TRUE(Image(desc)) << shape.name;
    }
  }
}

}  // namespace
