# Before the tests of one ctest call: forgets what failed in earlier ones.
include("${CMAKE_CURRENT_LIST_DIR}/reports.cmake")

forget_reports("${REPORTS}")
