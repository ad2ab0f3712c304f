// SPDX-License-Identifier: Apache-2.0
// Commands on images (§5.3.3 to 5.3.6), mip levels included ([EX29]).
#include <array>
#include <cmath>

#include "image_fixture.h"

namespace {

class ImageTransferTest : public ImageFixture {
 protected:
  void* Map(cl_mem image, cl_map_flags flags, const size_t* origin, const size_t* region,
            cl_int expected = CL_SUCCESS) {
    cl_int error = 1;
    void* pointer = clEnqueueMapImage(queue, image, CL_TRUE, flags, origin, region, &row_pitch,
                                      &slice_pitch, 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, expected);
    return pointer;
  }
  cl_int Unmap(cl_mem image, void* pointer) {
    return clEnqueueUnmapMemObject(queue, image, pointer, 0, nullptr, nullptr);
  }
  /// The element that a fill with `color` leaves.
  template <class Element, class Color>
  Element Filled(const cl_image_format& format, const Color (&color)[4]) {
    Mem image = Image(Desc2D(70, 3), format);
    EXPECT_EQ(ImageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE), sizeof(Element));
    std::vector<Element> data(70 * 3, Element{});
    EXPECT_EQ(Write(image, Origin{}, Origin{70, 3, 1}, data.data()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueFillImage(queue, image, color, Origin{1, 1, 0}, Origin{68, 2, 1}, 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    EXPECT_EQ(ReadInto(image, Origin{}, Origin{70, 3, 1}, data.data()), CL_SUCCESS);
    for (size_t i = 0; i < data.size(); ++i) {
      const size_t x = i % 70;
      const bool inside = x >= 1 && x < 69 && i >= 70;
      EXPECT_EQ(data[i], inside ? data[71] : Element{}) << i;
    }
    return data[71];
  }

  size_t row_pitch = 0, slice_pitch = 0;
};

TEST_F(ImageTransferTest, WholeImagesOfEveryType) {
  Mem buffer = Buffer(2048);
  cl_image_desc line = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 37);
  line.mem_object = buffer;
  const std::pair<cl_image_desc, Origin> cases[] = {
      {Desc(CL_MEM_OBJECT_IMAGE1D, 37), {37, 1, 1}},
      {line, {37, 1, 1}},
      {Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 37, 0, 5), {37, 5, 1}},
      {Desc2D(37, 9), {37, 9, 1}},
      {Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 37, 3, 4), {37, 3, 4}},
      {Desc(CL_MEM_OBJECT_IMAGE3D, 37, 3, 4), {37, 3, 4}},
  };
  for (const auto& [desc, region] : cases) {
    SCOPED_TRACE(desc.image_type);
    Mem image = Image(desc);
    const auto data = Bytes(region.at[0] * region.at[1] * region.at[2] * 4);
    EXPECT_EQ(Write(image, Origin{}, region, data.data()), CL_SUCCESS);
    EXPECT_EQ(ReadAll(image, Origin{}, region), data);
    // The last element alone, and a region that leaves the image.
    const Origin last{region.at[0] - 1, region.at[1] - 1, region.at[2] - 1};
    EXPECT_EQ(ReadAll(image, last, Origin{1, 1, 1}),
              std::vector<unsigned char>(data.end() - 4, data.end()));
    std::vector<unsigned char> sink(data.size() * 2);
    for (size_t d = 0; d < 3; ++d) {
      Origin beyond = region;
      ++beyond.at[d];
      EXPECT_EQ(ReadInto(image, Origin{}, beyond, sink.data()), CL_INVALID_VALUE) << d;
      Origin wrapping{};
      wrapping.at[d] = SIZE_MAX;
      EXPECT_EQ(ReadInto(image, wrapping, Origin{1, 1, 1}, sink.data()), CL_INVALID_VALUE) << d;
      Origin empty{1, 1, 1};
      empty.at[d] = 0;
      EXPECT_EQ(ReadInto(image, Origin{}, empty, sink.data()), CL_INVALID_VALUE) << d;
    }
  }
}

