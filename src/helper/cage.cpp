// SPDX-License-Identifier: Apache-2.0
// A list of refused system calls, not of allowed ones: the C library and the translator's LLVM are
// the system's, and make calls that no list of ours would know.
#include "helper/cage.h"

#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <iterator>

#include "support/system_calls.h"

namespace heddle::helper {
namespace {

/// System calls for other processes, the network, keys, and others that only make sense for an
/// attack on the kernel. A compilation that translates a module starts heddle-spirv: execve and
/// socketpair stay.
constexpr unsigned kRefused[] = {
    SYS_accept,
    SYS_accept4,
    SYS_add_key,
    SYS_bind,
    SYS_bpf,
    SYS_chroot,
    SYS_connect,
    SYS_delete_module,
    SYS_finit_module,
    SYS_init_module,
    SYS_io_uring_setup,
    SYS_kexec_load,
    SYS_keyctl,
    SYS_kill,
    SYS_listen,
    SYS_mount,
    SYS_msgget,
    SYS_open_by_handle_at,
    SYS_perf_event_open,
    SYS_personality,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_pivot_root,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_ptrace,
    SYS_reboot,
    SYS_request_key,
    SYS_rt_sigqueueinfo,
    SYS_semget,
    SYS_setns,
    SYS_shmget,
    SYS_socket,
    SYS_tkill,
    SYS_umount2,
    SYS_unshare,
    SYS_userfaultfd,
};
constexpr size_t kCount = std::size(kRefused);
static_assert(kCount < 200);  // a jump has eight bits

constexpr sock_filter statement(unsigned code, unsigned k) {
  return {static_cast<unsigned short>(code), 0, 0, k};
}
constexpr sock_filter jump(unsigned code, unsigned k, size_t if_true, size_t if_false) {
  return {static_cast<unsigned short>(code), static_cast<unsigned char>(if_true),
          static_cast<unsigned char>(if_false), k};
}

void filter_calls() {
  std::array<sock_filter, kCount + 6> filter;
  auto* next = filter.begin();
  *next++ = statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  *next++ = jump(BPF_JMP | BPF_JEQ | BPF_K, kAuditArchitecture, 0, kCount + 3);
  *next++ = statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  *next++ = jump(BPF_JMP | BPF_JGE | BPF_K, kFirstCallOfOtherAbi, kCount + 1, 0);
  for (size_t i = 0; i < kCount; ++i)
    *next++ = jump(BPF_JMP | BPF_JEQ | BPF_K, kRefused[i], kCount - i, 0);
  *next++ = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  *next++ = statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/// Forbids changes of files by name. Files that are open stay as they are.
void refuse_changes_of_files() {
  const landlock_ruleset_attr changes{
      .handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                           LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                           LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                           LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                           LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
  const auto rules = static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, &changes, sizeof(changes.handled_access_fs), 0));
  if (rules < 0) return;
  ::syscall(SYS_landlock_restrict_self, rules, 0);  // no rule allows anything
  ::close(rules);
}

}  // namespace

void enter_cage() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  refuse_changes_of_files();
  filter_calls();
}

}  // namespace heddle::helper
