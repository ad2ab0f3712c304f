// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/reports.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "support/file.h"
#include "support/options.h"

namespace heddle {

Reports& Reports::all() {
  static Reports& all = *new Reports;  // leaked on purpose: kernels may run at the end
  return all;
}

bool Reports::is_new(const Fault& fault) {
  std::string key(name_of(fault.kind));
  for (const std::string& part : {fault.kernel, fault.object, fault.file})
    key.append(1, '\0').append(part);
  key += ':' + std::to_string(fault.line) + ':' + std::to_string(fault.column);
  const Lock lock(mutex_);
  return seen_.insert(std::move(key)).second;
}

void Reports::write(const Fault& fault, std::string_view source) {
  // One write, so that reports of several threads do not mix. A failure cannot be reported.
  write_once(STDERR_FILENO, fault.text.data(), fault.text.size());
  keep(fault, source);
  if (options().check_abort) std::abort();
}

void Reports::keep(const Fault& fault, std::string_view source) {
  const std::string& path = options().check_file;
  if (path.empty()) return;
  const File file(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  const std::string line = to_json(fault, source);
  // One write: other processes add to the file, too.
  if (file) write_once(file.get(), line.data(), line.size());
}

void Reports::note(const std::string& sentence) {
  {
    const Lock lock(mutex_);
    if (!seen_.insert(sentence).second) return;
  }
  const std::string line = "heddle-check: " + sentence + "\n";
  write_once(STDERR_FILENO, line.data(), line.size());
}

}  // namespace heddle