TEST_F(ImageTransferTest, HostPitches) {
  Mem image = Image(Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 4, 3));
  const auto data = Bytes(8 * 4 * 3 * 4);
  EXPECT_EQ(Write(image, Origin{}, Origin{8, 4, 3}, data.data()), CL_SUCCESS);
  std::vector<unsigned char> host(512, 0xee);
  // Three by two elements of two layers, rows 20 apart, slices 50.
  const auto read = [&](size_t row, size_t slice) {
    return clEnqueueReadImage(queue, image, CL_TRUE, Origin{2, 1, 1}, Origin{3, 2, 2}, row, slice,
                              host.data(), 0, nullptr, nullptr);
  };
  EXPECT_EQ(read(20, 50), CL_SUCCESS);
  for (size_t z = 0; z < 2; ++z) {
    for (size_t y = 0; y < 2; ++y) {
      const auto* from = &data[((z + 1) * 32 + (y + 1) * 8 + 2) * 4];
      EXPECT_EQ(std::memcmp(&host[z * 50 + y * 20], from, 12), 0);
      EXPECT_EQ(host[z * 50 + y * 20 + 12], 0xee);
    }
  }
  EXPECT_EQ(read(11, 0), CL_INVALID_VALUE);
  EXPECT_EQ(read(20, 39), CL_INVALID_VALUE);
  EXPECT_EQ(read(SIZE_MAX, 0), CL_INVALID_VALUE);
  Mem flat = Image(Desc2D(8, 4));
  EXPECT_EQ(clEnqueueWriteImage(queue, flat, CL_TRUE, Origin{}, Origin{8, 4, 1}, 0, 200,
                                host.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  // The images of a 1D array lie a slice pitch apart.
  Mem lines = Image(Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 3));
  EXPECT_EQ(clEnqueueWriteImage(queue, lines, CL_TRUE, Origin{}, Origin{4, 3, 1}, 16, 40,
                                data.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(ReadAll(lines, Origin{0, 2, 0}, Origin{4, 1, 1}),
            std::vector<unsigned char>(data.begin() + 80, data.begin() + 96));
}

TEST_F(ImageTransferTest, ErrorsOfReadAndWrite) {
  Mem image = Image(Desc2D(4, 4));
  char data[64] = {};
  const Origin origin{}, region{4, 4, 1};
  EXPECT_EQ(ReadInto(image, origin, region, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(ReadInto(image, nullptr, region, data), CL_INVALID_VALUE);
  EXPECT_EQ(ReadInto(image, origin, nullptr, data), CL_INVALID_VALUE);
  Mem buffer = Buffer(64);
  EXPECT_EQ(ReadInto(buffer, origin, region, data), CL_INVALID_MEM_OBJECT);
  Mem hidden = Image(Desc2D(4, 4), kRgba8, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(ReadInto(hidden, origin, region, data), CL_INVALID_OPERATION);
  EXPECT_EQ(Write(hidden, origin, region, data), CL_INVALID_OPERATION);
  Mem read_only = Image(Desc2D(4, 4), kRgba8, CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(ReadInto(read_only, origin, region, data), CL_SUCCESS);
  EXPECT_EQ(Write(read_only, origin, region, data), CL_INVALID_OPERATION);
  Context other = NewContext();
  Queue foreign = NewQueue(0, other);
  EXPECT_EQ(
      clEnqueueReadImage(foreign, image, CL_TRUE, origin, region, 0, 0, data, 0, nullptr, nullptr),
      CL_INVALID_CONTEXT);
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(Driver().clEnqueueReadImage(bad, image, CL_TRUE, origin, region, 0, 0, data, 0,
                                          nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
  }
  CheckWaitLists(context, device, [&](cl_uint num, const cl_event* list, cl_event* event) {
    return clEnqueueReadImage(queue, image, CL_FALSE, origin, region, 0, 0, data, num, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint num, const cl_event* list, cl_event* event) {
    const cl_uint color[4] = {};
    return clEnqueueFillImage(queue, image, color, origin, region, num, list, event);
  });
}

TEST_F(ImageTransferTest, EventsSayWhatTheyAre) {
  Mem image = Image(Desc2D(4, 4)), second_image = Image(Desc2D(4, 4)), buffer = Buffer(64);
  char data[64] = {};
  const Origin origin{}, region{4, 4, 1};
  const auto type = [](cl_event event) {
    return EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE);
  };
  Event event;
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_FALSE, origin, region, 0, 0, data, 0, nullptr,
                                event.out()),
            CL_SUCCESS);
  EXPECT_EQ(type(event), cl_command_type{CL_COMMAND_WRITE_IMAGE});
  EXPECT_EQ(clEnqueueCopyImage(queue, image, second_image, origin, origin, region, 0, nullptr,
                               event.out()),
            CL_SUCCESS);
  EXPECT_EQ(type(event), cl_command_type{CL_COMMAND_COPY_IMAGE});
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(type(event), cl_command_type{CL_COMMAND_COPY_IMAGE_TO_BUFFER});
  EXPECT_EQ(
      clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, region, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(type(event), cl_command_type{CL_COMMAND_COPY_BUFFER_TO_IMAGE});
  const cl_mem list[] = {image};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, list, 0, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

// The application may release an image while commands use it.
TEST_F(ImageTransferTest, CommandsKeepTheirImages) {
  auto data = Bytes(64);
  Event gate = UserEvent();
  const cl_event wait = gate;
  std::vector<unsigned char> read(64);
  {
    Mem image = Image(Desc2D(4, 4), kRgba8, CL_MEM_COPY_HOST_PTR, data.data());
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_FALSE, Origin{}, Origin{4, 4, 1}, 0, 0,
                                 read.data(), 1, &wait, nullptr),
              CL_SUCCESS);
  }
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(read, data);
}

TEST_F(ImageTransferTest, CopiesBetweenTypes) {
  Mem flat = Image(Desc2D(70, 5)), deep = Image(Desc(CL_MEM_OBJECT_IMAGE3D, 70, 5, 3)),
      lines = Image(Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 70, 0, 5));
  const auto data = Bytes(70 * 5 * 4);
  EXPECT_EQ(Write(flat, Origin{}, Origin{70, 5, 1}, data.data()), CL_SUCCESS);
  const Origin region{60, 3, 1};
  EXPECT_EQ(clEnqueueCopyImage(queue, flat, deep, Origin{5, 1, 0}, Origin{10, 2, 2}, region, 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyImage(queue, deep, lines, Origin{10, 2, 2}, Origin{0, 1, 0}, region, 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(ReadAll(lines, Origin{0, 1, 0}, region), ReadAll(flat, Origin{5, 1, 0}, region));

  Mem other = Image(Desc2D(70, 5), {CL_RGBA, CL_UNORM_INT8});
  EXPECT_EQ(clEnqueueCopyImage(queue, flat, other, Origin{}, Origin{}, region, 0, nullptr, nullptr),
            CL_IMAGE_FORMAT_MISMATCH);
  EXPECT_EQ(clEnqueueCopyImage(queue, flat, deep, Origin{11, 0, 0}, Origin{}, region, 0, nullptr,
                               nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(
      clEnqueueCopyImage(queue, flat, deep, Origin{}, Origin{0, 0, 3}, region, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  const auto within = [&](Origin from, Origin to, Origin size) {
    return clEnqueueCopyImage(queue, flat, flat, from, to, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(within({0, 0, 0}, {1, 1, 0}, {10, 2, 1}), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(within({0, 0, 0}, {10, 0, 0}, {10, 5, 1}), CL_SUCCESS);
  EXPECT_EQ(within({0, 0, 0}, {0, 2, 0}, {70, 2, 1}), CL_SUCCESS);
}

TEST_F(ImageTransferTest, BetweenImagesAndBuffers) {
  Mem image = Image(Desc(CL_MEM_OBJECT_IMAGE3D, 20, 4, 3));
  const auto data = Bytes(1024);
  Mem buffer = Buffer(data), target = Buffer(1024);
  const Origin origin{3, 1, 1}, region{15, 3, 2};
  EXPECT_EQ(
      clEnqueueCopyBufferToImage(queue, buffer, image, 40, origin, region, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, image, target, origin, region, 8, 0, nullptr, nullptr),
      CL_SUCCESS);
  const auto read = Read<unsigned char>(target, 368);
  EXPECT_EQ(std::memcmp(&read[8], &data[40], 360), 0);
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, image, target, origin, region, 665, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, target, target, origin, region, 0, 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, image, image, 0, origin, region, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_image_desc desc = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 16);
  desc.mem_object = buffer;
  Mem line = Image(desc);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, line, buffer, Origin{}, Origin{1, 1, 1}, 512, 0,
                                       nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageTransferTest, FillsConvert) {
  using U8x4 = std::array<uint8_t, 4>;
  const cl_uint large[4] = {1, 300, 0xffffffff, 4};
  EXPECT_EQ((Filled<U8x4>({CL_RGBA, CL_UNSIGNED_INT8}, large)), (U8x4{1, 255, 255, 4}));
  EXPECT_EQ((Filled<U8x4>({CL_BGRA, CL_UNSIGNED_INT8}, large)), (U8x4{255, 255, 1, 4}));
  EXPECT_EQ((Filled<U8x4>({CL_ARGB, CL_UNSIGNED_INT8}, large)), (U8x4{4, 1, 255, 255}));
  EXPECT_EQ((Filled<U8x4>({CL_ABGR, CL_UNSIGNED_INT8}, large)), (U8x4{4, 255, 255, 1}));
  const cl_int signs[4] = {-40000, 40000, -5, 7};
  EXPECT_EQ((Filled<std::array<int16_t, 4>>({CL_RGBA, CL_SIGNED_INT16}, signs)),
            (std::array<int16_t, 4>{-32768, 32767, -5, 7}));
  EXPECT_EQ((Filled<std::array<int32_t, 2>>({CL_RA, CL_SIGNED_INT32}, signs)),
            (std::array<int32_t, 2>{-40000, 7}));
  EXPECT_EQ(Filled<int8_t>({CL_A, CL_SIGNED_INT8}, signs), 7);
  // Nearest even; out of range and NaN.
  const cl_float floats[4] = {0.5f / 255, 1.5f / 255, 2.0f, -1.0f};
  EXPECT_EQ((Filled<U8x4>({CL_RGBA, CL_UNORM_INT8}, floats)), (U8x4{0, 2, 255, 0}));
  const cl_float odd[4] = {-1.0f, NAN, 0.25f, 1.0f};
  EXPECT_EQ((Filled<std::array<int16_t, 4>>({CL_RGBA, CL_SNORM_INT16}, odd)),
            (std::array<int16_t, 4>{-32767, 0, 8192, 32767}));
  EXPECT_EQ((Filled<std::array<uint16_t, 4>>({CL_RGBA, CL_HALF_FLOAT}, odd))[2], 0x3400);
  const cl_float halves[4] = {65520.0f, 0x1p-24f, 0x1.8p-25f, 1.0f + 0x1p-11f};
  EXPECT_EQ((Filled<std::array<uint16_t, 4>>({CL_RGBA, CL_HALF_FLOAT}, halves)),
            (std::array<uint16_t, 4>{0x7c00, 1, 1, 0x3c00}));
  EXPECT_EQ((Filled<std::array<float, 2>>({CL_RG, CL_FLOAT}, floats)),
            (std::array<float, 2>{0.5f / 255, 1.5f / 255}));
  // Linear to sRGB, but not alpha.
  const cl_float gray[4] = {0.5f, 0.002f, 1.0f, 0.5f};
  EXPECT_EQ((Filled<U8x4>({CL_sRGBA, CL_UNORM_INT8}, gray)), (U8x4{188, 7, 255, 128}));
  EXPECT_EQ((Filled<U8x4>({CL_sBGRA, CL_UNORM_INT8}, gray)), (U8x4{255, 7, 188, 128}));
  const cl_float rgb[4] = {1.0f, 0.0f, 0.5f, 1.0f};
  EXPECT_EQ(Filled<uint16_t>({CL_RGB, CL_UNORM_SHORT_565}, rgb), 31 << 11 | 16);
  EXPECT_EQ(Filled<uint16_t>({CL_RGB, CL_UNORM_SHORT_555}, rgb), 31 << 10 | 16);
  EXPECT_EQ(Filled<uint32_t>({CL_RGB, CL_UNORM_INT_101010}, rgb), 1023u << 20 | 512);
  EXPECT_EQ(Filled<uint32_t>({CL_RGBA, CL_UNORM_INT_101010_2}, rgb), 1023u << 22 | 512 << 2 | 3);
  EXPECT_EQ(Filled<uint16_t>({CL_DEPTH, CL_UNORM_INT16}, rgb), 65535);
}

TEST_F(ImageTransferTest, ErrorsOfFill) {
  Mem image = Image(Desc2D(4, 4), kRgba8, CL_MEM_HOST_NO_ACCESS);  // which a fill ignores
  const cl_uint color[4] = {};
  const auto fill = [&](cl_mem of, const void* with, Origin region) {
    return clEnqueueFillImage(queue, of, with, Origin{}, region, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(image, color, {4, 4, 1}), CL_SUCCESS);
  EXPECT_EQ(fill(image, nullptr, {4, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(fill(image, color, {5, 4, 1}), CL_INVALID_VALUE);
  Mem buffer = Buffer(64);
  EXPECT_EQ(fill(buffer, color, {4, 4, 1}), CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageTransferTest, Maps) {
  Mem image = Image(Desc(CL_MEM_OBJECT_IMAGE3D, 20, 4, 3));
  const auto data = Bytes(20 * 4 * 3 * 4);
  EXPECT_EQ(Write(image, Origin{}, Origin{20, 4, 3}, data.data()), CL_SUCCESS);
  auto* bytes = static_cast<unsigned char*>(
      Map(image, CL_MAP_READ | CL_MAP_WRITE, Origin{3, 1, 1}, Origin{10, 2, 2}));
  ASSERT_NE(bytes, nullptr);
  EXPECT_GE(row_pitch, 80u);
  EXPECT_GE(slice_pitch, 4 * row_pitch);
  const auto at = [](size_t x, size_t y, size_t z) { return ((z * 4 + y) * 20 + x) * 4; };
  EXPECT_EQ(std::memcmp(bytes + slice_pitch + row_pitch, &data[at(3, 2, 2)], 40), 0);
  bytes[slice_pitch + row_pitch] = 99;
  EXPECT_EQ(MemInfo<cl_uint>(image, CL_MEM_MAP_COUNT), 1u);
  EXPECT_EQ(Unmap(image, bytes), CL_SUCCESS);
  EXPECT_EQ(ReadAll(image, Origin{3, 2, 2}, Origin{1, 1, 1})[0], 99);
  EXPECT_EQ(MemInfo<cl_uint>(image, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(Unmap(image, bytes), CL_INVALID_VALUE);

  std::vector<unsigned char> store(20 * 16);
  cl_image_desc desc = Desc2D(4, 16);
  desc.image_row_pitch = 20;
  Mem used = Image(desc, kRgba8, CL_MEM_USE_HOST_PTR, store.data());
  EXPECT_EQ(Map(used, CL_MAP_READ, Origin{1, 2, 0}, Origin{2, 2, 1}), store.data() + 44);
  EXPECT_EQ(row_pitch, 20u);
  EXPECT_EQ(slice_pitch, 0u);
  EXPECT_EQ(Unmap(used, store.data() + 44), CL_SUCCESS);
  const cl_uint color[4] = {9, 9, 9, 9};
  EXPECT_EQ(clEnqueueFillImage(queue, used, color, Origin{}, Origin{4, 16, 1}, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(store[15], 9);
  EXPECT_EQ(store[16], 0);  // between the rows
}

TEST_F(ImageTransferTest, ErrorsOfMap) {
  Mem image = Image(Desc2D(20, 20));
  const Origin left{0, 0, 0}, right{10, 0, 0}, half{10, 20, 1};
  // Side by side in the same rows, and one over the other in memory.
  void* first = Map(image, CL_MAP_WRITE, left, half);
  void* other = Map(image, CL_MAP_WRITE, right, half);
  EXPECT_NE(first, other);
  Map(image, CL_MAP_WRITE_INVALIDATE_REGION, Origin{9, 19, 0}, Origin{1, 1, 1},
      CL_INVALID_OPERATION);
  EXPECT_EQ(Unmap(image, first), CL_SUCCESS);
  void* again = Map(image, CL_MAP_WRITE, Origin{9, 19, 0}, Origin{1, 1, 1});
  EXPECT_EQ(Unmap(image, again), CL_SUCCESS);
  EXPECT_EQ(Unmap(image, other), CL_SUCCESS);
  // The images of a 1D array are apart.
  Mem lines = Image(Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 0, 3));
  first = Map(lines, CL_MAP_WRITE, Origin{}, Origin{4, 2, 1});
  Map(lines, CL_MAP_WRITE, Origin{0, 1, 0}, Origin{4, 2, 1}, CL_INVALID_OPERATION);
  other = Map(lines, CL_MAP_WRITE, Origin{0, 2, 0}, Origin{4, 1, 1});
  EXPECT_EQ(Unmap(lines, first), CL_SUCCESS);
  EXPECT_EQ(Unmap(lines, other), CL_SUCCESS);

  Map(image, CL_MAP_READ, Origin{}, Origin{21, 1, 1}, CL_INVALID_VALUE);
  Map(image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, left, half, CL_INVALID_VALUE);
  cl_int error = 1;
  EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, left, half, nullptr, nullptr, 0,
                              nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  Mem deep = Image(Desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4));
  EXPECT_EQ(clEnqueueMapImage(queue, deep, CL_TRUE, CL_MAP_READ, left, Origin{1, 1, 1}, &row_pitch,
                              nullptr, 0, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  Mem unread = Image(Desc2D(20, 20), kRgba8, CL_MEM_HOST_WRITE_ONLY);
  Map(unread, CL_MAP_READ, left, half, CL_INVALID_OPERATION);
  Mem buffer = Buffer(64);
  Map(buffer, CL_MAP_READ, left, half, CL_INVALID_MEM_OBJECT);
}

TEST_F(ImageTransferTest, MipLevels) {
  struct Case {
    cl_image_desc desc;
    size_t level_at;  // index into the origin
  };
  for (Case c : {Case{Desc(CL_MEM_OBJECT_IMAGE1D, 21), 1},
                 {Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 21, 0, 3), 2},
                 {Desc2D(21, 10), 2},
                 {Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 21, 10, 3), 3},
                 {Desc(CL_MEM_OBJECT_IMAGE3D, 21, 10, 6), 3}}) {
    SCOPED_TRACE(c.desc.image_type);
    c.desc.num_mip_levels = 5;
    Mem image = Image(c.desc);
    std::vector<std::vector<unsigned char>> levels;
    std::vector<Origin> regions;
    for (size_t level = 0; level < 5; ++level) {
      const auto half = [&](size_t size) { return std::max<size_t>(size >> level, 1); };
      Origin region{half(21), 1, 1};
      if (c.desc.image_height) region.at[1] = half(10);
      if (c.desc.image_array_size) region.at[c.desc.image_height ? 2 : 1] = 3;
      if (c.desc.image_depth) region.at[2] = half(6);
      regions.push_back(region);
      levels.push_back(Bytes(region.at[0] * region.at[1] * region.at[2] * 4,
                             static_cast<unsigned char>(level * 31)));
      Origin origin{};
      origin.at[c.level_at] = level;
      EXPECT_EQ(Write(image, origin, region, levels.back().data()), CL_SUCCESS) << level;
      if (c.level_at != 1 && level > 0) {  // one more row than the level has
        Origin beyond = region;
        ++beyond.at[0];
        EXPECT_EQ(Write(image, origin, beyond, levels.front().data()), CL_INVALID_VALUE);
      }
    }
    for (size_t level = 0; level < 5; ++level) {
      Origin origin{};
      origin.at[c.level_at] = level;
      EXPECT_EQ(ReadAll(image, origin, regions[level]), levels[level]) << level;
    }
    Origin none{};
    none.at[c.level_at] = 5;
    EXPECT_EQ(Write(image, none, Origin{1, 1, 1}, levels[0].data()), CL_INVALID_MIP_LEVEL);
    // From level to level of one image there is no overlap.
    Origin second_level{};
    second_level.at[c.level_at] = 1;
    EXPECT_EQ(clEnqueueCopyImage(queue, image, image, Origin{}, second_level, regions[1], 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(ReadAll(image, second_level, regions[1]), ReadAll(image, Origin{}, regions[1]));
  }
}

}  // namespace
