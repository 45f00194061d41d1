# Kernel files compiled for a GPU, where a CUDA toolkit is: device code alone, for the first GPU of this computer.
find_program(COALESCE_NVCC nvcc HINTS "$ENV{CUDA_HOME}/bin" /usr/local/cuda/bin DOC "CUDA's compiler; without it no GPU is used")

# The programs say one of these when there is no verdict on a GPU. Such a test is skipped, not failed.
set(CUDA_SKIPS "no GPU can be used:|not measured:")

# The kit's own kernels (common/lab builds them).
set(CUDA_KIT "")
if(COALESCE_NVCC)
  set(CUDA_KIT "${PROJECT_BINARY_DIR}/common/lab/measuring.fatbin")
endif()

# add_cuda_module(TARGET SOURCE FILE.cu OUTPUT FILE.fatbin [INCLUDE DIR...]): not part of the build of everything, since
# -arch=native needs a GPU at hand.
function(add_cuda_module target)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "SOURCE;OUTPUT" "INCLUDE")
  set(include_flags "${module_INCLUDE}")
  list(TRANSFORM include_flags PREPEND "-I")
  cmake_path(RELATIVE_PATH module_OUTPUT BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE shown)
  add_custom_command(
    OUTPUT "${module_OUTPUT}"
    COMMAND "${COALESCE_NVCC}" -std=c++17 -O3 -lineinfo -arch=native -fatbin ${include_flags}
            -MD -MF "${module_OUTPUT}.d" "${module_SOURCE}" -o "${module_OUTPUT}"
    DEPENDS "${module_SOURCE}"
    DEPFILE "${module_OUTPUT}.d"
    COMMENT "Compiling ${shown} for this GPU"
    VERBATIM)
  add_custom_target(${target} DEPENDS "${module_OUTPUT}")
endfunction()
