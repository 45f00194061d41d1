# cmake -P run_profile.cmake -- NCU ARGUMENT...
#
# Runs Nsight Compute, and says what to do where it may not read the GPU's counters.
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")

read_arguments(command)
execute_process(COMMAND ${command} RESULT_VARIABLE status
  OUTPUT_VARIABLE output ERROR_VARIABLE output ECHO_OUTPUT_VARIABLE ECHO_ERROR_VARIABLE)
# It may end with 0 all the same: the program itself has run.
if(output MATCHES "ERR_NVGPUCTRPERM")
  message(FATAL_ERROR
    "The driver lets only administrators read the GPU's counters here (ERR_NVGPUCTRPERM). Either run this as root, or let all users: "
    "as root write the line\n  options nvidia NVreg_RestrictProfilingToAdminUsers=0\n"
    "to a file in /etc/modprobe.d and restart the computer (a container needs --cap-add=SYS_ADMIN instead). "
    "NVIDIA's page on it: https://developer.nvidia.com/ERR_NVGPUCTRPERM")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "ncu could not profile the kernels (${status}); its own words are above")
endif()
