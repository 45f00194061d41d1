# cmake -P build_for_gpu.cmake -- PROGRAM BUILD PROGRAM_TARGET CUDA_TARGET
#
# What a lab's measured checks need: its test program and the modules for the GPU that the program finds. Where there is none,
# the program says so, and nothing is built.
include("${CMAKE_CURRENT_LIST_DIR}/arguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/build_locked.cmake")

read_arguments(arguments)
list(POP_FRONT arguments program build program_target cuda_target)
# A program of before the last edit can answer as well: the GPU is not of its making.
if(NOT EXISTS "${program}")
  build_locked("${build}" ${program_target})
endif()
execute_process(COMMAND "${program}" --gpu RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "no module was built")
endif()
build_locked("${build}" ${program_target} ${cuda_target})
