// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/kernel_info.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "abi/compiler_interface.h"
#include "compiler/program/blocks.h"
#include "compiler/program/kernels.h"

namespace heddle::compiler {
namespace {

/// Returns operand `index` of the list that is attached to a kernel under `kind`, or null.
const llvm::Metadata* operand(const llvm::Function& kernel, llvm::StringRef kind, unsigned index) {
  const auto* list = kernel.getMetadata(kind);
  return list && index < list->getNumOperands() ? list->getOperand(index).get() : nullptr;
}

std::string text(const llvm::Function& kernel, llvm::StringRef kind, unsigned index) {
  const auto* string = llvm::dyn_cast_or_null<llvm::MDString>(operand(kernel, kind, index));
  return string ? string->getString().str() : std::string();
}

uint64_t number(const llvm::Function& kernel, llvm::StringRef kind, unsigned index) {
  const auto* value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
      const_cast<llvm::Metadata*>(operand(kernel, kind, index)));
  return value && value->getValue().getActiveBits() <= 64 ? value->getZExtValue() : 0;
}

/// Removes every whole word `word` from `words`; returns true if there was one.
bool take_word(std::vector<std::string>& words, std::string_view word) {
  return std::erase(words, word) != 0;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool in_name =
        c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!in_name) words.emplace_back();
    if (c != ' ') words.back().push_back(c);
    if (!in_name) words.emplace_back();
  }
  take_word(words, "");
  return words;
}

/// Returns the type "as it was declared with any whitespace removed" (§5.9.3), unsigned scalars as
/// uchar and so on, without qualifiers.
std::string plain_type_name(std::string_view declared) {
  // The translator of SPIR-V names some handles by their types in LLVM.
  if (declared.starts_with("opencl.")) declared.remove_prefix(7);
  auto words = split_words(declared);
  for (const auto* qualifier :
       {"const", "volatile", "restrict", "__global", "__constant", "__local", "__private",
        "__generic", "global", "constant", "local", "private", "generic", "__read_only",
        "__write_only", "__read_write", "read_only", "write_only", "read_write"})
    take_word(words, qualifier);
  take_word(words, "signed");
  const bool is_unsigned = take_word(words, "unsigned");
  std::string name;
  for (const auto& word : words) {
    name += word;
    // The one white space that must stay: "structtag" would be another type.
    if (word == "struct" || word == "union" || word == "enum") name += ' ';
  }
  if (!is_unsigned) return name;
  const bool has_base = !words.empty() && words.front() != "*";
  return has_base ? "u" + name : "uint" + name;
}

uint8_t qualifiers(std::string_view text) {
  auto words = split_words(text);
  // A pipe's other qualifiers have no meaning: it is passed by value.
  if (take_word(words, "pipe")) return kPipe;
  return static_cast<uint8_t>((take_word(words, "const") ? kConst : 0) |
                              (take_word(words, "restrict") ? kRestrict : 0) |
                              (take_word(words, "volatile") ? kVolatile : 0));
}

Access access(std::string_view text) {
  return text == "read_only"    ? Access::ReadOnly
         : text == "write_only" ? Access::WriteOnly
         : text == "read_write" ? Access::ReadWrite
                                : Access::None;
}

/// Returns the kind of an argument. Clang has types of their own for handles; older front ends use
/// a pointer, with the source's type in the metadata.
ArgKind kind_of(const llvm::Argument& argument, const ArgRecord& record, llvm::StringRef type) {
  if (const auto* handle = llvm::dyn_cast<llvm::TargetExtType>(argument.getType())) {
    const auto name = handle->getName();
    return name == "spirv.Image"     ? ArgKind::Image
           : name == "spirv.Sampler" ? ArgKind::Sampler
           : name == "spirv.Pipe"    ? ArgKind::Pipe
                                     : ArgKind::Queue;
  }
  if (!argument.getType()->isPointerTy() || argument.hasByValAttr()) return ArgKind::Value;
  if (type.starts_with("image") && type.ends_with("_t")) return ArgKind::Image;
  if (type == "sampler_t") return ArgKind::Sampler;
  if (type == "queue_t") return ArgKind::Queue;
  if (record.qualifiers & kPipe) return ArgKind::Pipe;
  return record.address_space == AddressSpace::Local ? ArgKind::Local : ArgKind::Pointer;
}

