// SPDX-License-Identifier: Apache-2.0
// A program after a compiler operation, for one device: the unit that the compiler returns, the
// cache keeps and CL_PROGRAM_BINARIES carries. It is serialised without LLVM, and parsed as
// untrusted input: every length and offset is checked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi/kernel_abi.h"

namespace heddle {

/// The memory of an argument (CL_KERNEL_ARG_ADDRESS_QUALIFIER). With `kind` it determines what
/// clSetKernelArg accepts.
enum class AddressSpace : uint8_t { Private, Global, Constant, Local };
enum class ArgKind : uint8_t {
  Value,    ///< copied by value, `size` bytes
  Pointer,  ///< global or constant pointer: 8 bytes, an address
  Local,    ///< local pointer: 8 bytes, an offset into the group's local memory (bytes)
  Image,
  Sampler,
  Pipe,
  Queue,
};
enum class Access : uint8_t { None, ReadOnly, WriteOnly, ReadWrite };
enum TypeQualifier : uint8_t { kConst = 1, kRestrict = 2, kVolatile = 4, kPipe = 8 };
/// The image types of OpenCL C (§6.1.3, [EX18.4]).
enum class ImageType : uint8_t {
  None,
  Image1D,
  Image1DArray,
  Image1DBuffer,
  Image2D,
  Image2DArray,
  Image2DDepth,
  Image2DArrayDepth,
  Image2DMsaa,
  Image2DArrayMsaa,
  Image2DMsaaDepth,
  Image2DArrayMsaaDepth,
  Image3D,
};

/// The role of an entry point. The runtime runs initialisers and finalisers (SPIR-V's execution
/// modes), once for each device (§3.2, §5.8.2).
enum class KernelRole : uint8_t { Kernel, Initializer, Finalizer };

struct ArgRecord {
  std::string name;       ///< empty: it has none
  std::string type_name;  ///< as CL_KERNEL_ARG_TYPE_NAME reports it
  ArgKind kind = ArgKind::Value;
  AddressSpace address_space = AddressSpace::Private;
  Access access = Access::None;
  ImageType image = ImageType::None;  ///< for arguments of kind Image
  uint8_t qualifiers = 0;             ///< TypeQualifier bits
  uint32_t size = 0;    ///< bytes that clSetKernelArg must be given (8 for pointers and handles)
  uint32_t offset = 0;  ///< bytes from the start of the packed argument block
  uint32_t pointee_align = 1;
  uint64_t max_bytes = 0;  ///< the most that it points to (SPIR-V's MaxByteOffset); 0: no limit
  /// The code's accesses to its memory, in kernels with KernelRecord::streamed_per_item.
  bool is_streamed = false, is_read = false;
  bool is_stride = false;  ///< an integer that decides the distance of accesses
};

/// CL_DEVICE_MAX_PARAMETER_SIZE: bytes of all arguments of a kernel. The CTS passes a thousand
/// queues.
inline constexpr uint64_t kMaxParameterSize = 8192;
/// CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE: bytes of one variable of the global address space.
inline constexpr uint64_t kMaxGlobalVariableSize = uint64_t{64} << 20;

/// The sizes that intel_reqd_sub_group_size may ask for.
inline constexpr std::array<size_t, 5> kSubGroupSizes{4, 8, 16, 32, 64};

/// The line of source that code comes from, from `offset` in a section of the object on. Line 0:
/// from none.
struct CodeLine {
  uint32_t section = 0, offset = 0;
  uint32_t file = 0;  ///< see CodeLines
  uint32_t line = 0, column = 0;
};

/// The lines of a kernel's code; empty without -g. By section and offset, ascending.
struct CodeLines {
  std::vector<std::string> files;
  std::vector<CodeLine> lines;
};

struct KernelRecord {
  std::string name;
  std::string attributes;  ///< CL_KERNEL_ATTRIBUTES
  std::vector<ArgRecord> args;
  bool has_arg_info = false;
  uint32_t arg_block_size = 0;
  std::array<uint64_t, 3> required_group_size{};  ///< reqd_work_group_size, or zeros
  uint64_t local_size = 0;     ///< bytes of __local variables; local arguments follow them
  uint64_t private_size = 0;   ///< bytes of private memory of a work-item (a query)
  uint64_t context_fixed = 0;  ///< see kernel_abi.h
  uint64_t context_per_item = 0;
  uint64_t max_group_size = 0;  ///< CL_KERNEL_WORK_GROUP_SIZE
  uint32_t lane_width = 1;      ///< work-items of one vector; a power of two; 1: it is scalar
  uint32_t vector_items = 0;    ///< work-items that one by one take about as long as a vector of
                                ///< them; 0: as many as it has
  uint32_t rival_lanes = 0;  ///< lanes of the version that may be as fast; 1: scalar code; 0: none
  uint32_t wider_lanes = 0;  ///< lanes of wider vectors that may be as fast; 0: none
  uint32_t lane_rows = 1;    ///< vectors of one tile, along the other of dimensions 0 and 1
  uint32_t lane_dimension = 0;  ///< the dimension along which they are neighbours
  bool linear_lanes = false;    ///< they are neighbours by their linear local ids, in groups of any
                                ///< shape; else see fits_sub_groups (runtime/launch/sub_groups.h)
  bool uses_sub_groups = false;
  uint32_t sub_group_size = 1;           ///< work-items of each sub-group but the last
  uint32_t required_sub_group_size = 0;  ///< one of kSubGroupSizes, or 0
  uint32_t required_sub_groups = 0;      ///< SPIR-V's SubgroupsPerWorkgroup, or 0
  bool uses_printf = false;
  bool uses_barriers = false;
  bool enqueues = false;  ///< uses device-side enqueue: a launch needs someone to answer it
  bool is_block = false;  ///< a block's kernel: kernels enqueue it, the application does not
  KernelRole role = KernelRole::Kernel;
  /// Tells whether clCreateKernel knows it.
  bool is_kernel() const { return !is_block && role == KernelRole::Kernel; }
  /// Tells whether code is made when a launch knows the formats of its images: code for any format
  /// takes four times as long to make.
  bool waits_for_launch() const;
  bool wants_local_size = false;   ///< a variant made for one local size is worth its compilation
  uint64_t streamed_per_item = 0;  ///< if it can write past the caches: bytes that a work-item
                                   ///< reads and writes, at most three times those that it writes
  bool any_order = false;          ///< no group can wait for another one: all may run in any order
  bool has_strides = false;        ///< an argument is a stride
  bool assumes_apart = false;  ///< launches whose arguments' memory overlaps need another variant
  std::string report;          ///< its compilation, described for people
  CodeLines lines;             ///< those of `object`
  std::vector<unsigned char>
      object;  ///< ELF relocatable for `cpu` of the program; empty if not generated yet
};

/// The program-scope variables: one block for each program and device.
struct GlobalsRecord {
  uint64_t size = 0;  ///< bytes of the block
  uint64_t align = HD_MAX_TYPE_ALIGN;
  uint64_t variables_size = 0;      ///< CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE
  std::vector<unsigned char> init;  ///< initial bytes; the rest of the block is zero
  struct Relocation {
    uint64_t at;      ///< offset of an 8-byte word in the block
    uint64_t target;  ///< offset in the block whose address is to be added to that word
  };
  std::vector<Relocation> relocations;
};

enum class ProgramKind : uint8_t { CompiledObject, Library, Executable, Intermediate };

struct ProgramRecord {
  ProgramKind kind = ProgramKind::Executable;
  std::string options;  ///< as the application gave them
  std::string cpu;      ///< the target of the kernel objects: CPU features in a canonical form
  uint32_t sub_group_size = 0;  ///< that of kernels that ask for none, as in hdc_target
  bool from_source = false;
  uint32_t opencl_version = 0;  ///< __OPENCL_VERSION__ of its sources; 0: it has none
  bool uniform_groups_only =
      true;  ///< no non-uniform work-groups (OpenCL C 1.x, or -cl-uniform-work-group-size)
  uint32_t context = 0;  ///< additions to its kernels: bits HDC_ZERO_LOCAL... (executables)
  bool enable_link_options = false;  ///< a library made with -enable-link-options
  std::vector<KernelRecord> kernels;
  GlobalsRecord globals;
  std::vector<unsigned char> ir;  ///< LLVM bitcode, spir64, not yet specialised for a kernel
};

std::vector<unsigned char> serialize(const ProgramRecord& record);
/// Reads a record. Returns nothing if `bytes` is not a whole, valid record of this version.
std::optional<ProgramRecord> deserialize(std::span<const unsigned char> bytes);

}  // namespace heddle
