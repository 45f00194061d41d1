// What a lab's test or survey program knows about its own build. add_lab() writes the definition, from
// program.cpp.in, so that main.cpp is compiled once for all programs. Paths are absolute.
#pragma once

#include <functional>
#include <string>

namespace lab {

struct Program {
  std::string lab;           // lab4
  std::string name;          // lab4_test
  std::string source;        // the student's kernel file
  std::string module;        // the build's module of the student's kernels for the SIMT machine
  std::string given_module;  // the build's module of the lab's kernels, likewise; empty if it has none
  std::string cuda_module;   // the student's kernels for a GPU; this and the next two are empty without nvcc
  std::string cuda_given_module;  // the lab's kernels for a GPU
  std::string cuda_kit;           // the kit's own kernels, for measurements
};

const Program& this_program();

// The launches that --once makes (lab/survey.h); empty if the program has none.
std::function<void()>& launches_once();

}  // namespace lab
