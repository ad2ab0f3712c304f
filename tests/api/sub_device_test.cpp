// SPDX-License-Identifier: Apache-2.0
// clCreateSubDevices (§4.3). The tests that divide need at least two compute units and are skipped
// on a machine with one.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "api_test.h"

namespace {

using Properties = std::vector<cl_device_partition_property>;

class SubDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (units < 2) GTEST_SKIP() << "one compute unit";
  }

  static cl_uint Units(cl_device_id id) {
    return Info<cl_uint>(clGetDeviceInfo, id, CL_DEVICE_MAX_COMPUTE_UNITS);
  }

  std::vector<Device> Partition(cl_device_id parent, const Properties& properties) {
    cl_uint count = 0;
    EXPECT_EQ(clCreateSubDevices(parent, properties.data(), 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_device_id> ids(count);
    cl_uint again = 0;
    EXPECT_EQ(clCreateSubDevices(parent, properties.data(), count, ids.data(), &again), CL_SUCCESS);
    EXPECT_EQ(again, count);
    return {std::make_move_iterator(ids.begin()), std::make_move_iterator(ids.end())};
  }

  cl_int Error(const Properties& properties, cl_uint room = 64) {
    std::vector<cl_device_id> ids(room);
    return clCreateSubDevices(root, properties.data(), room, ids.data(), nullptr);
  }

  static Properties Type(cl_device_id id) {
    return InfoArray<cl_device_partition_property>(clGetDeviceInfo, id, CL_DEVICE_PARTITION_TYPE);
  }

  const cl_device_id root = FirstDevice();
  const cl_uint units = Units(root);
};

TEST_F(SubDevice, RootSaysHowItDivides) {
  const auto schemes = InfoArray<cl_device_partition_property>(clGetDeviceInfo, root,
                                                               CL_DEVICE_PARTITION_PROPERTIES);
  EXPECT_NE(std::ranges::find(schemes, CL_DEVICE_PARTITION_EQUALLY), schemes.end());
  EXPECT_NE(std::ranges::find(schemes, CL_DEVICE_PARTITION_BY_COUNTS), schemes.end());
  const bool affinity =
      std::ranges::find(schemes, CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) != schemes.end();
  const auto domains =
      Info<cl_device_affinity_domain>(clGetDeviceInfo, root, CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  EXPECT_EQ(affinity, domains != 0);
  EXPECT_EQ(affinity, (domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) != 0);
  EXPECT_LE(Info<cl_uint>(clGetDeviceInfo, root, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), units);
}

TEST_F(SubDevice, Equally) {
  const auto parts = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  ASSERT_EQ(parts.size(), units);
  for (const Device& part : parts) {
    EXPECT_EQ(Units(part), 1u);
    EXPECT_EQ(Info<cl_device_id>(clGetDeviceInfo, cl_device_id(part), CL_DEVICE_PARENT_DEVICE),
              root);
    EXPECT_EQ(Info<cl_uint>(clGetDeviceInfo, cl_device_id(part), CL_DEVICE_REFERENCE_COUNT), 1u);
    EXPECT_EQ(Type(part), (Properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0}));
    // A device of one unit cannot be divided: one scheme of 0, no domains.
    EXPECT_EQ(InfoArray<cl_device_partition_property>(clGetDeviceInfo, cl_device_id(part),
                                                      CL_DEVICE_PARTITION_PROPERTIES),
              Properties{0});
    EXPECT_EQ(Info<cl_device_affinity_domain>(clGetDeviceInfo, cl_device_id(part),
                                              CL_DEVICE_PARTITION_AFFINITY_DOMAIN),
              cl_device_affinity_domain{0});
  }
}

TEST_F(SubDevice, EquallyLeavesTheRemainderUnused) {
  const cl_uint each = units / 2;
  const auto parts = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, static_cast<intptr_t>(each), 0});
  EXPECT_EQ(parts.size(), units / each);
  for (const Device& part : parts) EXPECT_EQ(Units(part), each);
}

