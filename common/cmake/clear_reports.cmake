# Before the tests of one ctest call: forgets what failed in the last one.
file(REMOVE_RECURSE "${REPORTS}")
