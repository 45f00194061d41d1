# Configures a copy of the machine's folder, with nothing of the project around it, tests and tools included.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

file(COPY "${MACHINE}/" DESTINATION "${work}/simt")
configure("${work}/simt" "${work}/build")
must("listing the tests" "${CMAKE_CTEST_COMMAND}" --test-dir "${work}/build" --show-only)
foreach(test IN ITEMS simt.tests simt.trace simt.unsupported simt.agreement.tests simt.installed)
  if(NOT said MATCHES ": ${test}\n")
    fail("there is no test ${test}:\n${said}")
  endif()
endforeach()

file(REMOVE_RECURSE "${work}")
