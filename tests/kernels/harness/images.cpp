// SPDX-License-Identifier: Apache-2.0
#include "images.h"

#include <cstdint>
#include <cstring>
#include <sstream>

#include "random.h"

namespace kernels {

namespace {

template <class T>
T named(const std::map<std::string, T>& table, const std::string& name) {
  auto found = table.find(name);
  if (found == table.end()) throw std::runtime_error("no such word in an image: " + name);
  return found->second;
}

const std::map<std::string, cl_mem_object_type> kTypes = {
    {"1d", CL_MEM_OBJECT_IMAGE1D}, {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY},
    {"2d", CL_MEM_OBJECT_IMAGE2D}, {"1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER},
    {"3d", CL_MEM_OBJECT_IMAGE3D}, {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY}};
struct Order {
  cl_channel_order order;
  unsigned channels;
};
const std::map<std::string, Order> kOrders = {
    {"R", {CL_R, 1}}, {"RG", {CL_RG, 2}}, {"RGBA", {CL_RGBA, 4}}, {"BGRA", {CL_BGRA, 4}},
    {"DEPTH", {CL_DEPTH, 1}}};
struct Channel {
  cl_channel_type type;
  unsigned bytes;
};
const std::map<std::string, Channel> kChannels = {
    {"UNORM_INT8", {CL_UNORM_INT8, 1}},         {"UNORM_INT16", {CL_UNORM_INT16, 2}},
    {"SNORM_INT8", {CL_SNORM_INT8, 1}},         {"SNORM_INT16", {CL_SNORM_INT16, 2}},
    {"SIGNED_INT8", {CL_SIGNED_INT8, 1}},       {"SIGNED_INT16", {CL_SIGNED_INT16, 2}},
    {"SIGNED_INT32", {CL_SIGNED_INT32, 4}},     {"UNSIGNED_INT8", {CL_UNSIGNED_INT8, 1}},
    {"UNSIGNED_INT16", {CL_UNSIGNED_INT16, 2}}, {"UNSIGNED_INT32", {CL_UNSIGNED_INT32, 4}},
    {"HALF_FLOAT", {CL_HALF_FLOAT, 2}},         {"FLOAT", {CL_FLOAT, 4}}};

/// Of halves and floats finite ones near 1: an exponent of all ones is an infinity or a NaN. Few
/// bits, so that mixing some of them by small weights is exact.
std::vector<unsigned char> contents(const Channel& channel, size_t bytes) {
  std::vector<unsigned char> data(bytes);
  for (size_t at = 0; at + 4 <= bytes; at += 4) {
    uint32_t value = mixed(static_cast<uint32_t>(at));
    if (channel.type == CL_HALF_FLOAT) value = (value & 0x83f083f0u) | 0x38003800u;
    if (channel.type == CL_FLOAT) value = (value & 0x80ff0000u) | 0x3f000000u;
    memcpy(&data[at], &value, 4);
  }
  return data;
}

void set_sizes(cl_image_desc& desc, const std::vector<size_t>& sizes, size_t (&region)[3]) {
  for (size_t i = 0; i < sizes.size(); ++i) region[i] = sizes[i];
  desc.image_width = region[0];
  switch (desc.image_type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      desc.image_array_size = region[1];
      break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      desc.image_height = region[1];
      desc.image_array_size = region[2];
      break;
    default:
      desc.image_height = region[1];
      desc.image_depth = region[2];
  }
}

}  // namespace

Image::Image(Device& device, const std::string& text) {
  std::istringstream words(text);
  std::string type, size, format;
  words >> type >> size >> format;
  std::vector<size_t> sizes;
  std::istringstream numbers(size);
  for (std::string number; std::getline(numbers, number, 'x');) sizes.push_back(std::stoul(number));
  const size_t colon = format.find(':');
  if (sizes.empty() || sizes.size() > 3 || colon == std::string::npos)
    throw std::runtime_error("no image: " + text);
  const Order order = named(kOrders, format.substr(0, colon));
  const Channel channel = named(kChannels, format.substr(colon + 1));
  cl_image_desc desc{};
  desc.image_type = named(kTypes, type);
  set_sizes(desc, sizes, region_);
  bytes_ = region_[0] * region_[1] * region_[2] * order.channels * channel.bytes;
  std::vector<unsigned char> data = contents(channel, (bytes_ + 3) / 4 * 4);
  const cl_image_format as{order.order, channel.type};
  cl_int error = CL_SUCCESS;
  void* host = data.data();
  cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  if (desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    buffer_.reset(clCreateBuffer(device.context(), flags, data.size(), host, &error));
    check(error, "clCreateBuffer of an image");
    desc.buffer = buffer_.get();
    flags = CL_MEM_READ_WRITE;
    host = nullptr;
  }
  image_.reset(clCreateImage(device.context(), flags, &as, &desc, host, &error));
  check(error, "clCreateImage of " + text);
}

std::vector<unsigned char> Image::read(Device& device) const {
  std::vector<unsigned char> result(bytes_);
  const size_t origin[3] = {0, 0, 0};
  check(clEnqueueReadImage(device.queue(), image_.get(), CL_TRUE, origin, region_, 0, 0,
                           result.data(), 0, nullptr, nullptr),
        "clEnqueueReadImage");
  return result;
}

Owned<cl_sampler> make_sampler(Device& device, const std::string& text) {
  static const std::map<std::string, cl_addressing_mode> modes = {
      {"none", CL_ADDRESS_NONE},
      {"edge", CL_ADDRESS_CLAMP_TO_EDGE},
      {"border", CL_ADDRESS_CLAMP},
      {"repeat", CL_ADDRESS_REPEAT},
      {"mirror", CL_ADDRESS_MIRRORED_REPEAT}};
  std::istringstream words(text);
  std::string coordinates, filter, mode;
  words >> coordinates >> filter >> mode;
  const cl_bool normalized = coordinates == "normalized";
  const cl_filter_mode method = filter == "linear" ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                              normalized,
                                              CL_SAMPLER_ADDRESSING_MODE,
                                              named(modes, mode),
                                              CL_SAMPLER_FILTER_MODE,
                                              method,
                                              0};
  cl_int error = CL_SUCCESS;
  Owned<cl_sampler> sampler(clCreateSamplerWithProperties(device.context(), properties, &error));
  check(error, "clCreateSamplerWithProperties of " + text);
  return sampler;
}

}  // namespace kernels
