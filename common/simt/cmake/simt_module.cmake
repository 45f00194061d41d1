# What programs of the SIMT machine are built with, in its own tree and through find_package(simt) alike.
include_guard(GLOBAL)

# add_simt_module(TARGET SOURCE FILE.cu OUTPUT FILE.so [INCLUDE DIR...] [COMPILER CXX] [GUARD] [EXCLUDE_FROM_ALL])
#
# Builds a kernel file to a module with simtcc, again whenever the file or what it includes changes. GUARD: see simtcc --help.
function(add_simt_module target)
  cmake_parse_arguments(PARSE_ARGV 1 module "EXCLUDE_FROM_ALL;GUARD" "SOURCE;OUTPUT;COMPILER" "INCLUDE")
  foreach(needed IN ITEMS SOURCE OUTPUT)
    if(NOT module_${needed})
      message(FATAL_ERROR "add_simt_module(${target}): say ${needed} FILE")
    endif()
  endforeach()
  if(NOT module_COMPILER)
    set(module_COMPILER "${CMAKE_CXX_COMPILER}")
  endif()
  get_target_property(simtcc simt::simtcc IMPORTED_LOCATION)
  get_target_property(stamp simt::simtcc SIMT_MODULE_STAMP)
  cmake_path(ABSOLUTE_PATH module_SOURCE BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  cmake_path(ABSOLUTE_PATH module_OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  set(include_flags "${module_INCLUDE}")
  list(TRANSFORM include_flags PREPEND "-I")
  string(REGEX REPLACE "(^|;)-I" "\\1-I;" include_flags "${include_flags}")
  set(guard "")
  if(module_GUARD)
    set(guard --guard)
  endif()
  cmake_path(RELATIVE_PATH module_OUTPUT BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE shown)
  add_custom_command(
    OUTPUT "${module_OUTPUT}"
    COMMAND "${simtcc}" --compiler "${module_COMPILER}" ${include_flags} ${guard} --depfile "${module_OUTPUT}.d"
            "${module_SOURCE}" -o "${module_OUTPUT}"
    DEPENDS "${module_SOURCE}" "${simtcc}" "${stamp}"
    DEPFILE "${module_OUTPUT}.d"
    COMMENT "Compiling ${shown}"
    VERBATIM)
  if(module_EXCLUDE_FROM_ALL)
    add_custom_target(${target} DEPENDS "${module_OUTPUT}")
  else()
    add_custom_target(${target} ALL DEPENDS "${module_OUTPUT}")
  endif()
endfunction()

# simt_loads_modules(PROGRAM): links the machine, and exports what modules call. No code of a program refers to those
# functions, so they are linked as objects: from an archive they would be left out.
function(simt_loads_modules program)
  target_sources(${program} PRIVATE $<TARGET_OBJECTS:simt::callbacks>)
  target_link_libraries(${program} PRIVATE simt::simt)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