TEST_F(SubDevice, EquallyErrors) {
  const auto all = static_cast<intptr_t>(units);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_EQUALLY, all, 0}), CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_EQUALLY, all + 1, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_EQUALLY, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_EQUALLY, -1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0}),
            CL_INVALID_VALUE);
}

TEST_F(SubDevice, ByCounts) {
  const auto rest = static_cast<intptr_t>(units) - 1;
  const Properties properties{CL_DEVICE_PARTITION_BY_COUNTS, 1, rest,
                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  const auto parts = Partition(root, properties);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(Units(parts[0]), 1u);
  EXPECT_EQ(Units(parts[1]), units - 1);
  EXPECT_EQ(Type(parts[1]), properties);
}

TEST_F(SubDevice, ByCountsErrors) {
  const auto all = static_cast<intptr_t>(units);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_COUNTS, all, 1, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_COUNTS, all + 1, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_COUNTS, INTPTR_MAX, INTPTR_MAX, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_COUNTS, 1, -1, 0, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_COUNTS, 0, 0}), CL_INVALID_VALUE);
}

// The first 0 ends the list: programs leave out the second one.
TEST_F(SubDevice, NothingIsReadAfterTheCounts) {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  void* memory =
      ::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ASSERT_EQ(::mprotect(static_cast<std::byte*>(memory) + page, page, PROT_NONE), 0);
  const Properties list{CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END};
  const size_t bytes = list.size() * sizeof(list[0]);
  auto* at = reinterpret_cast<cl_device_partition_property*>(static_cast<std::byte*>(memory) +
                                                             page - bytes);
  std::memcpy(at, list.data(), bytes);
  cl_uint count = 0;
  EXPECT_EQ(clCreateSubDevices(root, at, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  Device part;
  ASSERT_EQ(clCreateSubDevices(root, at, 1, part.out(), nullptr), CL_SUCCESS);
  EXPECT_EQ(Units(part), 1u);
  EXPECT_EQ(Type(part), (Properties{CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}));
  EXPECT_EQ(::munmap(memory, 2 * page), 0);
}

TEST_F(SubDevice, ByAffinityDomain) {
  const auto domains =
      Info<cl_device_affinity_domain>(clGetDeviceInfo, root, CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  constexpr cl_device_affinity_domain levels[] = {
      CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
      CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
      CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE};
  cl_device_affinity_domain first = 0;
  for (cl_device_affinity_domain level : levels) {
    const Properties properties{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                static_cast<intptr_t>(level), 0};
    if (!(domains & level)) {
      EXPECT_EQ(Error(properties), CL_INVALID_VALUE) << level;
      continue;
    }
    if (!first) first = level;
    const auto parts = Partition(root, properties);
    EXPECT_GE(parts.size(), 2u);
    cl_uint sum = 0;
    for (const Device& part : parts) {
      EXPECT_EQ(Type(part), properties);
      sum += Units(part);
    }
    EXPECT_EQ(sum, units);
  }
  const Properties next{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                        CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
  if (!first) {
    EXPECT_EQ(Error(next), CL_INVALID_VALUE);
    return;
  }
  const auto parts = Partition(root, next);
  ASSERT_GE(parts.size(), 2u);
  // §4.3: the type tells which level it was.
  EXPECT_EQ(Type(parts[0]),
            (Properties{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<intptr_t>(first), 0}));
}

TEST_F(SubDevice, ByAffinityDomainErrors) {
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1 << 20, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(Error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                   CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, 0}),
            CL_INVALID_VALUE);
}

TEST_F(SubDevice, OtherErrors) {
  EXPECT_EQ(clCreateSubDevices(root, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Error({0}), CL_INVALID_VALUE);
  EXPECT_EQ(Error({-1, 1, 0}), CL_INVALID_VALUE);
  const Properties ones{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id id = nullptr;
  EXPECT_EQ(clCreateSubDevices(root, ones.data(), 0, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(root, ones.data(), units - 1, &id, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(id, nullptr);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(Driver().clCreateSubDevices(bad, ones.data(), 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
  }
  EXPECT_EQ(clCreateSubDevices(reinterpret_cast<cl_device_id>(FirstPlatform()), ones.data(), 0,
                               nullptr, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(SubDevice, OneUnitCannotBeDividedFurther) {
  const auto parts = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  cl_device_id ids[4];
  for (const Properties& properties : {Properties{CL_DEVICE_PARTITION_EQUALLY, 1, 0},
                                       Properties{CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}}) {
    EXPECT_EQ(clCreateSubDevices(parts[0], properties.data(), 4, ids, nullptr),
              CL_DEVICE_PARTITION_FAILED);
  }
}

TEST_F(SubDevice, IsCountedAndGoesStale) {
  auto parts = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id id = parts[0];
  EXPECT_EQ(clRetainDevice(id), CL_SUCCESS);
  EXPECT_EQ(Info<cl_uint>(clGetDeviceInfo, id, CL_DEVICE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseDevice(id), CL_SUCCESS);
  parts[0].reset();
  EXPECT_EQ(clGetDeviceInfo(id, CL_DEVICE_TYPE, 0, nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clRetainDevice(id), CL_INVALID_DEVICE);
  EXPECT_EQ(clReleaseDevice(id), CL_INVALID_DEVICE);
}

TEST_F(SubDevice, KeepsItsParent) {
  if (units < 4) GTEST_SKIP() << "fewer than four compute units";
  auto halves = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, static_cast<intptr_t>(units / 2), 0});
  const cl_device_id half = halves[0];
  auto ones = Partition(half, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  halves.clear();
  EXPECT_EQ(Info<cl_device_id>(clGetDeviceInfo, cl_device_id(ones[0]), CL_DEVICE_PARENT_DEVICE),
            half);
  EXPECT_EQ(Units(half), units / 2);  // alive as long as its parts
  ones.clear();
  EXPECT_EQ(clGetDeviceInfo(half, CL_DEVICE_TYPE, 0, nullptr, nullptr), CL_INVALID_DEVICE);
}

TEST_F(SubDevice, AnswersAsItsRootDoes) {
  const auto parts = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  constexpr cl_uint differ[] = {CL_DEVICE_PARENT_DEVICE,
                                CL_DEVICE_PARTITION_TYPE,
                                CL_DEVICE_REFERENCE_COUNT,
                                CL_DEVICE_MAX_COMPUTE_UNITS,
                                CL_DEVICE_PARTITION_PROPERTIES,
                                CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
                                CL_DEVICE_PARTITION_MAX_SUB_DEVICES};
  for (cl_uint param = CL_DEVICE_TYPE; param <= 0x10ff; ++param) {
    if (clGetDeviceInfo(root, param, 0, nullptr, nullptr) != CL_SUCCESS) continue;
    CheckQueryProtocol(clGetDeviceInfo, cl_device_id(parts[0]), param);
    if (std::ranges::find(differ, param) != std::end(differ)) continue;
    EXPECT_EQ(InfoArray<char>(clGetDeviceInfo, root, param),
              InfoArray<char>(clGetDeviceInfo, cl_device_id(parts[0]), param))
        << std::hex << param;
  }
}

TEST_F(SubDevice, MakesContextsAndOutlivesItsRelease) {
  auto parts = Partition(root, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  const cl_device_id ids[] = {parts[0], parts[1]};
  cl_int error = -1;
  Context context = clCreateContext(nullptr, 2, ids, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Queue queue = clCreateCommandQueueWithProperties(context, ids[1], nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, root, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  parts.clear();
  EXPECT_EQ(InfoArray<cl_device_id>(clGetContextInfo, cl_context(context), CL_CONTEXT_DEVICES),
            std::vector<cl_device_id>(std::begin(ids), std::end(ids)));
  EXPECT_EQ(Units(ids[0]), 1u);
  queue.reset();
  context.reset();
  EXPECT_EQ(clGetDeviceInfo(ids[0], CL_DEVICE_TYPE, 0, nullptr, nullptr), CL_INVALID_DEVICE);
}

}  // namespace
