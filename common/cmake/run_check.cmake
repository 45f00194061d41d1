# cmake -D NAME=… -D REPORTS=FOLDER -D REPORT=FILE [-D LAB=ON] [-D SKIPS=REGEX] -P run_check.cmake -- COMMAND ARGUMENT...
#
# Runs one CTest test and passes on what it says. CTest shows the output of a failed test only when asked to; so what failed
# is also kept in FILE, below FOLDER, and show_reports.cmake prints what was kept when the tests are over. With LAB the
# command is a lab's test program: GoogleTest tells in a file what failed, and the program writes there what each line cost.
# A test that was skipped has not failed, nor has a program whose output matches REGEX and that could not begin (the test's
# SKIP_REGULAR_EXPRESSION makes CTest say so).
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/gtest_results.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/reports.cmake")

reports_of_this_call("${REPORTS}" folder)
set(report "${folder}/${REPORT}")
read_arguments(command)
set(results "${report}.json")
file(REMOVE "${results}")
if(LAB)
  list(APPEND command --costs "${folder}/costs" "--gtest_output=json:${results}")
endif()
execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
# If this is no number, it is the system's message why the program did not start, or the signal that ended it.
if(NOT status MATCHES "^[0-9]+$")
  list(GET command 0 program)
  if(EXISTS "${program}")
    string(APPEND output "${NAME}: ${program} did not come to its end: ${status}\n")
  else()
    string(APPEND output "${NAME}: nothing was checked, since ${program} does not exist. Build it: cmake --build --preset default\n")
  endif()
endif()
message("${output}")
read_gtest_results("${results}" skipped failures)
if(NOT EXISTS "${results}" AND SKIPS AND output MATCHES "${SKIPS}")
  set(skipped TRUE)
endif()
if(status EQUAL 0 OR skipped)
  file(REMOVE "${report}")
elseif(failures)
  file(WRITE "${report}" "${failures}")
else()
  file(WRITE "${report}" "${output}")
endif()
file(REMOVE "${results}")
if(EXISTS "${report}")
  message(FATAL_ERROR "${NAME} failed (${status})")
endif()
