// SPDX-License-Identifier: Apache-2.0
// May a test fork a process that has threads? ThreadSanitizer cannot follow it.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEDDLE_NO_FORK 1
#endif
#endif
