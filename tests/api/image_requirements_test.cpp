// SPDX-License-Identifier: Apache-2.0
// Requirements of images before they are made (cl_ext_image_requirements_info): each answer is held
// against an image that is made by it, and against one that asks for a little more.
#include <bit>

#include "image_fixture.h"
#include "platform/later_extensions.h"

namespace {

namespace khr = heddle::khr;

constexpr cl_mem_object_type kTypes[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                         CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                         CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
constexpr cl_image_format kFloats{CL_RGBA, CL_FLOAT};

class ImageRequirementsTest : public ImageFixture {
 protected:
  using Function = cl_int(CL_API_CALL*)(cl_context, const cl_mem_properties*, cl_mem_flags,
                                        const cl_image_format*, const cl_image_desc*, cl_uint,
                                        size_t, void*, size_t*);

  void SetUp() override {
    ImageFixture::SetUp();
    ask = reinterpret_cast<Function>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetImageRequirementsInfoEXT"));
    ASSERT_NE(ask, nullptr);
  }
  template <class T>
  T Answer(cl_uint id, const cl_image_format* format, const cl_image_desc* desc,
           cl_mem_flags flags = CL_MEM_READ_WRITE) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(ask(context, nullptr, flags, format, desc, id, sizeof(T), &value, &size), CL_SUCCESS)
        << std::hex << id;
    EXPECT_EQ(size, sizeof(T));
    EXPECT_EQ(ask(context, nullptr, flags, format, desc, id, sizeof(T) - 1, &value, nullptr),
              CL_INVALID_VALUE);
    return value;
  }
  cl_int Error(cl_uint id, const cl_image_format* format, const cl_image_desc* desc,
               cl_mem_flags flags = CL_MEM_READ_WRITE,
               const cl_mem_properties* properties = nullptr) {
    return ask(context, properties, flags, format, desc, id, 0, nullptr, nullptr);
  }
  size_t Limit(cl_uint param) { return Info<size_t>(clGetDeviceInfo, device, param); }

  Function ask = nullptr;
};

TEST_F(ImageRequirementsTest, IsListed) {
  const std::string names = " " + InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(names.find(" cl_ext_image_requirements_info "), std::string::npos);
  EXPECT_NE(names.find(" cl_ext_image_from_buffer "), std::string::npos);
}

TEST_F(ImageRequirementsTest, Alignments) {
  const size_t pitch = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT);
  const size_t base =
      Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);
  for (const cl_mem_object_type type : kTypes) {
    const cl_image_desc desc = Desc(type, 5, 4, 3);
    cl_image_format formats[128];
    cl_uint count = 0;
    ASSERT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, type, 128, formats, &count),
              CL_SUCCESS);
    for (cl_uint i = 0; i < count; ++i) {
      const size_t element = ImageInfo<size_t>(
          Image(Desc(type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? CL_MEM_OBJECT_IMAGE1D : type, 5, 4, 3),
                formats[i]),
          CL_IMAGE_ELEMENT_SIZE);
      for (const cl_uint id :
           {khr::kImageRequirementsRowPitchAlignment, khr::kImageRequirementsSlicePitchAlignment}) {
        const auto answer = Answer<size_t>(id, &formats[i], &desc);
        EXPECT_EQ(answer, element * pitch);
        EXPECT_EQ(Answer<size_t>(id, &formats[i], nullptr), answer);
        EXPECT_GE(Answer<size_t>(id, nullptr, &desc), answer);
      }
      const auto address =
          Answer<size_t>(khr::kImageRequirementsBaseAddressAlignment, &formats[i], &desc);
      EXPECT_TRUE(std::has_single_bit(address));
      EXPECT_LE(address, element * base);
      EXPECT_GE(Answer<size_t>(khr::kImageRequirementsBaseAddressAlignment, nullptr, nullptr),
                address);
    }
  }
  EXPECT_EQ(Answer<size_t>(khr::kImageRequirementsRowPitchAlignment, nullptr, nullptr), 16 * pitch);
}

