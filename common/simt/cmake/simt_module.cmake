# What programs of the SIMT machine are built with, in its own tree and through find_package(simt) alike.
include_guard(GLOBAL)

# add_simt_module(TARGET SOURCE FILE.cu OUTPUT FILE.so [INCLUDE DIR...] [EXCLUDE_FROM_ALL])
#
# Builds a kernel file to a module with simtcc, again whenever the file or what it includes changes.
function(add_simt_module target)
  cmake_parse_arguments(PARSE_ARGV 1 module "EXCLUDE_FROM_ALL" "SOURCE;OUTPUT" "INCLUDE")
  foreach(needed IN ITEMS SOURCE OUTPUT)
    if(NOT module_${needed})
      message(FATAL_ERROR "add_simt_module(${target}): say ${needed} FILE")
    endif()
  endforeach()
  cmake_path(ABSOLUTE_PATH module_SOURCE BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(ABSOLUTE_PATH module_OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  set(include_flags "${module_INCLUDE}")
  list(TRANSFORM include_flags PREPEND "-I")
  cmake_path(RELATIVE_PATH module_OUTPUT BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE shown)
  set(headers "")
  if(TARGET cuda_headers)  # in the machine's own build: what they are compiled to
    get_target_property(headers simtcc SIMT_PRECOMPILED)
  endif()
  add_custom_command(
    OUTPUT "${module_OUTPUT}"
    COMMAND simt::simtcc ${include_flags} --depfile "${module_OUTPUT}.d" "${module_SOURCE}" -o "${module_OUTPUT}"
    DEPENDS "${module_SOURCE}" simt::simtcc ${headers}
    DEPFILE "${module_OUTPUT}.d"
    COMMENT "Compiling ${shown}"
    VERBATIM)
  if(module_EXCLUDE_FROM_ALL)
    add_custom_target(${target} DEPENDS "${module_OUTPUT}")
  else()
    add_custom_target(${target} ALL DEPENDS "${module_OUTPUT}")
  endif()
  if(TARGET cuda_headers)
    add_dependencies(${target} cuda_headers)
  endif()
endfunction()
