include(lab_files)

# Adds targets with -D ENABLE_PROFILING=ON: they run a lab's kernels, each once (lab4_survey --once), under Nsight Compute,
# with the options that the lab's handout shows.
option(ENABLE_PROFILING "Targets profile_lab1, profile_lab2, ...: each lab's kernels under ncu (needs nvcc and ncu)" OFF)

if(ENABLE_PROFILING)
  if(NOT COALESCE_NVCC)
    message(FATAL_ERROR
      "ENABLE_PROFILING needs nvcc, which was not found in PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin.\n"
      "Install the CUDA toolkit, or name its compiler: -D COALESCE_NVCC=/path/to/nvcc")
  endif()
  file(GLOB nsight_folders /opt/nvidia/nsight-compute/*)
  find_program(COALESCE_NCU ncu HINTS "$ENV{CUDA_HOME}/bin" /usr/local/cuda/bin ${nsight_folders}
    DOC "Nsight Compute's command line; without it nothing is profiled")
  if(NOT COALESCE_NCU)
    message(FATAL_ERROR
      "ENABLE_PROFILING needs ncu, which was not found in PATH, in $CUDA_HOME/bin, in /usr/local/cuda/bin or in /opt/nvidia/nsight-compute.\n"
      "Install Nsight Compute (the CUDA toolkit brings it), or name it: -D COALESCE_NCU=/path/to/ncu")
  endif()
endif()

# profile_lab(lab4 FOLDER KERNELS NCU_OPTION...): targets profile_lab4, with the student's kernels, and
# profile_lab4_solution, with the reference's, where that is. Both need the targets lab4_survey and lab4_cuda. Does nothing
# where ENABLE_PROFILING is off, or for a lab without options.
function(profile_lab id folder kernels)
  if(NOT ENABLE_PROFILING OR NOT ARGN)
    return()
  endif()
  add_profile_target(profile_${id} ${id} OPTIONS ${ARGN})
  solution_folder("${folder}" solution)
  set(solution "${solution}/${kernels}")
  if(EXISTS "${solution}")
    set(module "${CMAKE_CURRENT_BINARY_DIR}/${id}_solution.fatbin")
    add_cuda_module(${id}_cuda_solution SOURCE "${solution}" OUTPUT "${module}" INCLUDE "${folder}")
    add_profile_target(profile_${id}_solution ${id} OPTIONS ${ARGN} PROGRAM_OPTIONS --module "${module}" --source "${solution}")
    add_dependencies(profile_${id}_solution ${id}_cuda_solution)
  endif()
endfunction()

# It runs in the repository's root, as a reader of the handout runs the command there; only the program is this build's.
function(add_profile_target target id)
  cmake_parse_arguments(PARSE_ARGV 2 profile "" "" "OPTIONS;PROGRAM_OPTIONS")
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH common)
  cmake_path(GET common PARENT_PATH root)
  add_custom_target(${target}
    COMMAND "${CMAKE_COMMAND}" -P "${common}/cmake/run_profile.cmake" -- "${COALESCE_NCU}" ${profile_OPTIONS}
            "${CMAKE_CURRENT_BINARY_DIR}/${id}_survey" --machine cuda --once ${profile_PROGRAM_OPTIONS}
    WORKING_DIRECTORY "${root}"
    USES_TERMINAL
    COMMENT "Running ${target}: ${COALESCE_NCU}, with the options of the lab's handout"
    VERBATIM)
  add_dependencies(${target} ${id}_survey ${id}_cuda)
endfunction()