TEST_F(ImageRequirementsTest, SizesOfBuffers) {
  for (const cl_mem_object_type type : kTypes) {
    for (const cl_image_format& format : {kRgba8, kFloats, cl_image_format{CL_R, CL_SNORM_INT8}}) {
      cl_image_desc desc = Desc(type, 5, 4, 3);
      for (const bool padded : {false, true}) {
        if (padded) {
          if (type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
          desc.image_row_pitch = 16 * 7;
          if (type != CL_MEM_OBJECT_IMAGE2D) desc.image_slice_pitch = 16 * 7 * 6;
        }
        const auto size = Answer<size_t>(khr::kImageRequirementsSize, &format, &desc);
        cl_image_desc made = desc;
        Mem fits = Buffer(size), small = Buffer(size - 1);
        made.mem_object = fits;
        EXPECT_EQ(MemInfo<size_t>(Image(made, format), CL_MEM_SIZE), size);
        made.mem_object = small;
        EXPECT_EQ(ImageError(made, format), CL_INVALID_IMAGE_SIZE);
      }
    }
  }
  const cl_image_desc desc = Desc2D(4, 4);
  EXPECT_EQ(Error(khr::kImageRequirementsSize, nullptr, &desc), CL_INVALID_VALUE);
  EXPECT_EQ(Error(khr::kImageRequirementsSize, &kRgba8, nullptr), CL_INVALID_VALUE);
  cl_image_desc bad = desc;
  bad.image_row_pitch = 12;
  EXPECT_EQ(Error(khr::kImageRequirementsSize, &kRgba8, &bad), CL_INVALID_IMAGE_DESCRIPTOR);
  bad = desc;
  bad.num_mip_levels = 2;
  EXPECT_EQ(Error(khr::kImageRequirementsSize, &kRgba8, &bad), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ImageRequirementsTest, LargestSizesAreTheDevices) {
  const cl_image_format small{CL_R, CL_UNSIGNED_INT8};
  const auto with = [&](cl_image_desc desc, cl_uint id) {
    return size_t{Answer<cl_uint>(id, &small, &desc)};
  };
  const cl_image_desc flat = Desc2D(1, 1), deep = Desc(CL_MEM_OBJECT_IMAGE3D, 1, 1, 1),
                      array = Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 1);
  EXPECT_EQ(with(flat, khr::kImageRequirementsMaxWidth), Limit(CL_DEVICE_IMAGE2D_MAX_WIDTH));
  EXPECT_EQ(with(flat, khr::kImageRequirementsMaxHeight), Limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT));
  EXPECT_EQ(with(deep, khr::kImageRequirementsMaxWidth), Limit(CL_DEVICE_IMAGE3D_MAX_WIDTH));
  EXPECT_EQ(with(deep, khr::kImageRequirementsMaxHeight), Limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT));
  EXPECT_EQ(with(deep, khr::kImageRequirementsMaxDepth), Limit(CL_DEVICE_IMAGE3D_MAX_DEPTH));
  EXPECT_EQ(with(array, khr::kImageRequirementsMaxArraySize),
            Limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE));
  EXPECT_EQ(with(Desc(CL_MEM_OBJECT_IMAGE1D, 1), khr::kImageRequirementsMaxWidth),
            Limit(CL_DEVICE_IMAGE2D_MAX_WIDTH));
  EXPECT_LE(with(Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 1), khr::kImageRequirementsMaxWidth),
            Limit(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE));
}

// Pitches, the buffer, and the memory for one object bound them besides.
TEST_F(ImageRequirementsTest, LargestSizesAreSmaller) {
  cl_image_desc desc = Desc2D(1, 0);
  desc.image_row_pitch = 160;
  EXPECT_EQ(Answer<cl_uint>(khr::kImageRequirementsMaxWidth, &kFloats, &desc), 10u);
  Mem buffer = Buffer(1600);
  desc.mem_object = buffer;
  EXPECT_EQ(Answer<cl_uint>(khr::kImageRequirementsMaxHeight, &kFloats, &desc), 10u);
  desc.image_height = 10;
  EXPECT_EQ(Answer<cl_uint>(khr::kImageRequirementsMaxWidth, &kFloats, &desc), 10u);
  Image(desc, kFloats);

  cl_image_desc all = Desc(CL_MEM_OBJECT_IMAGE3D, 0);
  const size_t memory = Info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const size_t slice =
      Limit(CL_DEVICE_IMAGE3D_MAX_WIDTH) * Limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT) * 16;
  EXPECT_EQ(Answer<cl_uint>(khr::kImageRequirementsMaxDepth, &kFloats, &all),
            std::min(memory / slice, Limit(CL_DEVICE_IMAGE3D_MAX_DEPTH)));
}

