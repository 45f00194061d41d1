# What all of the project's own C++ is compiled with: one place for the warnings, and one for the code that must be fast.
include_guard(GLOBAL)
option(SIMT_WARNINGS_AS_ERRORS "Treat warnings in the project's own C++ as errors" OFF)

add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast)
# A test's fixture derives from a class of the file's own anonymous namespace. In a unity build that namespace stands in an
# included file, which gcc takes for a header.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(project_warnings INTERFACE -Wno-subobject-linkage)
endif()
if(SIMT_WARNINGS_AS_ERRORS)
  target_compile_options(project_warnings INTERFACE -Werror)
endif()

# The code that tests spend their time in is optimised in a Debug build too; the rest compiles faster without.
add_library(hot_code INTERFACE)
target_compile_options(hot_code INTERFACE $<$<CONFIG:Debug>:-O1>)
# Arrays of 32 lanes are cleared and copied again and again, and gcc's choice for their sizes, `rep stos`, begins slowly: four of them
# were 9 % of a barrier.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  foreach(function IN ITEMS memset memcpy)
    target_compile_options(hot_code INTERFACE "-m${function}-strategy=vector_loop:1024:noalign,libcall:-1:noalign")
  endforeach()
endif()
