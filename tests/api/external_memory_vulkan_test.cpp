// SPDX-License-Identifier: Apache-2.0
// Memory of Vulkan on the CPU (Mesa's lavapipe): both write to it and read it, and nothing is
// copied. Vulkan is no part of what the project needs: without its headers, its loader or such a
// device the tests are skipped, and say so.
#include <dlfcn.h>

#include "external_memory_fixture.h"

#if __has_include(<vulkan/vulkan.h>)
#define VK_NO_PROTOTYPES 1
#include <vulkan/vulkan.h>

namespace {

/// The few calls that are needed, of a device that is a CPU and exports opaque descriptors.
class Vulkan {
 public:
  /// Why there is none; empty if there is one.
  std::string Start() {
    loader_ = ::dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!loader_) return "no libvulkan.so.1";
    get_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(::dlsym(loader_, "vkGetInstanceProcAddr"));
    const VkApplicationInfo application{
        VK_STRUCTURE_TYPE_APPLICATION_INFO, nullptr, "test", 1, nullptr, 0, VK_API_VERSION_1_1};
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (Call<PFN_vkCreateInstance>("vkCreateInstance")(&info, nullptr, &instance) != VK_SUCCESS)
      return "no Vulkan instance";
    VkPhysicalDevice found[16];
    uint32_t count = 16;
    Call<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(instance, &count, found);
    for (uint32_t i = 0; i < count; ++i) {
      VkPhysicalDeviceProperties properties{};
      Call<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(found[i],
                                                                               &properties);
      if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU && Exports(found[i]))
        return Open(found[i]);
    }
    return "no Vulkan device on the CPU that exports opaque descriptors";
  }
  ~Vulkan() {
    if (device) {
      Call<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(device, pool, nullptr);
      Call<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
    }
    if (instance) Call<PFN_vkDestroyInstance>("vkDestroyInstance")(instance, nullptr);
  }

  template <class F>
  F Call(const char* name) {
    auto* const function = reinterpret_cast<F>(get_(instance, name));
    EXPECT_NE(function, nullptr) << name;
    return function;
  }

  /// Memory for either; `handle` gets the descriptor if it is not null.
  template <class Object>
  VkDeviceMemory Allocate(Object object, const VkMemoryRequirements& needs, int* handle) {
    const VkExportMemoryAllocateInfo exported{VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                              nullptr,
                                              VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    // lavapipe has one type of memory, which the host sees.
    const VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    handle ? &exported : nullptr, needs.size, 0};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    EXPECT_EQ(Call<PFN_vkAllocateMemory>("vkAllocateMemory")(device, &info, nullptr, &memory),
              VK_SUCCESS);
    if (handle) {
      const VkMemoryGetFdInfoKHR wanted{VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, nullptr, memory,
                                        VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
      EXPECT_EQ(Call<PFN_vkGetMemoryFdKHR>("vkGetMemoryFdKHR")(device, &wanted, handle),
                VK_SUCCESS);
    }
    Bind(object, memory);
    return memory;
  }
  void Free(VkDeviceMemory memory) {
    Call<PFN_vkFreeMemory>("vkFreeMemory")(device, memory, nullptr);
  }
  /// What `record` records runs, and has run when this returns.
  template <class Record>
  void Run(const Record& record) {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    const VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr,
                                           pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    Call<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(device, &info, &commands);
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0,
                                         nullptr};
    Call<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands, &begin);
    record(commands);
    Call<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(commands);
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    EXPECT_EQ(Call<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submit, VK_NULL_HANDLE),
              VK_SUCCESS);
    EXPECT_EQ(Call<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue), VK_SUCCESS);
    Call<PFN_vkFreeCommandBuffers>("vkFreeCommandBuffers")(device, pool, 1, &commands);
  }

  VkInstance instance = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VkCommandPool pool = VK_NULL_HANDLE;

 private:
  bool Exports(VkPhysicalDevice physical) {
    const VkPhysicalDeviceExternalBufferInfo info{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO, nullptr, 0,
        VK_BUFFER_USAGE_TRANSFER_DST_BIT, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkExternalBufferProperties answer{};
    answer.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES;
    Call<PFN_vkGetPhysicalDeviceExternalBufferProperties>(
        "vkGetPhysicalDeviceExternalBufferProperties")(physical, &info, &answer);
    return answer.externalMemoryProperties.externalMemoryFeatures &
           VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT;
  }
  std::string Open(VkPhysicalDevice physical) {
    const float priority = 1;
    const VkDeviceQueueCreateInfo one{
        VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, nullptr, 0, 0, 1, &priority};
    const char* const extension = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &one;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    if (Call<PFN_vkCreateDevice>("vkCreateDevice")(physical, &info, nullptr, &device) != VK_SUCCESS)
      return "no VK_KHR_external_memory_fd";
    Call<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device, 0, 0, &queue);
    const VkCommandPoolCreateInfo pooled{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, 0};
    Call<PFN_vkCreateCommandPool>("vkCreateCommandPool")(device, &pooled, nullptr, &pool);
    return {};
  }
  void Bind(VkBuffer buffer, VkDeviceMemory memory) {
    Call<PFN_vkBindBufferMemory>("vkBindBufferMemory")(device, buffer, memory, 0);
  }
  void Bind(VkImage image, VkDeviceMemory memory) {
    Call<PFN_vkBindImageMemory>("vkBindImageMemory")(device, image, memory, 0);
  }

  void* loader_ = nullptr;
  PFN_vkGetInstanceProcAddr get_ = nullptr;
};

