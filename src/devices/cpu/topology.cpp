// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/topology.h"

#include <hwloc.h>
#include <sched.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "devices/cpu/cgroup.h"
#include "devices/cpu/processor.h"
#include "support/environment.h"
#include "support/options.h"

namespace heddle::cpu {
namespace {

struct TopologyDeleter {
  void operator()(hwloc_topology* t) const { hwloc_topology_destroy(t); }
};
using Hwloc = std::unique_ptr<hwloc_topology, TopologyDeleter>;

/// A scope that keeps hwloc's plugins closed. It opens all of them at its initialisation: X11,
/// libxml2 with ICU, and the OpenCL one, whose discovery would come back to us through the ICD
/// loader. They cost 2 ms and are not needed. Only a variable keeps them closed, which is safe to
/// set while there is one thread; otherwise blacklisting has to do.
class WithoutPlugins {
 public:
  WithoutPlugins() : set_(__libc_single_threaded && !environment_variable(kPath)) {
    if (set_) setenv(kPath, "/nonexistent", 0);
  }
  ~WithoutPlugins() {
    if (set_) unsetenv(kPath);
  }

 private:
  static constexpr const char* kPath = "HWLOC_PLUGINS_PATH";
  bool set_;
};

/// Information that is not needed, and costs a look at two files for each unit.
#if HWLOC_API_VERSION >= 0x00020800
constexpr unsigned long kFlags = HWLOC_TOPOLOGY_FLAG_NO_DISTANCES |
                                 HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS | HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;
#else
constexpr unsigned long kFlags = 0;
#endif

/// Tells whether the system says what the process is bound to. A sandbox may refuse; hwloc takes
/// any error for a mask that is too small, and asks for ever with larger ones.
bool tells_affinity() {
  constexpr size_t kLargest = size_t{1} << 20;  // bits
  std::vector<unsigned long> mask(kLargest / (8 * sizeof(unsigned long)));
  return syscall(SYS_sched_getaffinity, 0, kLargest / 8, mask.data()) >= 0;
}

/// Loads the topology, except in secure execution: hwloc obeys some forty variables of the
/// environment (HWLOC_XMLFILE, HWLOC_PLUGINS_PATH with the libraries there ...), and ours must not
/// change, as other threads may read it.
Hwloc load_hwloc() {
  if (secure_execution() || !tells_affinity()) return nullptr;
  const WithoutPlugins no_plugins;
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Hwloc hwloc(raw);
  for (const char* component :
       {"opencl", "gl", "cuda", "nvml", "rsmi", "levelzero", "pci", "linuxio"}) {
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
  }
  hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_type_filter(raw, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_flags(raw, kFlags);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return hwloc;
}

/// Returns the units that the process is bound to. All its threads count, since one that calls us
/// may be bound to a single unit by its OpenMP runtime. hwloc knows those that the cpuset forbids.
std::vector<uint32_t> allowed_units(hwloc_topology_t hwloc) {
  std::vector<uint32_t> units;
  hwloc_bitmap_t set = hwloc_bitmap_alloc();
  if (hwloc_get_cpubind(hwloc, set, HWLOC_CPUBIND_PROCESS) != 0) hwloc_bitmap_fill(set);
  hwloc_bitmap_and(set, set, hwloc_topology_get_allowed_cpuset(hwloc));
  // The order is the machine's, so that neighbouring units share caches.
  const int count = hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_PU);
  for (int i = 0; i < count; ++i) {
    const hwloc_obj_t unit = hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_PU, static_cast<unsigned>(i));
    if (hwloc_bitmap_isset(set, unit->os_index)) units.push_back(unit->os_index);
  }
  hwloc_bitmap_free(set);
  return units;
}

void read_domains(hwloc_topology_t hwloc, Topology& t) {
  constexpr hwloc_obj_type_t kTypes[] = {HWLOC_OBJ_NUMANODE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE,
                                         HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L1CACHE};
  for (size_t domain = 0; domain < std::size(kTypes); ++domain) {
    const int objects = hwloc_get_nbobjs_by_type(hwloc, kTypes[domain]);
    std::vector<uint32_t> object_of_unit(t.units.size(), UINT32_MAX);
    for (int i = 0; i < objects; ++i) {
      const hwloc_obj_t object =
          hwloc_get_obj_by_type(hwloc, kTypes[domain], static_cast<unsigned>(i));
      for (size_t unit = 0; unit < t.units.size(); ++unit) {
        if (object->cpuset && hwloc_bitmap_isset(object->cpuset, t.units[unit].os_index)) {
          object_of_unit[unit] = static_cast<uint32_t>(i);
        }
      }
    }
    // A level that leaves units out is no partition of them.
    const bool complete =
        std::find(object_of_unit.begin(), object_of_unit.end(), UINT32_MAX) == object_of_unit.end();
    if (complete) t.domain_of_unit[domain] = std::move(object_of_unit);
  }
}

void read_caches(hwloc_topology_t hwloc, Topology& t) {
  for (hwloc_obj_type_t type :
       {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE}) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(hwloc, type, 0);
    if (!cache) continue;
    t.cache_bytes = std::max<uint64_t>(t.cache_bytes, cache->attr->cache.size);
    if (type == HWLOC_OBJ_L2CACHE) {
      std::vector<uint32_t> units(t.units.size());
      std::iota(units.begin(), units.end(), 0u);
      const size_t shared = t.groups(Domain::L2, units).size();  // 0: not known
      t.near_cache_bytes = (shared ? shared : units.size()) * cache->attr->cache.size;
    }
    if (cache->attr->cache.linesize) t.cache_line_bytes = cache->attr->cache.linesize;
  }
}

