// SPDX-License-Identifier: Apache-2.0
// An application with an LLVM of its own, the same version as the driver's or another one, its
// symbols global as Python's and Mesa's often are: neither notices the other. Discovered tests run
// in processes of their own, so that the driver is loaded after the other LLVM.
#include <dlfcn.h>

#include <cstdlib>

#include "api_test.h"

namespace {

/// What the application does with its LLVM: options are parsed, the host's code is generated.
class OtherLLVM {
 public:
  explicit OtherLLVM(const char* file) : library_(::dlopen(file, RTLD_NOW | RTLD_GLOBAL)) {}
  explicit operator bool() const { return library_ != nullptr; }

  /// The size of the object file that comes of an empty function, 0 if it could not be made.
  size_t Compile() const {
    for (const char* name : {"LLVMInitializeX86TargetInfo", "LLVMInitializeX86Target",
                             "LLVMInitializeX86TargetMC", "LLVMInitializeX86AsmPrinter"})
      Call<void>(name);
    const char* options[] = {"application", "-unroll-threshold=7"};
    Call<void>("LLVMParseCommandLineOptions", 2, options, "an application");
    char* triple = Call<char*>("LLVMGetDefaultTargetTriple");
    void* target = nullptr;
    char* message = nullptr;
    if (Call<int>("LLVMGetTargetFromTriple", triple, &target, &message)) return 0;
    void* machine = Call<void*>("LLVMCreateTargetMachine", target, triple, "x86-64", "", 2, 0, 0);
    void* context = Call<void*>("LLVMContextCreate");
    void* module = Call<void*>("LLVMModuleCreateWithNameInContext", "m", context);
    void* nothing = Call<void*>("LLVMVoidTypeInContext", context);
    void* type = Call<void*>("LLVMFunctionType", nothing, static_cast<void**>(nullptr), 0U, 0);
    void* function = Call<void*>("LLVMAddFunction", module, "f", type);
    void* block = Call<void*>("LLVMAppendBasicBlockInContext", context, function, "entry");
    void* builder = Call<void*>("LLVMCreateBuilderInContext", context);
    Call<void>("LLVMPositionBuilderAtEnd", builder, block);
    Call<void*>("LLVMBuildRetVoid", builder);
    void* object = nullptr;
    const int failed = Call<int>("LLVMTargetMachineEmitToMemoryBuffer", machine, module,
                                 /*LLVMObjectFile*/ 1, &message, &object);
    const size_t size = failed ? 0 : Call<size_t>("LLVMGetBufferSize", object);
    if (object) Call<void>("LLVMDisposeMemoryBuffer", object);
    Call<void>("LLVMDisposeBuilder", builder);
    Call<void>("LLVMDisposeModule", module);
    Call<void>("LLVMContextDispose", context);
    Call<void>("LLVMDisposeTargetMachine", machine);
    Call<void>("LLVMDisposeMessage", triple);
    return size;
  }

 private:
  template <class Result, class... Arguments>
  Result Call(const char* name, Arguments... arguments) const {
    return reinterpret_cast<Result (*)(Arguments...)>(::dlsym(library_, name))(arguments...);
  }
  void* library_;
};

class OtherLLVMTest : public ApiTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ::setenv("HEDDLE_CACHE", "off", 1);  // the compiler is to work
    ASSERT_TRUE(other) << ::dlerror();
    ASSERT_GT(other.Compile(), 0U);
    ApiTest::SetUp();
  }
  const OtherLLVM other{GetParam()};
};

TEST_P(OtherLLVMTest, IsNotNoticed) {
  Program program =
      Build("kernel void k(global float* out) { out[get_global_id(0)] = sin(0.5f); }");
  EXPECT_EQ(BuildLog(program), "");
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(64);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 16);
  EXPECT_FLOAT_EQ(Read<float>(out, 16)[15], 0.47942555F);
  EXPECT_GT(other.Compile(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Versions, OtherLLVMTest,
                         testing::Values("libLLVM.so.22.1", HEDDLE_TRANSLATOR_LLVM));

}  // namespace
