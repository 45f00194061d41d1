# What the checks of one ctest call said is kept in a folder of that call, named by its process: two calls at once then
# print each its own.

# reports_of_this_call(ROOT OUT): the folder below ROOT that belongs to the ctest which runs this script.
function(reports_of_this_call root out)
  set(ctest shared)
  # This very process, whose parent ctest is.
  if(EXISTS "/proc/self/status")
    file(STRINGS "/proc/self/status" parent REGEX "^PPid:")
    string(REGEX REPLACE "[^0-9]" "" ctest "${parent}")
  endif()
  set(${out} "${root}/${ctest}" PARENT_SCOPE)
endfunction()

# forget_reports(ROOT): removes what earlier calls left, and keeps what a call that still runs has written.
function(forget_reports root)
  reports_of_this_call("${root}" own)
  file(REMOVE_RECURSE "${own}")
  file(GLOB calls RELATIVE "${root}" "${root}/*")
  foreach(call IN LISTS calls)
    if(NOT EXISTS "/proc/${call}/status")
      file(REMOVE_RECURSE "${root}/${call}")
    endif()
  endforeach()
endfunction()
