// SPDX-License-Identifier: Apache-2.0
#include "launch.h"

#include <cstdint>
#include <cstring>
#include <future>
#include <optional>

#include "images.h"
#include "random.h"

namespace kernels {

namespace {

struct ArgInfo {
  cl_kernel_arg_address_qualifier space;
  std::string type, name;
};

std::string arg_text(cl_kernel kernel, unsigned index, cl_kernel_arg_info what) {
  size_t size = 0;
  check(clGetKernelArgInfo(kernel, index, what, 0, nullptr, &size), "clGetKernelArgInfo");
  std::string result(size, '\0');
  check(clGetKernelArgInfo(kernel, index, what, size, result.data(), nullptr),
        "clGetKernelArgInfo");
  return result.c_str();
}

ArgInfo arg_info(cl_kernel kernel, unsigned index) {
  ArgInfo info{};
  check(clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(info.space),
                           &info.space, nullptr),
        "clGetKernelArgInfo");
  info.type = arg_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME);
  info.name = arg_text(kernel, index, CL_KERNEL_ARG_NAME);
  return info;
}

ElementType element_type(const std::string& pointer) {
  std::string name = pointer.substr(0, pointer.find('*'));
  while (!name.empty() && name.back() == ' ') name.pop_back();
  size_t digits = name.find_first_of("0123456789");
  ElementType type{name.substr(0, digits), 1, 0};
  if (digits != std::string::npos) type.width = std::stoul(name.substr(digits));
  static const std::map<std::string, size_t> sizes = {
      {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},  {"int", 4},
      {"uint", 4}, {"float", 4}, {"long", 8},  {"ulong", 8},  {"double", 8}};
  auto size = sizes.find(type.base);
  if (size == sizes.end()) throw std::runtime_error("no such element type: " + pointer);
  type.base_size = size->second;
  return type;
}

/// The same numbers for test and expect: small floats, integers of all sizes.
std::vector<unsigned char> input(const std::string& type, size_t bytes) {
  std::vector<unsigned char> data(bytes);
  if (type.starts_with("float")) {
    for (size_t i = 0; i < bytes / 4; ++i) {
      float value = static_cast<float>(static_cast<int32_t>(mixed(i) % 4001) - 2000) / 64;
      memcpy(&data[i * 4], &value, 4);
    }
  } else if (type.starts_with("double")) {
    for (size_t i = 0; i < bytes / 8; ++i) {
      double value = static_cast<double>(static_cast<int32_t>(mixed(i) % 4001) - 2000) / 64;
      memcpy(&data[i * 8], &value, 8);
    }
  } else {
    for (size_t i = 0; i < bytes / 4; ++i) {
      uint32_t value = mixed(i);
      memcpy(&data[i * 4], &value, 4);
    }
  }
  return data;
}

class Arguments {
 public:
  Arguments(Device& device, const Spec& spec, Launched kernel, const Range& range, unsigned number)
      : device_(device),
        spec_(spec),
        kernel_(kernel.kernel),
        described_by_(kernel.described_by),
        range_(range),
        number_(number),
        output_(device) {}

  void set() {
    cl_uint count = 0;
    check(clGetKernelInfo(kernel_, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr),
          "CL_KERNEL_NUM_ARGS");
    std::vector<ArgInfo> infos;
    for (unsigned index = 0; index < count; ++index)
      infos.push_back(arg_info(described_by_, index));
    for (unsigned index = 0; index < count; ++index) {  // first: others may be the same
      if (infos[index].name == "out") set_output(index, infos[index]);
    }
    for (unsigned index = 0; index < count; ++index) {
      if (infos[index].name != "out") set(index, infos[index]);
    }
  }

  Output read() const {
    Output output{type_, output_.read(), {}};
    for (const Image& image : images_) {
      const std::vector<unsigned char> bytes = image.read(device_);
      output.images.insert(output.images.end(), bytes.begin(), bytes.end());
    }
    return output;
  }

