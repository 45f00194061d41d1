# add_simt_program(TARGET SOURCES FILE... OUTPUT FILE [OPTIONS WORD...])
#
# Builds a whole CUDA program, or with OPTIONS -c an object file, with simtcc; again whenever a source changes.
include_guard(GLOBAL)

function(add_simt_program target)
  cmake_parse_arguments(PARSE_ARGV 1 program "" "OUTPUT" "SOURCES;OPTIONS")
  foreach(needed IN ITEMS SOURCES OUTPUT)
    if(NOT program_${needed})
      message(FATAL_ERROR "add_simt_program(${target}): say ${needed} FILE")
    endif()
  endforeach()
  set(sources "")
  foreach(source IN LISTS program_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND sources "${source}")
  endforeach()
  cmake_path(ABSOLUTE_PATH program_OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  cmake_path(RELATIVE_PATH program_OUTPUT BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE shown)
  set(made_from simt::simtcc)
  if(TARGET cuda_headers)  # in the machine's own build: what simtcc reads and links
    get_target_property(headers simtcc SIMT_PRECOMPILED)
    list(APPEND made_from ${headers} simt_cudart simt)
  endif()
  add_custom_command(
    OUTPUT "${program_OUTPUT}"
    COMMAND simt::simtcc ${program_OPTIONS} ${sources} -o "${program_OUTPUT}"
    DEPENDS ${sources} ${made_from}
    COMMENT "Compiling ${shown}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${program_OUTPUT}")
  if(TARGET cuda_headers)
    add_dependencies(${target} cuda_headers simt_cudart)
  endif()
endfunction()