class VulkanMemoryTest : public ExternalMemoryTest {
 protected:
  void SetUp() override {
    ExternalMemoryTest::SetUp();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "Mesa has leaks and threads of its own";
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "Mesa has leaks and threads of its own";
#endif
#endif
    const std::string why_not = vulkan.Start();
    if (!why_not.empty()) GTEST_SKIP() << why_not;
  }

  struct VulkanBuffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
  };
  VulkanBuffer MakeBuffer(size_t size, int* handle) {
    const VkExternalMemoryBufferCreateInfo external{
        VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO, nullptr,
        VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.pNext = handle ? &external : nullptr;
    info.size = size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    EXPECT_EQ(
        vulkan.Call<PFN_vkCreateBuffer>("vkCreateBuffer")(vulkan.device, &info, nullptr, &buffer),
        VK_SUCCESS);
    VkMemoryRequirements needs{};
    vulkan.Call<PFN_vkGetBufferMemoryRequirements>("vkGetBufferMemoryRequirements")(vulkan.device,
                                                                                    buffer, &needs);
    return {buffer, vulkan.Allocate(buffer, needs, handle)};
  }
  void Destroy(const VulkanBuffer& made) {
    vulkan.Call<PFN_vkDestroyBuffer>("vkDestroyBuffer")(vulkan.device, made.buffer, nullptr);
    vulkan.Free(made.memory);
  }
  /// What Vulkan's own copy of `size` bytes into memory that is not shared brings.
  template <class T, class RecordCopy>
  std::vector<T> CopyOut(size_t count, const RecordCopy& record) {
    const VulkanBuffer own = MakeBuffer(count * sizeof(T), nullptr);
    vulkan.Run([&](VkCommandBuffer commands) { record(commands, own.buffer); });
    void* mapped = nullptr;
    EXPECT_EQ(vulkan.Call<PFN_vkMapMemory>("vkMapMemory")(vulkan.device, own.memory, 0,
                                                          VK_WHOLE_SIZE, 0, &mapped),
              VK_SUCCESS);
    std::vector<T> data(static_cast<T*>(mapped), static_cast<T*>(mapped) + count);
    Destroy(own);
    return data;
  }

  Vulkan vulkan;
};

TEST_F(VulkanMemoryTest, ABufferIsShared) {
  constexpr size_t kCount = 3001;
  constexpr size_t kSize = kCount * sizeof(cl_uint);
  int handle = -1;
  const VulkanBuffer shared = MakeBuffer(kSize, &handle);
  Mem buffer = Import(OpaqueFd(handle), kSize);
  vulkan.Run([&](VkCommandBuffer commands) {
    vulkan.Call<PFN_vkCmdFillBuffer>("vkCmdFillBuffer")(commands, shared.buffer, 0, kSize, 1234);
  });
  HandOver(acquire, buffer);
  EXPECT_EQ(Read<cl_uint>(buffer, kCount), std::vector<cl_uint>(kCount, 1234));
  Program program =
      Build("kernel void add(global uint* x) { x[get_global_id(0)] += get_global_id(0); }");
  Kernel kernel = MakeKernel(program, "add");
  SetArgs(kernel, static_cast<cl_mem>(buffer));
  Run(kernel, kCount);
  HandOver(release, buffer);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  const auto seen = CopyOut<cl_uint>(kCount, [&](VkCommandBuffer commands, VkBuffer to) {
    const VkBufferCopy region{0, 0, kSize};
    vulkan.Call<PFN_vkCmdCopyBuffer>("vkCmdCopyBuffer")(commands, shared.buffer, to, 1, &region);
  });
  for (cl_uint i = 0; i < kCount; ++i) ASSERT_EQ(seen[i], 1234 + i);
  // The memory lives as long as one of the two needs it.
  Destroy(shared);
  EXPECT_EQ(Read<cl_uint>(buffer, kCount), seen);
}

