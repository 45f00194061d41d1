# cmake -D PROGRAM=LAB_TEST -D BUILD=DIR -D TARGET=NAME -P build_for_gpu.cmake
#
# Builds a lab's modules for the GPU; where there is none, says so and builds nothing.
execute_process(COMMAND "${PROGRAM}" --gpu RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "no module was built")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BUILD}" --target ${TARGET} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the module could not be built")
endif()
