# What both tests need. The file names its own temporary folder ${work}; a test removes it when it has passed.
string(RANDOM LENGTH 12 unique)
if(DEFINED ENV{TMPDIR})
  set(temporary "$ENV{TMPDIR}")
else()
  set(temporary /tmp)
endif()
set(work "${temporary}/simt-test-${unique}")

# must(WHAT COMMAND...): quiet while all goes well; else the command's words, and the test fails. Output in ${said}.
function(must what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    fail("${what} failed (${status}):\n${said}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

function(fail text)
  message(FATAL_ERROR "${text}\nWhat there is lies in ${work}")
endfunction()

function(configure from to)
  must("configuring ${from}" "${CMAKE_COMMAND}" -S "${from}" -B "${to}" -G "${GENERATOR}"
    "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
    "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF ${ARGN})
  set(said "${said}" PARENT_SCOPE)
endfunction()