/// Returns the memory of the nodes that the process may use: those of its cpuset, and those that
/// this thread, whose policy the workers inherit, is bound to. 0: not known.
uint64_t memory_of_nodes(hwloc_topology_t hwloc) {
  hwloc_bitmap_t nodes = hwloc_bitmap_alloc();
  hwloc_membind_policy_t policy = HWLOC_MEMBIND_DEFAULT;
  const int unknown =
      hwloc_get_membind(hwloc, nodes, &policy, HWLOC_MEMBIND_THREAD | HWLOC_MEMBIND_BYNODESET);
  if (unknown || policy != HWLOC_MEMBIND_BIND) hwloc_bitmap_fill(nodes);
  hwloc_bitmap_and(nodes, nodes, hwloc_topology_get_allowed_nodeset(hwloc));
  uint64_t bytes = 0;
  const int count = std::max(0, hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_NUMANODE));
  for (int i = 0; i < count; ++i) {
    const hwloc_obj_t node =
        hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, static_cast<unsigned>(i));
    if (hwloc_bitmap_isset(nodes, node->os_index)) bytes += node->attr->numanode.local_memory;
  }
  hwloc_bitmap_free(nodes);
  return bytes;
}

/// Takes cache sizes from the C library if hwloc cannot be asked.
void guess_caches(Topology& t) {
  const auto size_of = [](int level) {
    return static_cast<uint64_t>(std::max(0l, sysconf(level)));
  };
  const uint64_t near = size_of(_SC_LEVEL2_CACHE_SIZE);
  t.cache_bytes = std::max({near, size_of(_SC_LEVEL3_CACHE_SIZE), size_of(_SC_LEVEL4_CACHE_SIZE)});
  t.near_cache_bytes = near * t.units.size();
}

/// Returns the largest value of the lines `key : value` of /proc/cpuinfo; `text` gets the last one.
double cpuinfo_number(const std::string& key, std::string* text = nullptr) {
  double largest = 0;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (colon == line.npos || !line.starts_with(key)) continue;
    const std::string value = line.substr(std::min(colon + 2, line.size()));
    if (text) *text = value;
    largest = std::max(largest, std::strtod(value.c_str(), nullptr));
  }
  return largest;
}

uint32_t read_clock() {
  double kilohertz = 0;
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq") >> kilohertz;
  return static_cast<uint32_t>(kilohertz > 0 ? kilohertz / 1000 : cpuinfo_number("cpu MHz"));
}

std::string read_name(hwloc_topology_t hwloc) {
  std::string name;
  const hwloc_obj_t package = hwloc ? hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_PACKAGE, 0) : nullptr;
  const char* model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : nullptr;
  if (model) {
    name = model;
  } else {
    cpuinfo_number("model name", &name);
  }
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return name.empty() ? kProcessorName : name;
}

/// Returns the machine, kept for place_pages; null if hwloc must not be used.
hwloc_topology_t machine() {
  static const hwloc_topology_t hwloc = load_hwloc().release();  // leaked on purpose
  return hwloc;
}

