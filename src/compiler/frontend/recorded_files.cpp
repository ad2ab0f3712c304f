// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/recorded_files.h"

#include <clang/Lex/PPCallbacks.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>

#include "support/hash.h"

namespace heddle::compiler {
namespace {

namespace vfs = llvm::vfs;

/// A file that has been read.
class ReadFile : public vfs::File {
 public:
  ReadFile(vfs::Status status, std::unique_ptr<llvm::MemoryBuffer> text)
      : status_(std::move(status)), text_(std::move(text)) {}

  llvm::ErrorOr<vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_->getBuffer(), name);
  }
  std::error_code close() override { return {}; }

 private:
  vfs::Status status_;
  std::unique_ptr<llvm::MemoryBuffer> text_;
};

class RecordingFileSystem : public vfs::ProxyFileSystem {
 public:
  explicit RecordingFileSystem(RecordedFiles& files)
      : ProxyFileSystem(vfs::createPhysicalFileSystem()), files_(files) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    auto status = ProxyFileSystem::status(path);
    note(path, status);
    return status;
  }
  bool exists(const llvm::Twine& path) override { return static_cast<bool>(status(path)); }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file) {
      note(path, ProxyFileSystem::status(path));
      return file;
    }
    auto status = (*file)->status();
    auto text = (*file)->getBuffer(path);
    if (!status) return status.getError();
    if (!text) {
      note(path, status);
      return text.getError();
    }
    const llvm::StringRef bytes = (*text)->getBuffer();
    const auto hash = hash128(std::string_view(bytes.data(), bytes.size())).hex();
    files_.note({FileUse::Kind::Read, absolute(path), hash});
    return std::make_unique<ReadFile>(std::move(*status), std::move(*text));
  }

 private:
  std::string absolute(const llvm::Twine& path) const {
    llvm::SmallString<256> text;
    path.toVector(text);
    if (makeAbsolute(text)) files_.note_time();  // no name that could be kept
    return text.str().str();
  }

  void note(const llvm::Twine& path, const llvm::ErrorOr<vfs::Status>& status) {
    const auto kind = !status                 ? FileUse::Kind::Missing
                      : status->isDirectory() ? FileUse::Kind::Folder
                                              : FileUse::Kind::Exists;
    files_.note({kind, absolute(path), {}});
  }

  RecordedFiles& files_;
};

class TimeWatcher : public clang::PPCallbacks {
 public:
  explicit TimeWatcher(RecordedFiles& files) : files_(files) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    if (text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__") files_.note_time();
  }

 private:
  RecordedFiles& files_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> RecordedFiles::machine() {
  return llvm::makeIntrusiveRefCnt<RecordingFileSystem>(*this);
}

void RecordedFiles::watch(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<TimeWatcher>(*this));
}

/// What was read counts more than what was only asked about.
void RecordedFiles::note(FileUse use) {
  auto [at, is_new] = uses_.try_emplace(use.path, use);
  if (!is_new && use.kind == FileUse::Kind::Read) at->second = std::move(use);
}

std::string RecordedFiles::packed() const {
  if (depends_on_time_) return std::string(kDependsOnTime);
  std::vector<FileUse> uses;
  for (const auto& [path, use] : uses_) uses.push_back(use);
  return pack(uses);
}

}  // namespace heddle::compiler