/// More than Vulkan has allocated is not there to be imported.
TEST_F(VulkanMemoryTest, ASmallerAllocationIsRefused) {
  int handle = -1;
  const VulkanBuffer shared = MakeBuffer(4096, &handle);
  Import(OpaqueFd(handle), 8192, CL_INVALID_VALUE);
  EXPECT_TRUE(IsOpen(handle));
  Mem buffer = Import(OpaqueFd(handle), 4096);
  EXPECT_FALSE(IsOpen(handle));
  Destroy(shared);
}

TEST_F(VulkanMemoryTest, ALinearImageIsShared) {
  constexpr uint32_t kWidth = 37, kHeight = 11;
  const VkExternalMemoryImageCreateInfo external{
      VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO, nullptr,
      VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
  VkImageCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.pNext = &external;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = VK_FORMAT_R8G8B8A8_UINT;
  info.extent = {kWidth, kHeight, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_LINEAR;
  info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  VkImage image = VK_NULL_HANDLE;
  ASSERT_EQ(vulkan.Call<PFN_vkCreateImage>("vkCreateImage")(vulkan.device, &info, nullptr, &image),
            VK_SUCCESS);
  VkMemoryRequirements needs{};
  vulkan.Call<PFN_vkGetImageMemoryRequirements>("vkGetImageMemoryRequirements")(vulkan.device,
                                                                                image, &needs);
  int handle = -1;
  VkDeviceMemory memory = vulkan.Allocate(image, needs, &handle);
  const VkImageSubresource part{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
  VkSubresourceLayout layout{};
  vulkan.Call<PFN_vkGetImageSubresourceLayout>("vkGetImageSubresourceLayout")(vulkan.device, image,
                                                                              &part, &layout);
  ASSERT_EQ(layout.offset, 0u);
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = kWidth;
  desc.image_height = kHeight;
  desc.image_row_pitch = layout.rowPitch;
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  cl_int error = 1;
  Mem imported = Driver().clCreateImageWithProperties(context, OpaqueFd(handle).data(), 0, &format,
                                                      &desc, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);

  const VkClearColorValue colour{.uint32 = {1, 2, 3, 4}};
  const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vulkan.Run([&](VkCommandBuffer commands) {
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.image = image;
    barrier.subresourceRange = range;
    vulkan.Call<PFN_vkCmdPipelineBarrier>("vkCmdPipelineBarrier")(
        commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr,
        0, nullptr, 1, &barrier);
    vulkan.Call<PFN_vkCmdClearColorImage>("vkCmdClearColorImage")(
        commands, image, VK_IMAGE_LAYOUT_GENERAL, &colour, 1, &range);
  });
  Program program = Build(
      "kernel void step(read_write image2d_t x) {"
      "  int2 at = (int2)(get_global_id(0), get_global_id(1));"
      "  write_imageui(x, at, read_imageui(x, at) + (uint4)(at.x, at.y, 0, 10)); }",
      "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "step");
  SetArgs(kernel, static_cast<cl_mem>(imported));
  HandOver(acquire, imported);
  const size_t global[] = {kWidth, kHeight};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  HandOver(release, imported);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  const auto texels =
      CopyOut<cl_uint>(kWidth * kHeight, [&](VkCommandBuffer commands, VkBuffer to) {
        VkBufferImageCopy region{};
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        region.imageExtent = info.extent;
        vulkan.Call<PFN_vkCmdCopyImageToBuffer>("vkCmdCopyImageToBuffer")(
            commands, image, VK_IMAGE_LAYOUT_GENERAL, to, 1, &region);
      });
  for (cl_uint y = 0; y < kHeight; ++y) {
    for (cl_uint x = 0; x < kWidth; ++x)
      ASSERT_EQ(texels[y * kWidth + x], (1 + x) | (2 + y) << 8 | 3 << 16 | 14u << 24)
          << x << ' ' << y;
  }
  imported.reset();
  vulkan.Call<PFN_vkDestroyImage>("vkDestroyImage")(vulkan.device, image, nullptr);
  vulkan.Free(memory);
}

}  // namespace

#else

TEST(VulkanMemoryTest, IsNotThere) {
  GTEST_SKIP() << "built without the headers of Vulkan (libvulkan-dev)";
}

#endif
