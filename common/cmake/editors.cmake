# What an editor must know to understand a kernel file: an entry in compile_commands.json, which clangd finds through
# .clangd, with the flags that simtcc compiles with. No CUDA toolkit is needed for it.

# describe_kernels(TARGET FOLDER DIR FILES file.cu...): one entry a file; DIR holds the header that they include.
# The library is never built: simtcc builds kernels. It exists for CMake to write down how.
function(describe_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 kernels "" "FOLDER" "FILES")
  if(NOT kernels_FILES)
    return()
  endif()
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${kernels_FILES})
  set_source_files_properties(${kernels_FILES} PROPERTIES LANGUAGE CXX)
  target_compile_options(${target} PRIVATE ${KERNEL_EDITOR_FLAGS})
  target_include_directories(${target} PRIVATE "${kernels_FOLDER}")
endfunction()

# Sets KERNEL_EDITOR_FLAGS to what `simtcc --editor-flags` says, before there is a simtcc to say it.
macro(read_editor_flags)
  set(simt "${PROJECT_SOURCE_DIR}/common/simt")
  set(file "${simt}/compiler/front/language_flags.inc")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(STRINGS "${file}" lines REGEX "^\"")
  string(REGEX MATCHALL "\"[^\"]+\"" flags "${lines}")
  list(TRANSFORM flags REPLACE "\"" "")
  list(APPEND flags
    -isystem "\"${simt}/include/cuda\"" -isystem "\"${simt}/include/cuda/parts\"" -isystem "\"${simt}/include/cuda/refused\""
    -include cuda_runtime.h)
  # Two words that belong together are one to CMake, which else drops a repeated -Xclang.
  list(JOIN flags "\n" text)
  string(REGEX REPLACE "(^|\n)(-x|-Xclang|-isystem|-include)\n" "\\1SHELL:\\2 " text "${text}")
  string(REPLACE "\n" ";" KERNEL_EDITOR_FLAGS "${text}")
endmacro()

# Every kernel file of a lab: the student's, the given ones, and where they are kept, solutions and catalogued answers.
function(describe_kernels_of_labs)
  read_editor_flags()
  file(GLOB manifests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/labs/*/lab.toml")
  foreach(manifest IN LISTS manifests)
    cmake_path(GET manifest PARENT_PATH folder)
    manifest_value("${folder}" id id)
    solution_folder("${folder}" solution)
    answers_folder("${folder}" answers)
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*.cu" "${solution}/*.cu" "${answers}/*.cu")
    describe_kernels(${id}_kernels_in_editors FOLDER "${folder}" FILES ${files})
  endforeach()
  file(GLOB files CONFIGURE_DEPENDS common/simt/examples/*.cu)
  describe_kernels(example_kernels_in_editors FOLDER "${PROJECT_SOURCE_DIR}/common/simt/examples" FILES ${files})
endfunction()