TEST_F(ImageRequirementsTest, LargestSizesOfAnyImage) {
  const size_t width = Answer<cl_uint>(khr::kImageRequirementsMaxWidth, nullptr, nullptr);
  EXPECT_LE(width, Limit(CL_DEVICE_IMAGE3D_MAX_WIDTH));
  const size_t height = Answer<cl_uint>(khr::kImageRequirementsMaxHeight, nullptr, nullptr);
  EXPECT_LE(height, Limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT));
  const cl_image_desc any = Desc(0, 1, 1, 1);
  EXPECT_EQ(Answer<cl_uint>(khr::kImageRequirementsMaxDepth, nullptr, &any),
            Limit(CL_DEVICE_IMAGE3D_MAX_DEPTH));
  // No image of depths has slices of a third dimension.
  const cl_image_format depth{CL_DEPTH, CL_FLOAT};
  EXPECT_EQ(Answer<cl_uint>(khr::kImageRequirementsMaxDepth, &depth, nullptr), 0u);
}

TEST_F(ImageRequirementsTest, WrongTypesOfSizes) {
  const auto wrong = [&](cl_uint id, std::initializer_list<cl_mem_object_type> types) {
    for (const cl_mem_object_type type : types) {
      const cl_image_desc desc = Desc(type, 4, 4, 4);
      EXPECT_EQ(Error(id, &kRgba8, &desc), CL_INVALID_IMAGE_DESCRIPTOR) << std::hex << type;
    }
  };
  wrong(khr::kImageRequirementsMaxHeight,
        {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER});
  wrong(khr::kImageRequirementsMaxDepth,
        {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER,
         CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY});
  wrong(khr::kImageRequirementsMaxArraySize, {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                              CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D});
}

TEST_F(ImageRequirementsTest, WrongArguments) {
  constexpr cl_uint id = khr::kImageRequirementsRowPitchAlignment;
  const cl_image_desc desc = Desc2D(4, 4);
  for (cl_context bad : BadHandles<cl_context>())
    EXPECT_EQ(ask(bad, nullptr, 0, &kRgba8, &desc, id, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(Error(CL_IMAGE_FORMAT, &kRgba8, &desc), CL_INVALID_VALUE);
  EXPECT_EQ(Error(id, &kRgba8, &desc, ~cl_mem_flags{0}), CL_INVALID_VALUE);
  EXPECT_EQ(Error(id, &kRgba8, &desc, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  for (const cl_mem_flags flags : {cl_mem_flags{0}, cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE},
                                   cl_mem_flags{CL_MEM_WRITE_ONLY}, khr::kMemImmutable})
    EXPECT_EQ(Error(id, &kRgba8, &desc, flags), CL_SUCCESS) << flags;
  for (const cl_image_format& bad :
       {cl_image_format{CL_INTENSITY, CL_UNORM_SHORT_555}, {CL_sRGB, CL_UNORM_INT8}, {0, 0}})
    EXPECT_EQ(Error(id, &bad, &desc), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const cl_image_desc buffer = Desc(CL_MEM_OBJECT_BUFFER, 4), empty = Desc2D(0, 4),
                      none = Desc(0, 4, 4), large = Desc2D(size_t{1} << 40, 4);
  for (const cl_image_desc* bad : {&buffer, &empty, &none, &large})
    EXPECT_EQ(Error(id, &kRgba8, bad), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(Error(khr::kImageRequirementsMaxHeight, &kRgba8, &large), CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc stale = desc;
  stale.mem_object = Buffer(64);  // released by now
  EXPECT_EQ(Error(khr::kImageRequirementsMaxHeight, &kRgba8, &stale), CL_INVALID_IMAGE_DESCRIPTOR);
  const cl_mem_properties unknown[] = {0x1234, 1, 0}, no_list[] = {0};
  EXPECT_EQ(Error(id, &kRgba8, &desc, 0, unknown), CL_INVALID_PROPERTY);
  EXPECT_EQ(Error(id, &kRgba8, &desc, 0, no_list), CL_SUCCESS);
}

}  // namespace
