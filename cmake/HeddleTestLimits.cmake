# SPDX-License-Identifier: Apache-2.0
# A test may take ten times what it takes, and 30 s at least: a machine of others that runs other work besides takes
# four times as long, and a hang is found in time. Tests of more than three seconds stand in tests/limits/slow_tests.txt.
set(HEDDLE_TEST_SLOWNESS 1 CACHE STRING "How many times as long as in a release build tests may take (CMakePresets.json)")
math(EXPR HEDDLE_TEST_LIMIT "30 * ${HEDDLE_TEST_SLOWNESS}")