Topology read_topology() {
  Topology t;
  const hwloc_topology_t hwloc = machine();
  const CgroupLimits limits = read_cgroup_limits();
  if (hwloc) t.allowed = allowed_units(hwloc);
  const bool known = !t.allowed.empty();
  if (!known) {  // without hwloc: count as the system does, and leave placement to it
    for (uint32_t i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
      t.allowed.push_back(i);
    }
    t.bind = t.spin = false;
  }
  choose_units(t, limits.cpus.value_or(0), options().workers);
  if (!known) t.allowed.clear();
  if (hwloc) {
    if (t.bind) read_domains(hwloc, t);
    read_caches(hwloc, t);
    t.numa_nodes =
        static_cast<uint32_t>(std::max(1, hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_NUMANODE)));
  } else {
    guess_caches(t);
  }
  t.memory_bytes =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t of_nodes = hwloc ? memory_of_nodes(hwloc) : 0;
  if (of_nodes) t.memory_bytes = std::min(t.memory_bytes, of_nodes);
  if (limits.memory_bytes) t.memory_bytes = std::min(t.memory_bytes, *limits.memory_bytes);
  t.max_clock_mhz = read_clock();
  t.cpu_name = read_name(hwloc);
  return t;
}

}  // namespace

void choose_units(Topology& t, double quota, uint64_t limit) {
  size_t count = t.allowed.size();
  if (quota > 0 && workers_for_quota(quota) < count) {
    count = workers_for_quota(quota);
    t.bind = t.spin = false;
  }
  if (limit > 0 && limit < count) {
    count = limit;
    t.bind = false;
  }
  t.units.clear();
  for (size_t i = 0; i < count; ++i) t.units.push_back({t.allowed[i]});
}

uint64_t Topology::streamed_bytes() const {
  // Virtual machines show all of a cache that they share with others. With one of 480 MB shown,
  // launches and transfers kept about three times this for the next reader.
  constexpr uint64_t kMost = 32 << 20;
  return cache_bytes == 0 ? kMost : std::min(cache_bytes, kMost);
}

std::vector<std::vector<uint32_t>> Topology::groups(Domain domain,
                                                    const std::vector<uint32_t>& subset) const {
  const auto& object_of_unit = domain_of_unit[static_cast<size_t>(domain)];
  std::vector<std::vector<uint32_t>> groups;
  if (object_of_unit.empty()) return groups;
  std::vector<uint32_t> objects;  // one for each group
  for (uint32_t unit : subset) {
    const uint32_t object = object_of_unit[unit];
    const auto found = std::find(objects.begin(), objects.end(), object);
    if (found == objects.end()) {
      objects.push_back(object);
      groups.push_back({unit});
    } else {
      groups[static_cast<size_t>(found - objects.begin())].push_back(unit);
    }
  }
  return groups;
}

uint32_t Topology::node_of(const std::vector<uint32_t>& subset) const {
  if (numa_nodes < 2 || groups(Domain::Numa, subset).size() != 1) return kNoNode;
  return domain_of_unit[static_cast<size_t>(Domain::Numa)][subset.front()];
}

const Topology& topology() {
  static const Topology& t = *new Topology(read_topology());
  return t;
}

std::span<std::byte> whole_pages(std::span<std::byte> memory) {
  static const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  const size_t before = (page - address % page) % page;
  if (memory.size() < before) return {};
  return memory.subspan(before, (memory.size() - before) / page * page);
}

bool place_pages(std::span<std::byte> pages, uint32_t node) {
  const hwloc_topology_t hwloc = machine();
  if (!hwloc || pages.empty()) return false;
  const bool anywhere = node == kNoNode;
  const hwloc_obj_t object =
      anywhere ? nullptr : hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, node);
  if (!anywhere && !object) return false;
  // Not strict: a full node leaves the rest to others.
  return hwloc_set_area_membind(
             hwloc, pages.data(), pages.size(),
             anywhere ? hwloc_topology_get_topology_nodeset(hwloc) : object->nodeset,
             anywhere ? HWLOC_MEMBIND_DEFAULT : HWLOC_MEMBIND_BIND,
             HWLOC_MEMBIND_BYNODESET | (anywhere ? 0 : HWLOC_MEMBIND_MIGRATE)) == 0;
}

void bind_worker(const Topology& t, uint32_t unit) {
  if (t.allowed.empty()) return;
  const uint32_t largest = *std::max_element(t.allowed.begin(), t.allowed.end());
  cpu_set_t* set = CPU_ALLOC(largest + 1);
  if (!set) return;
  const size_t size = CPU_ALLOC_SIZE(largest + 1);
  CPU_ZERO_S(size, set);
  if (t.bind) {
    CPU_SET_S(t.units[unit].os_index, size, set);
  } else {
    for (uint32_t index : t.allowed) CPU_SET_S(index, size, set);
  }
  sched_setaffinity(0, size, set);  // a mask that was narrowed meanwhile is the system's to keep
  CPU_FREE(set);
}

}  // namespace heddle::cpu
