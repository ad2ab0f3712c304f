// SPDX-License-Identifier: Apache-2.0
// check_case FILE [OPTIONS]: runs the kernel of a case, through the loader. What it does wrong, the
// driver reports (HEDDLE_CHECK). The case's source ends where the first line with `//---` begins;
// such lines say how it is launched:
//   //--- buffer BYTES [read-only | write-only]    //--- sub-buffer OFFSET BYTES    //--- null
//   //--- local BYTES                 //--- int VALUE                  //--- svm BYTES
//   //--- released BYTES              //--- host BYTES                 //--- pointer-to BYTES
//   //--- global X [Y [Z]]            //--- group X [Y [Z]]            //--- options TEXT
//   //--- value BYTES NUMBER...       //--- kernel NAME              //--- unwritten BYTES
//   //--- written BYTES by write|fill|map|copy|copy-of-unwritten
//   //--- read                        //--- environment NAME=VALUE (cases.py sets it)
// An unwritten buffer is made without contents; `read` reads the argument before it at the end.
// Buffers contain zeros; `from A by B` after the size fills one with integers. A pointer-to is a
// buffer with the address of SVM memory.
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d\n", what, error);
  std::exit(1);
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Case {
 public:
  explicit Case(const std::string& text) : text_(text) {
    cl_platform_id platform = nullptr;
    need(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    cl_int error = 0;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    need(error, "clCreateContext");
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &error);
    need(error, "clCreateCommandQueueWithProperties");
  }

  void run() {
    const size_t end = std::min(text_.find("//---"), text_.size());
    const std::string source = text_.substr(0, end);
    std::istringstream lines(text_.substr(end));
    std::vector<std::string> settings;
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("//--- ", 0) == 0) settings.push_back(line.substr(6));
    for (const std::string& line : settings) {
      if (line.rfind("options ", 0) == 0) options_ += line.substr(8) + " ";
      if (line.rfind("kernel ", 0) == 0) name_ = line.substr(7);
    }
    build(source);
    for (const std::string& line : settings) set(line);
    const size_t* group = group_[0] ? group_ : nullptr;
    need(clEnqueueNDRangeKernel(queue_, kernel_, dimensions_, nullptr, global_, group, 0, nullptr,
                                nullptr),
         "clEnqueueNDRangeKernel");
    need(clFinish(queue_), "clFinish");
    for (const auto& [memory, bytes] : reads_) {
      std::vector<char> data(bytes);
      need(clEnqueueReadBuffer(queue_, memory, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr),
           "clEnqueueReadBuffer");
    }
  }

 private:
  void build(const std::string& source) {
    const char* text = source.c_str();
    cl_int error = 0;
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
    need(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &device_, options_.c_str(), nullptr, nullptr);
    if (error != CL_SUCCESS) {
      std::vector<char> log(1 << 16);
      clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                            nullptr);
      std::fprintf(stderr, "%s\n", log.data());
    }
    need(error, "clBuildProgram");
    if (name_.empty()) {
      need(clCreateKernelsInProgram(program, 1, &kernel_, nullptr), "clCreateKernelsInProgram");
    } else {
      kernel_ = clCreateKernel(program, name_.c_str(), &error);
      need(error, "clCreateKernel");
    }
  }

  cl_mem buffer(size_t bytes, cl_mem_flags flags, const void* data = nullptr) {
    const std::vector<char> zeros(bytes);
    cl_int error = 0;
    cl_mem made = clCreateBuffer(context_, flags | CL_MEM_COPY_HOST_PTR, bytes,
                                 const_cast<void*>(data ? data : zeros.data()), &error);
    need(error, "clCreateBuffer");
    return made;
  }

  /// Makes a buffer without contents, and zeros in it, in the way that `by` says.
  cl_mem written(size_t bytes, const std::string& by) {
    cl_int error = 0;
    cl_mem made = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    need(error, "clCreateBuffer");
    std::vector<char> zeros(bytes);
    if (by == "write") {
      error =
          clEnqueueWriteBuffer(queue_, made, CL_TRUE, 0, bytes, zeros.data(), 0, nullptr, nullptr);
    } else if (by == "fill") {
      error = clEnqueueFillBuffer(queue_, made, zeros.data(), 4, 0, bytes, 0, nullptr, nullptr);
    } else if (by == "map") {
      void* data = clEnqueueMapBuffer(queue_, made, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, nullptr,
                                      nullptr, &error);
      need(error, "clEnqueueMapBuffer");
      std::memset(data, 0, bytes);
      error = clEnqueueUnmapMemObject(queue_, made, data, 0, nullptr, nullptr);
    } else if (by == "copy" || by == "copy-of-unwritten") {
      cl_mem from = written(bytes, by == "copy" ? "fill" : "nothing");
      error = clEnqueueCopyBuffer(queue_, from, made, 0, 0, bytes, 0, nullptr, nullptr);
    }
    need(error, by.c_str());
    return made;
  }

  void* svm(size_t bytes) {
    void* memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, bytes, 0);
    if (!memory) need(CL_OUT_OF_RESOURCES, "clSVMAlloc");
    std::memset(memory, 0, bytes);
    return memory;
  }

  void pass(cl_mem memory) {
    need(clSetKernelArg(kernel_, next_++, sizeof(cl_mem), &memory), "clSetKernelArg");
  }

  void set(const std::string& line) {
    std::istringstream words(line);
    std::string kind, more, access;
    size_t bytes = 0;
    words >> kind;
    if (kind == "global" || kind == "group") {
      size_t* sizes = kind == "global" ? global_ : group_;
      cl_uint count = 0;
      while (count < 3 && words >> sizes[count]) ++count;
      dimensions_ = count;
    } else if (kind == "buffer") {
      words >> bytes;
      while (words >> more && more != "from") access = more;
      std::vector<cl_int> numbers(bytes / sizeof(cl_int));
      cl_int from = 0, by = 0;
      if (more == "from" && words >> from >> more >> by)
        for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = from + static_cast<cl_int>(i) * by;
      more = access;
      numbers.resize(numbers.size() + 1);
      pass(buffer(bytes,
                  more == "read-only"    ? CL_MEM_READ_ONLY
                  : more == "write-only" ? CL_MEM_WRITE_ONLY
                                         : CL_MEM_READ_WRITE,
                  numbers.data()));
    } else if (kind == "sub-buffer") {
      cl_buffer_region region{};
      words >> region.origin >> region.size;
      cl_mem whole = buffer(region.origin + region.size + 4096, CL_MEM_READ_WRITE);
      cl_int error = 0;
      pass(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
      need(error, "clCreateSubBuffer");
    } else if (kind == "unwritten") {
      words >> bytes;
      cl_int error = 0;
      last_ = {clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes, nullptr, &error), bytes};
      need(error, "clCreateBuffer");
      pass(last_.first);
    } else if (kind == "written") {
      words >> bytes >> more >> more;
      pass(written(bytes, more));
    } else if (kind == "read") {
      reads_.push_back(last_);
    } else if (kind == "null") {
      pass(nullptr);
    } else if (kind == "local") {
      words >> bytes;
      need(clSetKernelArg(kernel_, next_++, bytes, nullptr), "clSetKernelArg");
    } else if (kind == "value") {
      words >> bytes;
      std::vector<char> value(bytes);
      double number = 0;
      for (size_t at = 0; at + sizeof(cl_int) <= bytes && words >> number; at += sizeof(cl_int)) {
        const auto integer = static_cast<cl_int>(number);
        std::memcpy(&value[at], &integer, sizeof(integer));
      }
      need(clSetKernelArg(kernel_, next_++, bytes, value.data()), "clSetKernelArg");
    } else if (kind == "int") {
      cl_int value = 0;
      words >> value;
      need(clSetKernelArg(kernel_, next_++, sizeof(value), &value), "clSetKernelArg");
    } else if (kind == "svm" || kind == "released" || kind == "host") {
      words >> bytes;
      void* memory = kind == "host" ? std::calloc(1, bytes) : svm(bytes);
      need(clSetKernelArgSVMPointer(kernel_, next_++, memory), "clSetKernelArgSVMPointer");
      if (kind == "released") clSVMFree(context_, memory);
    } else if (kind == "pointer-to") {
      words >> bytes;
      void* memory = svm(bytes);
      pass(buffer(sizeof(memory), CL_MEM_READ_WRITE, &memory));
      need(clSetKernelExecInfo(kernel_, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(memory), &memory),
           "clSetKernelExecInfo");
    } else if (kind != "options" && kind != "kernel" && kind != "expect" && kind != "environment") {
      std::fprintf(stderr, "unknown line: %s\n", line.c_str());
      std::exit(1);
    }
  }

  const std::string text_;
  std::string options_, name_;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
  std::pair<cl_mem, size_t> last_{nullptr, 0};  // the last unwritten buffer
  std::vector<std::pair<cl_mem, size_t>> reads_;
  cl_uint next_ = 0, dimensions_ = 1;
  size_t global_[3] = {1, 1, 1}, group_[3] = {0, 0, 0};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  Case(text_of(argv[1])).run();
  return 0;
}
