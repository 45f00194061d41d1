# cmake -D NAME=… -D REPORTS=FOLDER -D REPORT=FILE [-D COSTS=ON] [-D SKIPS=REGEX] -P run_check.cmake -- COMMAND ARGUMENT...
#
# Runs one CTest test and passes on what it says. CTest shows the output of a failed test only when asked to; so it is
# also kept in FILE, below FOLDER, and show_reports.cmake prints what was kept when the tests are over. With COSTS the
# command is a lab's test program, which writes there what each line cost. Output that matches REGEX says
# that nothing could be checked: such a run has not failed (the test's SKIP_REGULAR_EXPRESSION makes CTest say so).
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/reports.cmake")

reports_of_this_call("${REPORTS}" folder)
set(report "${folder}/${REPORT}")
read_arguments(command)
if(COSTS)
  list(APPEND command --costs "${folder}/costs")
endif()
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
  file(REMOVE "${report}")
else()
  file(WRITE "${report}" "${output}")
  message(FATAL_ERROR "${NAME} failed (${status})")
endif()
