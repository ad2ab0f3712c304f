// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/recorded_files.h"

#include <clang/Lex/PPCallbacks.h>
#include <llvm/Support/Chrono.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cerrno>
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

vfs::Status status_of(const llvm::Twine& path, const struct stat& status) {
  namespace fs = llvm::sys::fs;
  const auto changed =
      llvm::sys::toTimePoint(status.st_mtim.tv_sec, static_cast<uint32_t>(status.st_mtim.tv_nsec));
  const auto type =
      S_ISDIR(status.st_mode) ? fs::file_type::directory_file : fs::file_type::regular_file;
  return {path,          fs::UniqueID(status.st_dev, status.st_ino),
          changed,       status.st_uid,
          status.st_gid, static_cast<uint64_t>(status.st_size),
          type,          static_cast<fs::perms>(status.st_mode & 07777)};
}

std::error_code error_of(int error) {
  return {error, std::generic_category()};
}

class RecordingFileSystem : public vfs::ProxyFileSystem {
 public:
  explicit RecordingFileSystem(RecordedFiles& files)
      : ProxyFileSystem(vfs::createPhysicalFileSystem()), files_(files) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    struct stat found;
    const int error = files_.files().status(path.str(), found);
    note(path, error ? nullptr : &found);
    if (error) return error_of(error);
    return status_of(path, found);
  }
  // The overlay of file systems takes for granted that there is one (pushOverlay): without, it
  // reads a string that is not there. Relative names lead nowhere then, as it is gone, whatever
  // this says.
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override {
    auto folder = ProxyFileSystem::getCurrentWorkingDirectory();
    if (!folder) return std::string("/");
    return folder;
  }

  bool exists(const llvm::Twine& path) override { return static_cast<bool>(status(path)); }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    struct stat found;
    std::string text;
    if (const int error = files_.files().read(path.str(), found, text)) {
      (void)status(path);  // notes it
      return error_of(error);
    }
    files_.note({FileUse::Kind::Read, absolute(path), hash128(text).hex()});
    found.st_size = static_cast<off_t>(text.size());
    return std::make_unique<ReadFile>(status_of(path, found),
                                      llvm::MemoryBuffer::getMemBufferCopy(text, path.str()));
  }

  vfs::directory_iterator dir_begin(const llvm::Twine& path, std::error_code& error) override {
    if (sees_all()) return ProxyFileSystem::dir_begin(path, error);
    error = error_of(ENOENT);
    return {};
  }
  std::error_code getRealPath(const llvm::Twine& path, llvm::SmallVectorImpl<char>& real) override {
    return sees_all() ? ProxyFileSystem::getRealPath(path, real) : error_of(ENOENT);
  }

 private:
  std::string absolute(const llvm::Twine& path) const {
    llvm::SmallString<256> text;
    path.toVector(text);
    if (makeAbsolute(text)) files_.note_time();  // no name can be kept
    return text.str().str();
  }

  bool sees_all() const { return files_.files().allowed() == SourceFiles::Allowed::All; }

  /// Notes a query; a null `status` means that the source sees nothing there.
  void note(const llvm::Twine& path, const struct stat* status) {
    const auto kind = !status                    ? FileUse::Kind::Missing
                      : S_ISDIR(status->st_mode) ? FileUse::Kind::Folder
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

/// Notes a use. A read file counts more than one that was only asked about.
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
