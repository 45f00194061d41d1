# One place for the warnings that all of the project's own C++ is compiled with.
include_guard(GLOBAL)
option(SIMT_WARNINGS_AS_ERRORS "Treat warnings in the project's own C++ as errors" OFF)

add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast)
if(SIMT_WARNINGS_AS_ERRORS)
  target_compile_options(project_warnings INTERFACE -Werror)
endif()