 private:
  void set(unsigned index, const ArgInfo& info) {
    if (info.space == CL_KERNEL_ARG_ADDRESS_LOCAL) {
      auto fixed = spec_.locals.find(info.name);
      size_t items = range_.local[0] * range_.local[1] * range_.local[2];
      size_t bytes = fixed != spec_.locals.end() ? fixed->second : items * spec_.local_bytes;
      check(clSetKernelArg(kernel_, index, bytes, nullptr), "clSetKernelArg of " + info.name);
    } else if (spec_.images.contains(info.name)) {
      images_.emplace_back(device_, chosen(spec_.images, info.name));
      cl_mem image = images_.back().get();
      check(clSetKernelArg(kernel_, index, sizeof(image), &image), "clSetKernelArg of an image");
    } else if (spec_.samplers.contains(info.name)) {
      samplers_.push_back(make_sampler(device_, chosen(spec_.samplers, info.name)));
      cl_sampler sampler = samplers_.back().get();
      check(clSetKernelArg(kernel_, index, sizeof(sampler), &sampler), "clSetKernelArg of sampler");
    } else if (info.space == CL_KERNEL_ARG_ADDRESS_PRIVATE) {
      set_value(index, info);
    } else if (spec_.same.contains(info.name)) {
      set_same(index, info);
    } else {
      set_buffer(index, info);
    }
  }

  const std::string& chosen(const std::map<std::string, std::vector<std::string>>& from,
                            const std::string& name) const {
    const std::vector<std::string>& all = from.at(name);
    return all.at(number_ % all.size());
  }

  /// Where in the output the launch's choice for argument `name` begins, in bytes; none if it is
  /// memory of its own.
  std::optional<size_t> place_of(const std::string& name) const {
    const std::string& text = chosen(spec_.same, name);
    if (text == "apart") return std::nullopt;
    if (!text.starts_with("out+")) throw std::runtime_error("no place in the output: " + text);
    return std::stoul(text.substr(4));
  }

  void set_same(unsigned index, const ArgInfo& info) {
    const std::optional<size_t> place = place_of(info.name);
    if (info.name.starts_with("holder")) {  // a buffer with a pointer in it
      void* const address = output_.address(place.value_or(0));
      std::vector<unsigned char> bytes(sizeof(address));
      memcpy(bytes.data(), &address, sizeof(address));
      output_.announce(kernel_);
      buffers_.push_back(buffer(std::move(bytes)));
      set_pointer(index);
    } else if (place) {
      output_.set(kernel_, index, *place);
    } else {
      buffers_.push_back(buffer(input(info.type, out_bytes_)));
      set_pointer(index);
    }
  }

  void set_value(unsigned index, const ArgInfo& info) {
    if (info.name.ends_with("_at") && info.type == "int") {
      const std::string of = info.name.substr(0, info.name.size() - 3);
      const auto place = static_cast<cl_int>(place_of(of).value_or(0));
      check(clSetKernelArg(kernel_, index, sizeof(place), &place), "clSetKernelArg of a place");
      return;
    }
    auto value = spec_.args.find(info.name);
    if (value != spec_.args.end()) {
      std::vector<unsigned char> bytes = value->second;
      for (const Pointer& pointer : spec_.pointers.at(info.name)) {
        void* const address = output_.address(pointer.place);
        memcpy(&bytes[pointer.at], &address, sizeof(address));
        output_.announce(kernel_);
      }
      check(clSetKernelArg(kernel_, index, bytes.size(), bytes.data()),
            "clSetKernelArg of " + info.name);
      return;
    }
    if (info.name != "n" || info.type != "uint")
      throw std::runtime_error("no value for argument " + info.name);
    cl_uint items = range_.items();
    check(clSetKernelArg(kernel_, index, sizeof(items), &items), "clSetKernelArg of n");
  }