ImageType image_type_2d(bool depth, bool array, bool samples) {
  using enum ImageType;
  if (samples)
    return depth ? (array ? Image2DArrayMsaaDepth : Image2DMsaaDepth)
                 : (array ? Image2DArrayMsaa : Image2DMsaa);
  return depth ? (array ? Image2DArrayDepth : Image2DDepth) : (array ? Image2DArray : Image2D);
}

/// Returns the type from the parameters of spirv.Image (dimension, depth, arrayed,
/// multi-sampled...), or else from the name.
ImageType image_type(const llvm::Argument& argument, llvm::StringRef type_name) {
  const auto* handle = llvm::dyn_cast<llvm::TargetExtType>(argument.getType());
  if (handle && handle->getNumIntParameters() >= 4) {
    const bool depth = handle->getIntParameter(1) == 1, array = handle->getIntParameter(2) != 0;
    switch (handle->getIntParameter(0)) {  // SPIR-V's Dim
      case 0:
        return array ? ImageType::Image1DArray : ImageType::Image1D;
      case 1:
        return image_type_2d(depth, array, handle->getIntParameter(3) != 0);
      case 2:
        return ImageType::Image3D;
      default:
        return ImageType::Image1DBuffer;
    }
  }
  return llvm::StringSwitch<ImageType>(type_name)
      .Case("image1d_t", ImageType::Image1D)
      .Case("image1d_array_t", ImageType::Image1DArray)
      .Case("image1d_buffer_t", ImageType::Image1DBuffer)
      .Case("image2d_array_t", image_type_2d(false, true, false))
      .Case("image2d_depth_t", image_type_2d(true, false, false))
      .Case("image2d_array_depth_t", image_type_2d(true, true, false))
      .Case("image2d_msaa_t", image_type_2d(false, false, true))
      .Case("image2d_array_msaa_t", image_type_2d(false, true, true))
      .Case("image2d_msaa_depth_t", image_type_2d(true, false, true))
      .Case("image2d_array_msaa_depth_t", image_type_2d(true, true, true))
      .Case("image3d_t", ImageType::Image3D)
      .Default(ImageType::Image2D);
}

Error too_large(const llvm::Function& kernel, uint64_t bytes) {
  return {HDC_FAILURE, "the arguments of kernel '" + kernel.getName().str() + "' have " +
                           std::to_string(bytes) +
                           " bytes, more than CL_DEVICE_MAX_PARAMETER_SIZE, " +
                           std::to_string(kMaxParameterSize)};
}

Result<ArgRecord> arg_record(const llvm::Argument& argument, uint64_t& block_size) {
  const auto& kernel = *argument.getParent();
  const auto& layout = kernel.getParent()->getDataLayout();
  const unsigned index = argument.getArgNo();
  ArgRecord record;
  record.name = text(kernel, "kernel_arg_name", index);
  if (record.name.empty()) record.name = argument.getName().str();
  record.type_name = plain_type_name(text(kernel, "kernel_arg_type", index));
  record.access = access(text(kernel, "kernel_arg_access_qual", index));
  record.qualifiers = qualifiers(text(kernel, "kernel_arg_type_qual", index));
  const auto space = number(kernel, "kernel_arg_addr_space", index);
  // The type is more reliable than metadata about pointers and their address spaces.
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
  const uint64_t known = pointer && !argument.hasByValAttr() ? pointer->getAddressSpace() : space;
  record.address_space = known <= 3 ? static_cast<AddressSpace>(known) : AddressSpace::Global;
  // The base type replaces names that the program made up.
  auto base = plain_type_name(text(kernel, "kernel_arg_base_type", index));
  if (base.empty()) base = record.type_name;
  record.kind = kind_of(argument, record, base);
  if (record.kind == ArgKind::Image) record.image = image_type(argument, base);
  if (record.kind == ArgKind::Sampler || record.kind == ArgKind::Queue)
    record.address_space = AddressSpace::Private;  // whatever the handle's type

  uint64_t size = 8, align = 8;
  if (record.kind == ArgKind::Value) {
    auto* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    size = layout.getTypeAllocSize(type);
    align = argument.hasByValAttr() ? argument.getParamAlign().valueOrOne().value()
                                    : layout.getABITypeAlign(type).value();
  } else if (record.kind == ArgKind::Pointer || record.kind == ArgKind::Local) {
    record.pointee_align = static_cast<uint32_t>(argument.getParamAlign().valueOrOne().value());
    record.max_bytes = argument.getDereferenceableBytes();  // from the translator
    // A pointer into the constant address space reports CONST as well (§5.9.3).
    if (record.address_space == AddressSpace::Constant) record.qualifiers |= kConst;
  }
  const uint64_t offset = llvm::alignTo(block_size, align);
  block_size = offset + size;
  if (block_size > UINT32_MAX / 2) return too_large(kernel, block_size);
  record.offset = static_cast<uint32_t>(offset);
  record.size = static_cast<uint32_t>(size);
  return record;
}

