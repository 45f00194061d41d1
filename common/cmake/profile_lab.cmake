# With -D ENABLE_PROFILING=ON: targets that run a lab's launch.cu under Nsight Compute, with the commands of its handout.
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

# The handout's command that begins with `name` and ends with build/launch, as a list; lines that end with \ are joined.
function(read_handout_command handout name out_command)
  file(READ "${handout}" text)
  if(NOT text MATCHES "\n(${name} [^`]*build/launch)\n")
    message(FATAL_ERROR "${handout}: no code block has a command `${name} ... build/launch`")
  endif()
  string(REPLACE "\\\n" "" command "${CMAKE_MATCH_1}")
  # Of two such commands the expression above takes both.
  if(command MATCHES "\n")
    string(REGEX REPLACE "\n.*" "" command "${command}")
  endif()
  separate_arguments(command UNIX_COMMAND "${command}")
  set(${out_command} "${command}" PARENT_SCOPE)
endfunction()

# profile_lab(lab4 FOLDER KERNELS): targets profile_lab4, with the student's kernels, and profile_lab4_solution, with the
# reference's, where that is. Does nothing where ENABLE_PROFILING is off.
function(profile_lab id folder kernels)
  if(NOT ENABLE_PROFILING)
    return()
  endif()
  cmake_path(GET CMAKE_CURRENT_FUNCTION_LIST_DIR PARENT_PATH common)
  cmake_path(GET common PARENT_PATH root)
  cmake_path(GET folder FILENAME lab)
  add_profile_target(profile_${id} "${folder}" "${root}")
  set(solution "${root}/solutions/${lab}/${kernels}")
  if(EXISTS "${solution}")
    add_profile_target(profile_${id}_solution "${folder}" "${root}" "-DKERNELS=\"${solution}\"")
  endif()
endfunction()

# The handout's commands run in the repository's root, as a reader runs them; only the program lies elsewhere.
function(add_profile_target target folder root)
  set(handout "${folder}/README.md")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${handout}")
  # Not the target's own name: Ninja knows a target as a file beside it.
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${target}.launch")
  foreach(name IN ITEMS nvcc ncu)
    read_handout_command("${handout}" ${name} ${name})
    list(REMOVE_AT ${name} 0)
    list(TRANSFORM ${name} REPLACE "^build/launch$" "${program}")
  endforeach()
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${COALESCE_NVCC}" ${nvcc} ${ARGN} -MD -MF "${program}.d"
    DEPENDS "${folder}/launch.cu"
    DEPFILE "${program}.d"
    WORKING_DIRECTORY "${root}"
    COMMENT "Compiling launch.cu for ${target}"
    VERBATIM)
  add_custom_target(${target}
    COMMAND "${CMAKE_COMMAND}" -P "${root}/common/cmake/run_profile.cmake" -- "${COALESCE_NCU}" ${ncu}
    DEPENDS "${program}"
    WORKING_DIRECTORY "${root}"
    USES_TERMINAL
    COMMENT "Running ${target}: ${COALESCE_NCU}, with the metrics of ${handout}"
    VERBATIM)
endfunction()
