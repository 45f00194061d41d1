# cmake -D NAME=… -D REPORT=FILE [-D SKIPS=REGEX] -P run_check.cmake -- COMMAND ARGUMENT...
#
# Runs one CTest test and passes on what it says. CTest shows the output of a failed test only when asked to; so it is
# also kept in FILE, and show_reports.cmake prints what was kept when the tests are over. Output that matches REGEX says
# that nothing could be checked: such a run has not failed (the test's SKIP_REGULAR_EXPRESSION makes CTest say so).
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")

read_arguments(command)
execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
# Not a number: the system's words for why the program did not start, or for the signal that ended it.
if(NOT status MATCHES "^[0-9]+$")
  list(GET command 0 program)
  if(EXISTS "${program}")
    string(APPEND output "${NAME}: ${program} did not come to its end: ${status}\n")
  else()
    string(APPEND output "${NAME}: nothing was checked, since ${program} does not exist. Build it: cmake --build --preset default\n")
  endif()
endif()
message("${output}")
if(status EQUAL 0 OR (SKIPS AND output MATCHES "${SKIPS}" AND NOT output MATCHES "FAILED"))
  file(REMOVE "${REPORT}")
else()
  file(WRITE "${REPORT}" "${output}")
  message(FATAL_ERROR "${NAME} failed (${status})")
endif()