std::string triple(const llvm::Function& kernel, llvm::StringRef kind) {
  if (!kernel.getMetadata(kind)) return {};
  std::string list;
  for (unsigned i = 0; i < 3; ++i)
    list += (i ? "," : "(") + std::to_string(number(kernel, kind, i));
  return kind.str() + list + ")";
}

std::string single(const llvm::Function& kernel, llvm::StringRef kind) {
  if (!kernel.getMetadata(kind)) return {};
  return kind.str() + "(" + std::to_string(number(kernel, kind, 0)) + ")";
}

std::string element_name(const llvm::Type& type, bool is_signed) {
  if (type.isHalfTy()) return "half";
  if (type.isFloatTy()) return "float";
  if (type.isDoubleTy()) return "double";
  const unsigned bits = type.isIntegerTy() ? type.getIntegerBitWidth() : 0;
  const char* name = bits == 8    ? "char"
                     : bits == 16 ? "short"
                     : bits == 32 ? "int"
                     : bits == 64 ? "long"
                                  : nullptr;
  if (!name) return {};
  return (is_signed ? "" : "u") + std::string(name);
}

std::string vec_type_hint(const llvm::Function& kernel) {
  const auto* value =
      llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(operand(kernel, "vec_type_hint", 0));
  if (!value) return {};
  const auto* type = value->getType();
  auto name = element_name(*type->getScalarType(), number(kernel, "vec_type_hint", 1) != 0);
  if (name.empty()) return {};
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    name += std::to_string(vector->getNumElements());
  return "vec_type_hint(" + name + ")";
}

/// Returns CL_KERNEL_ATTRIBUTES: separated by spaces, without white space inside.
std::string attributes(const llvm::Function& kernel) {
  std::string all;
  for (const auto& one :
       {triple(kernel, "reqd_work_group_size"), triple(kernel, "work_group_size_hint"),
        vec_type_hint(kernel), single(kernel, "intel_reqd_sub_group_size")}) {
    if (!all.empty() && !one.empty()) all += ' ';
    all += one;
  }
  return all;
}

Result<KernelRecord> kernel_record(const llvm::Function& kernel, bool arg_info) {
  KernelRecord record;
  record.name = kernel.getName().str();
  record.is_block = is_block_kernel(kernel);
  record.role = kernel.hasFnAttribute(kInitializer) ? KernelRole::Initializer
                : kernel.hasFnAttribute(kFinalizer) ? KernelRole::Finalizer
                                                    : KernelRole::Kernel;
  kernel.getFnAttribute(kSubGroupsPerGroup)
      .getValueAsString()
      .getAsInteger(10, record.required_sub_groups);
  record.attributes = attributes(kernel);
  record.has_arg_info = arg_info;
  uint64_t block_size = 0, sizes = 0;
  for (const auto& argument : kernel.args()) {
    record.args.push_back(TRY(arg_record(argument, block_size)));
    sizes += record.args.back().size;
  }
  // A block's captures are no arguments that an application passes.
  if (!record.is_block && sizes > kMaxParameterSize) return too_large(kernel, sizes);
  record.arg_block_size = static_cast<uint32_t>(block_size);
  for (unsigned i = 0; i < 3; ++i)
    record.required_group_size[i] = number(kernel, "reqd_work_group_size", i);
  if (kernel.getMetadata("intel_reqd_sub_group_size")) {
    const uint64_t size = number(kernel, "intel_reqd_sub_group_size", 0);
    if (std::ranges::find(kSubGroupSizes, size) == kSubGroupSizes.end())
      return Error{HDC_FAILURE, "kernel '" + record.name + "' requires sub-groups of " +
                                    std::to_string(size) +
                                    " work-items; there are such of 4, 8, 16, 32 and 64"};
    record.required_sub_group_size = static_cast<uint32_t>(size);
  }
  return record;
}

}  // namespace

Result<std::vector<KernelRecord>> kernel_records(const llvm::Module& module, bool arg_info) {
  std::vector<KernelRecord> records;
  for (const auto& function : module)
    if (is_kernel(function)) records.push_back(TRY(kernel_record(function, arg_info)));
  return records;
}

}  // namespace heddle::compiler
