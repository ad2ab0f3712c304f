// SPDX-License-Identifier: Apache-2.0
// Objects that no command and no kernel writes (cl_ext_immutable_memory_objects).
#include <algorithm>

#include "command_buffer_fixture.h"
#include "external_memory_fixture.h"

namespace {

constexpr cl_mem_flags kImmutable = khr::kMemImmutable;
constexpr cl_mem_flags kCopied = kImmutable | CL_MEM_COPY_HOST_PTR;
constexpr size_t kSize = 1024;
constexpr size_t kOrigin[3] = {0, 0, 0}, kRegion[3] = {16, 16, 1};

class ImmutableTest : public ImageFixture {
 protected:
  void SetUp() override {
    ImageFixture::SetUp();
    content = Bytes(kSize);
    buffer = BufferOf(kCopied);
    image = Image(Desc2D(16, 16), kRgba8, kCopied, content.data());
    other = Buffer(kSize);
    other_image = Image(Desc2D(16, 16));
  }
  Mem BufferOf(cl_mem_flags flags, cl_int expected = CL_SUCCESS, bool has_content = true) {
    cl_int error = 1;
    Mem made =
        clCreateBuffer(context, flags, kSize, has_content ? content.data() : nullptr, &error);
    EXPECT_EQ(error, expected) << std::hex << flags;
    return made;
  }
  Mem Sub(cl_mem parent, cl_mem_flags flags, cl_int expected = CL_SUCCESS) {
    const cl_buffer_region half{kSize / 2, kSize / 2};
    cl_int error = 1;
    Mem made = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    EXPECT_EQ(error, expected) << std::hex << flags;
    return made;
  }
  static cl_mem_flags Flags(cl_mem object) {
    return Info<cl_mem_flags>(clGetMemObjectInfo, object, CL_MEM_FLAGS);
  }
  cl_int MapError(cl_mem object, cl_map_flags flags) {
    cl_int error = 1;
    void* pointer = nullptr;
    size_t pitch = 0;
    if (Info<cl_mem_object_type>(clGetMemObjectInfo, object, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER)
      pointer =
          clEnqueueMapBuffer(queue, object, CL_TRUE, flags, 0, 16, 0, nullptr, nullptr, &error);
    else
      pointer = clEnqueueMapImage(queue, object, CL_TRUE, flags, kOrigin, kRegion, &pitch, nullptr,
                                  0, nullptr, nullptr, &error);
    if (pointer) {
      EXPECT_EQ(clEnqueueUnmapMemObject(queue, object, pointer, 0, nullptr, nullptr), CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    return error;
  }
  /// Nothing that was refused has changed a byte.
  void TearDown() override {
    if (buffer) EXPECT_EQ(Read<unsigned char>(buffer, kSize), content);
    if (image) EXPECT_EQ(ReadAll(image, kOrigin, kRegion), content);
    for (Mem* each : {&buffer, &image, &other, &other_image}) each->reset();
    ImageFixture::TearDown();
  }

  std::vector<unsigned char> content;
  Mem buffer, image, other, other_image;
};

TEST_F(ImmutableTest, IsListed) {
  const std::string names = " " + InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(names.find(" cl_ext_immutable_memory_objects "), std::string::npos);
}

TEST_F(ImmutableTest, FlagsOfBuffers) {
  for (const cl_mem_flags flags :
       {cl_mem_flags{CL_MEM_COPY_HOST_PTR}, cl_mem_flags{CL_MEM_USE_HOST_PTR},
        cl_mem_flags{CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR},
        cl_mem_flags{CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY},
        cl_mem_flags{CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY},
        cl_mem_flags{CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS}}) {
    Mem made = BufferOf(kImmutable | flags);
    EXPECT_EQ(Flags(made), kImmutable | flags);
  }
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
    BufferOf(kCopied | flags, CL_INVALID_VALUE);
  // Without content.
  for (const cl_mem_flags flags :
       {kImmutable, kImmutable | CL_MEM_ALLOC_HOST_PTR, kImmutable | CL_MEM_READ_ONLY})
    BufferOf(flags, CL_INVALID_VALUE, false);
  BufferOf(kCopied, CL_INVALID_HOST_PTR, false);
  cl_int error = 1;
  EXPECT_EQ(
      Driver().clCreateBufferWithProperties(context, nullptr, kImmutable, kSize, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(ImmutableTest, FlagsOfImages) {
  const cl_image_desc desc = Desc2D(16, 16);
  EXPECT_EQ(Flags(image), kCopied);
  Mem used = Image(desc, kRgba8, kImmutable | CL_MEM_USE_HOST_PTR, content.data());
  EXPECT_EQ(ReadAll(used, kOrigin, kRegion), content);
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
    EXPECT_EQ(ImageError(desc, kRgba8, kCopied | flags, content.data()), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(desc, kRgba8, kImmutable), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(desc, kRgba8, kCopied), CL_INVALID_HOST_PTR);
  cl_int error = 1;
  EXPECT_EQ(clCreateImage2D(context, kImmutable, &kRgba8, 16, 16, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateImage3D(context, kImmutable, &kRgba8, 4, 4, 4, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  Mem old = clCreateImage2D(context, kCopied, &kRgba8, 16, 16, 0, content.data(), &error);
  EXPECT_EQ(ReadAll(old, kOrigin, kRegion), content);
}

TEST_F(ImmutableTest, SubBuffersInherit) {
  for (const cl_mem_flags flags : {cl_mem_flags{0}, kImmutable, cl_mem_flags{CL_MEM_READ_ONLY},
                                   cl_mem_flags{CL_MEM_HOST_READ_ONLY}}) {
    Mem sub = Sub(buffer, flags);
    EXPECT_EQ(Flags(sub), kCopied | flags);
    const unsigned char byte = 0;
    EXPECT_EQ(clEnqueueFillBuffer(queue, sub, &byte, 1, 0, 1, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
    Sub(buffer, flags, CL_INVALID_VALUE);
  // A part of a buffer that is written otherwise.
  Mem sub = Sub(other, kImmutable);
  EXPECT_EQ(Flags(sub), kImmutable);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, sub, 0, 0, 16, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, other, 0, kSize / 2, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Read<unsigned char>(sub, 16),
            std::vector<unsigned char>(content.begin(), content.begin() + 16));
  Sub(Buffer(kSize, CL_MEM_WRITE_ONLY), kImmutable, CL_INVALID_VALUE);
  Sub(Buffer(kSize, CL_MEM_HOST_WRITE_ONLY), kImmutable, CL_INVALID_VALUE);
}

TEST_F(ImmutableTest, ImagesOfImmutableObjects) {
  cl_image_desc of_buffer = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 256);
  of_buffer.mem_object = buffer;
  cl_image_desc of_image = Desc2D(16, 16);
  const cl_image_format srgb{CL_sRGBA, CL_UNORM_INT8}, rgb{CL_RGBA, CL_UNORM_INT8};
  Mem norm = Image(Desc2D(16, 16), rgb, kCopied, content.data());
  of_image.mem_object = norm;
  EXPECT_EQ(ImageError(of_buffer, kRgba8, 0), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(of_buffer, kRgba8, CL_MEM_READ_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(of_image, srgb, 0), CL_INVALID_VALUE);
  EXPECT_EQ(ImageError(of_buffer, kRgba8, kCopied, content.data()), CL_INVALID_VALUE);
  Mem seen = Image(of_buffer, kRgba8, kImmutable), view = Image(of_image, srgb, kImmutable);
  EXPECT_EQ(Flags(seen), kCopied);
  EXPECT_EQ(Flags(view), kCopied);
  const cl_uint color[4] = {};
  const size_t row[3] = {256, 1, 1};
  EXPECT_EQ(clEnqueueFillImage(queue, seen, color, kOrigin, row, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillImage(queue, view, color, kOrigin, kRegion, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(ReadAll(seen, kOrigin, row), content);
  // An image may be immutable where its buffer is not.
  of_buffer.mem_object = other;
  EXPECT_EQ(Flags(Image(of_buffer, kRgba8, kImmutable)), kImmutable);
}

TEST_F(ImmutableTest, OtherObjectsCannotBe) {
  cl_int error = 1;
  EXPECT_EQ(clCreatePipe(context, kImmutable, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clSVMAlloc(context, kImmutable | CL_MEM_READ_ONLY, 64, 0), nullptr);
}

TEST_F(ImmutableTest, EveryImageFormatCanBe) {
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D}) {
    cl_uint readable = 0, immutable = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, type, 0, nullptr, &readable),
              CL_SUCCESS);
    EXPECT_EQ(clGetSupportedImageFormats(context, kImmutable, type, 0, nullptr, &immutable),
              CL_SUCCESS);
    EXPECT_GT(immutable, 0u);
    EXPECT_EQ(immutable, readable);
  }
}

TEST_F(ImmutableTest, CommandsDoNotWriteBuffers) {
  const unsigned char bytes[64] = {};
  const size_t rect[3] = {8, 2, 1};
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, kOrigin, kOrigin, rect, 8, 0, 8, 0,
                                     bytes, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, bytes, 4, 0, 64, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, other, buffer, 0, 0, 64, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyBufferRect(queue, other, buffer, kOrigin, kOrigin, rect, 8, 0, 8, 0, 0,
                                    nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, other_image, buffer, kOrigin, kRegion, 0, 0, nullptr,
                                       nullptr),
            CL_INVALID_OPERATION);
  for (const cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION})
    EXPECT_EQ(MapError(buffer, flags), CL_INVALID_OPERATION);
  EXPECT_EQ(MapError(buffer, CL_MAP_READ | CL_MAP_WRITE), CL_INVALID_OPERATION);
}

TEST_F(ImmutableTest, CommandsDoNotWriteImages) {
  const cl_uint color[4] = {};
  EXPECT_EQ(Write(image, kOrigin, kRegion, std::vector<char>(kSize).data()), CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueFillImage(queue, image, color, kOrigin, kRegion, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, other_image, image, kOrigin, kOrigin, kRegion, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(
      clEnqueueCopyBufferToImage(queue, other, image, 0, kOrigin, kRegion, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  for (const cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION})
    EXPECT_EQ(MapError(image, flags), CL_INVALID_OPERATION);
  cl_int error = 1;
  EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, kOrigin, kRegion, nullptr,
                              nullptr, 0, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}

TEST_F(ImmutableTest, CommandsReadThem) {
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, other, 0, 0, kSize, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Read<unsigned char>(other, kSize), content);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, image, other_image, kOrigin, kOrigin, kRegion, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(ReadAll(other_image, kOrigin, kRegion), content);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, other_image, 0, kOrigin, kRegion, 0, nullptr,
                                       nullptr),
            CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, image, other, kOrigin, kRegion, 0, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueMigrateMemObjects(queue, 1, &*std::begin({cl_mem{buffer}}), 0, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(MapError(buffer, CL_MAP_READ), CL_SUCCESS);
  EXPECT_EQ(MapError(image, CL_MAP_READ), CL_SUCCESS);
}

TEST_F(ImmutableTest, RecordedCommandsDoNotWriteThem) {
  const CommandBufferFunctions f;
  cl_int error = 1;
  khr::CommandBufferHandle commands = f.create(1, &queue, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_uint color[4] = {};
  const size_t rect[3] = {8, 2, 1};
  EXPECT_EQ(
      f.copy(commands, nullptr, nullptr, other, buffer, 0, 0, 64, 0, nullptr, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(f.copy_rect(commands, nullptr, nullptr, other, buffer, kOrigin, kOrigin, rect, 8, 0, 8,
                        0, 0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      f.fill(commands, nullptr, nullptr, buffer, color, 4, 0, 64, 0, nullptr, nullptr, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(f.fill_image(commands, nullptr, nullptr, image, color, kOrigin, kRegion, 0, nullptr,
                         nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(f.copy_image(commands, nullptr, nullptr, other_image, image, kOrigin, kOrigin, kRegion,
                         0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(f.copy_to_image(commands, nullptr, nullptr, other, image, 0, kOrigin, kRegion, 0,
                            nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(f.copy_from_image(commands, nullptr, nullptr, other_image, buffer, kOrigin, kRegion, 0,
                              0, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      f.copy(commands, nullptr, nullptr, buffer, other, 0, 0, kSize, 0, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(f.finalize(commands), CL_SUCCESS);
  EXPECT_EQ(f.enqueue(0, nullptr, commands, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(Read<unsigned char>(other, kSize), content);
  EXPECT_EQ(f.release(commands), CL_SUCCESS);
}

TEST_F(ImmutableTest, ArgumentsAreRead) {
  Program program = Build(R"(
    kernel void buffers(constant uchar* a, global const uchar* b, global uchar* c) {
      size_t i = get_global_id(0);
      c[i] = a[i] ^ b[i];
    }
    kernel void images(read_only image2d_t a, write_only image2d_t b) {
      int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16);
      write_imageui(b, at, read_imageui(a, at) + 1u);
    }
    kernel void both(read_write image2d_t a) { write_imageui(a, (int2)(0), (uint4)(0)); })",
                          "-cl-std=CL2.0");
  Kernel buffers = MakeKernel(program, "buffers"), images = MakeKernel(program, "images"),
         both = MakeKernel(program, "both");
  const auto set = [](cl_kernel kernel, cl_uint index, cl_mem object) {
    return clSetKernelArg(kernel, index, sizeof(object), &object);
  };
  Mem sub = Sub(buffer, 0);
  EXPECT_EQ(set(buffers, 0, buffer), CL_SUCCESS);
  EXPECT_EQ(set(buffers, 1, buffer), CL_SUCCESS);
  EXPECT_EQ(set(buffers, 2, other), CL_SUCCESS);
  EXPECT_EQ(set(buffers, 2, buffer), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(buffers, 2, sub), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(images, 0, image), CL_SUCCESS);
  EXPECT_EQ(set(images, 1, other_image), CL_SUCCESS);
  EXPECT_EQ(set(images, 1, image), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(both, 0, image), CL_INVALID_ARG_VALUE);
  Run(buffers, kSize);  // with what was set last without an error
  EXPECT_EQ(Read<unsigned char>(other, kSize), std::vector<unsigned char>(kSize));
  Run(images, 256);
  std::vector<unsigned char> next = content;
  for (unsigned char& each : next) each = each == 255 ? 255 : each + 1;
  EXPECT_EQ(ReadAll(other_image, kOrigin, kRegion), next);
}

// The text leaves it to those outside to change what is shared with them.
using ImmutableExternalTest = ExternalMemoryTest;
TEST_F(ImmutableExternalTest, MemoryOfOthers) {
  SharedMemory shared(4096);
  shared.as<int>()[0] = 42;
  Mem made = Import(OpaqueFd(shared.NewHandle()), 4096, CL_SUCCESS, kImmutable);
  ASSERT_TRUE(made);
  HandOver(acquire, made);
  EXPECT_EQ(Read<int>(made, 1)[0], 42);
  const int value = 7;
  EXPECT_EQ(clEnqueueWriteBuffer(queue, made, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  HandOver(release, made);
  shared.as<int>()[0] = 43;
  HandOver(acquire, made);
  EXPECT_EQ(Read<int>(made, 1)[0], 43);
  // Nobody needs to be allowed to write it.
  const std::string path = "/proc/self/fd/" + std::to_string(shared.fd());
  Import(OpaqueFd(::open(path.c_str(), O_RDONLY)), 4096, CL_INVALID_VALUE);
  Mem read = Import(OpaqueFd(::open(path.c_str(), O_RDONLY)), 4096, CL_SUCCESS, kImmutable);
  EXPECT_EQ(Read<int>(read, 1)[0], 43);
  for (const cl_mem_flags flags :
       {kImmutable | CL_MEM_READ_WRITE, kImmutable | CL_MEM_HOST_WRITE_ONLY, kCopied})
    Import(OpaqueFd(shared.fd()), 4096, CL_INVALID_VALUE, flags);
}

}  // namespace
