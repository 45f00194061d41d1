# cmake -D NAME=… -D REPORT=FILE [-D SKIPS=REGEX] -P run_check.cmake -- COMMAND ARGUMENT...
#
# Runs one CTest test and passes on what it says. CTest shows the output of a failed test only when asked to; so it is
# also kept in FILE, and show_reports.cmake prints what was kept when the tests are over. Output that matches REGEX says
# that nothing could be checked: such a run has not failed (the test's SKIP_REGULAR_EXPRESSION makes CTest say so).
set(command "")
set(collecting FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
  if(collecting)
    list(APPEND command "${CMAKE_ARGV${index}}")
  elseif("${CMAKE_ARGV${index}}" STREQUAL "--")
    set(collecting TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(status EQUAL 0 OR (SKIPS AND output MATCHES "${SKIPS}" AND NOT output MATCHES "FAILED"))
  file(REMOVE "${REPORT}")
else()
  file(WRITE "${REPORT}" "${output}")
  message(FATAL_ERROR "${NAME} failed (${status})")
endif()
