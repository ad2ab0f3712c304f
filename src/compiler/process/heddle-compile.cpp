// SPDX-License-Identifier: Apache-2.0
// heddle-compile: the compiler in a process of its own. It opens the library that its argument
// names and forks for each request. A source that ends the compiler, or passes a limit, ends a fork
// of this process, never the application.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "abi/compile_message.h"
#include "abi/compiler_interface.h"
#include "abi/own_process.h"
#include "helper/serve.h"

namespace {

using heddle::CompileReply;
using heddle::CompileRequest;

const hdc_interface* the_table = nullptr;

hdc_bytes bytes_of(const std::string& text) {
  return {text.data(), text.size()};
}

hdc_result* ask(const CompileRequest& request) {
  const hdc_target target{request.cpu.c_str(), request.extensions.c_str(), request.context,
                          request.opencl_version, request.sub_group_size};
  const hdc_bytes input = bytes_of(request.input);
  const hdc_il il{input, request.constants.data(), request.constants.size()};
  const char* const options = request.options.c_str();
  switch (request.operation) {
    case CompileRequest::Operation::Compile: {
      std::vector<hdc_header> headers;
      for (const auto& each : request.headers)
        headers.push_back({each.name.c_str(), bytes_of(each.source)});
      return the_table->compile(&target, input, options, headers.data(), headers.size());
    }
    case CompileRequest::Operation::Build:
      return the_table->build(&target, input, options);
    case CompileRequest::Operation::Link: {
      std::vector<hdc_bytes> records;
      for (const std::string& each : request.records) records.push_back(bytes_of(each));
      return the_table->link(&target, records.data(), records.size(), options);
    }
    case CompileRequest::Operation::Generate: {
      const hdc_variant_key key = heddle::to_c(request.key);
      return the_table->generate(&target, input, request.has_name ? request.name.c_str() : nullptr,
                                 &key);
    }
    case CompileRequest::Operation::InspectIL:
      return the_table->inspect_il(&target, input);
    case CompileRequest::Operation::CompileIL:
      return the_table->compile_il(&target, &il, options);
    case CompileRequest::Operation::BuildIL:
      return the_table->build_il(&target, &il, options);
  }
  return nullptr;
}

std::string text_of(hdc_bytes bytes) {
  return {static_cast<const char*>(bytes.data), bytes.size};
}

CompileReply reply_of(const hdc_result* result) {
  CompileReply reply;
  reply.out_of_memory = result == nullptr;
  if (!result) return reply;
  reply.status = the_table->status(result);
  reply.log = the_table->log(result);
  if (reply.status != HDC_SUCCESS) return reply;
  reply.record = text_of(the_table->record(result));
  reply.file_uses = text_of(the_table->file_uses(result));
  return reply;
}

std::vector<unsigned char> read_input() {
  std::vector<unsigned char> all;
  constexpr size_t kPiece = size_t{1} << 16;
  for (;;) {
    const size_t size = all.size();
    all.resize(size + kPiece);
    const ssize_t n = ::read(STDIN_FILENO, all.data() + size, kPiece);
    all.resize(size + (n > 0 ? static_cast<size_t>(n) : 0));
    if (n <= 0) return all;
  }
}

bool write_output(std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

void complain(const char* what) {
  std::fprintf(stderr, "%s\n", what);
}

/// Reads a request and writes the answer. Returns false if this process is of no more use.
bool answer() {
  const auto request = heddle::unpack_request(read_input());
  if (!request) {
    complain("the request is not whole");
    return false;
  }
  hdc_result* const result = ask(*request);
  const std::vector<unsigned char> reply = heddle::pack(reply_of(result));
  if (result) the_table->free_result(result);
  heddle::helper::begin_output();
  constexpr auto kTrailer = std::span(heddle::helper::kTrailer);
  return write_output(reply) &&
         write_output({reinterpret_cast<const unsigned char*>(kTrailer.data()), kTrailer.size()}) &&
         result != nullptr;  // without memory it is not to be kept
}

/// Compiles something, so that every fork inherits the objects that a first compilation makes.
void warm_up() {
  const hdc_target target{"", "", 0, 0, 0};
  const char* const source = "kernel void k(global float* p) { p[get_global_id(0)] += 1; }";
  the_table->free_result(the_table->build(&target, {source, std::strlen(source)}, ""));
}

}  // namespace

int main(int argc, char** argv) {
  void* const library = argc == 2 ? ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  const auto get =
      library ? reinterpret_cast<hdc_get_interface>(::dlsym(library, HDC_ENTRY_SYMBOL)) : nullptr;
  the_table = get ? get(HDC_INTERFACE_VERSION) : nullptr;
  if (!the_table) {
    complain(argc == 2 ? "the compiler library cannot be opened" : "usage: heddle-compile LIBRARY");
    return EXIT_FAILURE;
  }
  if (void* const own = ::dlsym(library, HDC_OWN_PROCESS_SYMBOL)) {
    reinterpret_cast<hdc_own_process>(own)();
  }
  heddle::helper::serve({.before_fork = [] { the_table->before_fork(); },
                         .after_fork = [](bool in_child) { the_table->after_fork(in_child); },
                         .idle = warm_up,
                         .keeps_forks = true});
  while (answer()) heddle::helper::next_request();
  std::_Exit(EXIT_FAILURE);
}
