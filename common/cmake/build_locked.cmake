# build_locked(BUILD TARGET...): builds the targets, and stops the script with the build's own words when that fails.
#
# Two builds at once in one folder spoil each other's files, so the second waits for the first. ./course holds the same lock
# (grader/machine/toolchain.py): POSIX record locks on BUILD/.lock, which file(LOCK) takes too.
function(build_locked build)
  file(LOCK "${build}/.lock" GUARD FUNCTION RESULT_VARIABLE locked)
  if(NOT locked EQUAL 0)
    message(FATAL_ERROR "${build}/.lock cannot be locked (${locked}): is the folder writable, and is the disk full?")
  endif()
  # The option -k 0 builds the test program even if the student's kernel has a compile error.
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" --target ${ARGN} -- -k 0
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status EQUAL 0)
    return()
  endif()
  message("${output}")
  if(output MATCHES "No space left on device|Disk quota exceeded")
    message(FATAL_ERROR "the disk is full: free some space (df -h \"${build}\"), then run the same command again")
  endif()
  list(JOIN ARGN ", " targets)
  message(FATAL_ERROR "the build of ${targets} failed")  # show_reports.cmake leaves this out: the compiler has said why
endfunction()
