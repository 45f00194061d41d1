// The folder that simtcc takes the place of a CUDA Toolkit with, and what nvcc's users and CMake ask of it.
//
//   bin/nvcc                    simtcc itself, for builds that look for that name
//   include/                    CUDA's headers
//   lib64/libcudart_static.a    CUDA's runtime and the SIMT machine, for g++ as well
//   lib64/libcudart.so          the same, for builds that ask for the shared one
//   lib64/libcublas_static.a    cuBLAS, computed on the host; libcublas.so is the same
//   lib64/libcurand_static.a    cuRAND's functions for the host, and libcurand.so
//   nvvm/libdevice/             empty; CMake knows a toolkit by it
#pragma once

#include <string>
#include <vector>

namespace simtcc {

// Beside the simtcc of a build, or in ../lib/simt of an installed one. Throws std::runtime_error where it is missing.
std::string toolkit_folder();

// What `simtcc --version` writes: clang's version, and the lines by which CMake and others know an nvcc.
std::string version_text();

// Writes what `nvcc -v` says of its settings to standard error. CMake up to 3.23 looks there for the architectures that it has asked for.
void show_toolkit(const std::vector<std::string>& words);

// "-L…/lib64"
std::string toolkit_library_flag();

}  // namespace simtcc
