// The object files, archives and libraries that a command names, and the device code in those that -rdc=true made.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

namespace simtcc {

// clang's host code of a file that -rdc=true compiled calls the function of this name and the part's id (device_link.h).
inline constexpr const char* kRegistersPart = "__cudaRegisterLinkedBinary";

// The device code of one object file.
struct DevicePart {
  std::string id;  // "__nv_7f3…", of the function above
  std::string bitcode;
  std::string from;  // the file, or "libx.a(y.o)"
};

// Throws std::runtime_error, in one sentence that names the file, if it is none of the kinds that are linked, or is damaged.
void check_linked_file(const std::string& file);

// The parts of the files, object files and archives, that no device link among the same files has linked. Throws std::runtime_error
// for device code that is damaged, or that another version of simtcc or another compiler made.
std::vector<DevicePart> unlinked_parts(const std::vector<std::string>& files);

// What an object file holds of a part: the bitcode, and by what unlinked_parts() knows that it is whole and of this version.
std::string bytes_of_part(llvm::ArrayRef<char> bitcode);

}  // namespace simtcc