  Owned<cl_mem> buffer(std::vector<unsigned char> bytes) {
    cl_int error = CL_SUCCESS;
    Owned<cl_mem> result(clCreateBuffer(device_.context(), CL_MEM_COPY_HOST_PTR, bytes.size(),
                                        bytes.data(), &error));
    check(error, "clCreateBuffer");
    return result;
  }

  void set_output(unsigned index, const ArgInfo& info) {
    type_ = element_type(info.type);
    out_bytes_ = (range_.items() * spec_.per_item + spec_.extra) * type_.size();
    output_.create(out_bytes_, spec_.svm);
    output_.set(kernel_, index, 0);
  }

  void set_buffer(unsigned index, const ArgInfo& info) {
    if (info.name == "nd") {
      std::vector<unsigned char> bytes(11 * 8);
      auto put = [&](size_t at, uint64_t value) { memcpy(&bytes[at * 8], &value, 8); };
      for (size_t d = 0; d < 3; ++d) {
        put(d, range_.global[d]);
        put(3 + d, range_.local[d]);
        put(6 + d, range_.offset[d]);
      }
      put(9, range_.dims);
      put(10, range_.items());
      buffers_.push_back(buffer(std::move(bytes)));
    } else if (info.name.starts_with("in")) {
      buffers_.push_back(buffer(input(info.type, range_.items() * 64 + 4096)));
    } else if (info.name.starts_with("tmp")) {
      buffers_.push_back(buffer(std::vector<unsigned char>(range_.items() * 64 + 4096)));
    } else {
      throw std::runtime_error("no such buffer: " + info.name);
    }
    set_pointer(index);
  }

  void set_pointer(unsigned index) {
    cl_mem memory = buffers_.back().get();
    check(clSetKernelArg(kernel_, index, sizeof(memory), &memory), "clSetKernelArg");
  }

  Device& device_;
  const Spec& spec_;
  cl_kernel kernel_;
  cl_kernel described_by_;
  const Range& range_;
  ElementType type_{};
  size_t out_bytes_ = 0;
  unsigned number_;
  OutputMemory output_;
  std::vector<Owned<cl_mem>> buffers_;
  std::vector<Image> images_;
  std::vector<Owned<cl_sampler>> samplers_;
};

/// Who waits for a kernel works on it, but not this thread: those of the device have to. (Not for
/// the first launch: debuggers find it on one thread.)
void wait_idle(cl_command_queue queue, cl_event event) {
  auto ended = std::make_unique<std::promise<void>>();
  std::future<void> future = ended->get_future();
  const auto tell = [](cl_event, cl_int, void* promise) {
    std::unique_ptr<std::promise<void>>(static_cast<std::promise<void>*>(promise))->set_value();
  };
  check(clSetEventCallback(event, CL_COMPLETE, tell, ended.get()), "clSetEventCallback");
  static_cast<void>(ended.release());
  check(clFlush(queue), "clFlush");
  future.wait();
}

}  // namespace

std::string Range::text() const {
  auto list = [&](const Size3& size) {
    std::string result = std::to_string(size[0]);
    for (unsigned d = 1; d < dims; ++d) result += "x" + std::to_string(size[d]);
    return result;
  };
  return "local " + list(local) + " global " + list(global) + " offset " + list(offset);
}

Output launch(Device& device, const Spec& spec, Launched kernel, const Range& range, bool single,
              unsigned number) {
  Arguments arguments(device, spec, kernel, range, number);
  arguments.set();
  Size3 one{1, 1, 1};
  cl_event enqueued = nullptr;
  check(clEnqueueNDRangeKernel(device.queue(), kernel.kernel, single ? 1 : range.dims,
                               single ? nullptr : range.offset.data(),
                               single ? one.data() : range.global.data(),
                               single ? one.data() : range.local.data(), 0, nullptr, &enqueued),
        "clEnqueueNDRangeKernel");
  const Owned<cl_event> event(enqueued);
  if (mixed(number) % 8 == 1) wait_idle(device.queue(), event.get());
  check(clFinish(device.queue()), "clFinish");
  return arguments.read();
}

}  // namespace kernels
