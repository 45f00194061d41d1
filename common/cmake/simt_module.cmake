# add_simt_module(TARGET SOURCE FILE.cu OUTPUT FILE.so [INCLUDE DIR...] [COMPILER CXX] [EXCLUDE_FROM_ALL])
#
# Builds a kernel file to a module with simtcc, again whenever the file or what it includes changes.
function(add_simt_module target)
  cmake_parse_arguments(PARSE_ARGV 1 module "EXCLUDE_FROM_ALL" "SOURCE;OUTPUT;COMPILER" "INCLUDE")
  if(NOT module_COMPILER)
    set(module_COMPILER "${CMAKE_CXX_COMPILER}")
  endif()
  set(simtcc "${PROJECT_SOURCE_DIR}/common/simt/simtcc")
  set(include_flags "${module_INCLUDE}")
  list(TRANSFORM include_flags PREPEND "-I")
  string(REGEX REPLACE "(^|;)-I" "\\1-I;" include_flags "${include_flags}")
  cmake_path(RELATIVE_PATH module_OUTPUT BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE shown)
  add_custom_command(
    OUTPUT "${module_OUTPUT}"
    COMMAND "${simtcc}" --compiler "${module_COMPILER}" ${include_flags} --depfile "${module_OUTPUT}.d"
            "${module_SOURCE}" -o "${module_OUTPUT}"
    DEPENDS "${module_SOURCE}" "${simtcc}" "${PROJECT_SOURCE_DIR}/common/simt/src/module_stamp.h"
    DEPFILE "${module_OUTPUT}.d"
    COMMENT "Compiling ${shown}"
    VERBATIM)
  if(module_EXCLUDE_FROM_ALL)
    add_custom_target(${target} DEPENDS "${module_OUTPUT}")
  else()
    add_custom_target(${target} ALL DEPENDS "${module_OUTPUT}")
  endif()
endfunction()
