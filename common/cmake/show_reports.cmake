# After the tests of one ctest call: what the failed checks said, what the kernels printed, and what each line of the shown
# kernels cost.
function(say text)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${text}")  # message() would write to the error stream
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/reports.cmake")
reports_of_this_call("${REPORTS}" folder)
file(GLOB reports "${folder}/*.txt")
set(builds "${reports}")
list(FILTER builds INCLUDE REGEX "\\.00\\.build\\.txt$")
if(builds)
  set(reports "${builds}")  # a compile error comes alone: nothing else could run
endif()
foreach(report IN LISTS reports)
  get_filename_component(name "${report}" NAME)
  string(REGEX REPLACE "\\.[0-9][0-9]\\.(.*)\\.txt$" ".\\1" name "${name}")
  file(READ "${report}" text)
  # The build's frame says nothing that the heading does not: the compiler's words are what counts.
  string(REGEX REPLACE "(FAILED: [^\n]*\n|cd [^\n]* && [^\n]*\n|\\[[0-9]+/[0-9]+\\] [^\n]*\n|ninja: build stopped[^\n]*)" "" text "${text}")
  string(REGEX REPLACE "CMake Error at [^\n]*\n  the build of [^\n]*\n+Call Stack[^\n]*\n[^\n]*" "" text "${text}")
  string(STRIP "${text}" text)
  say("\n--- ${name} ---\n${text}")
endforeach()

file(GLOB printed "${folder}/costs/printed/*.txt")
if(printed AND NOT builds)
  say("\n--- what the kernels printed ---")
  foreach(one IN LISTS printed)
    file(READ "${one}" text)
    say("${text}")
  endforeach()
endif()

file(GLOB costs "${folder}/costs/*.txt")
if(costs AND NOT builds)
  say("\n--- what each line cost (! more than it must) ---")
endif()
foreach(cost IN LISTS costs)
  file(READ "${cost}" text)
  say("${text}")
endforeach()
