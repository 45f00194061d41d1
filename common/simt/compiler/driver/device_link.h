// Kernels that are compiled apart and linked together (-rdc=true): an object file holds its device code as LLVM's bitcode,
// and the device link makes one module of all of them.
//
// clang's host code of such a file calls a function of its own name, __cudaRegisterLinkedBinary__nv_ID, before main()
// (clang/lib/CodeGen/CGCUDANV.cpp). The object that the device link writes has these functions: each registers its file's
// kernels and variables with the one module.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/object_files.h"
#include "llvm.h"

namespace simtcc {

// Makes the file's device code a part: what C++ makes local to a file is so in the linked module, too. clang makes such
// kernels and variables external, for the host to name them.
void make_part(llvm::Module& module, const std::string& source);

// One module of several parts' bitcode files. What is local to a file, and has a name that an earlier one has, gets the
// suffix part_suffix(number of the file). Throws Refused for what is defined twice.
std::unique_ptr<llvm::Module> link_bitcode(const std::vector<std::string>& files, llvm::LLVMContext& context);
std::string part_suffix(std::size_t part);

// C++ source of the object that registers the parts with the module in the file. An empty path: no part has a kernel.
std::string registration_source(const std::vector<DevicePart>& parts, const std::string& module);

}  // namespace simtcc
