// The message about a kernel that a module does not define as the lab's header declares it.
#pragma once

#include <string>
#include <vector>

#include "lab/session.h"

namespace lab {

// Why a kernel cannot be called, and where the file must be changed. line 0: nowhere in particular.
struct KernelTrouble {
  std::string message;  // empty: there is none
  simt::SourceLine where;
};

// Examines a kernel of a module for the SIMT machine. `parameter_bytes`: what the header declares.
// `asked_for`: the names that cannot be misspelt, because they are kernels of the lab themselves.
KernelTrouble trouble_with(const simt::RemoteModule& module, const std::string& name,
                           const std::vector<std::size_t>& parameter_bytes,
                           const std::vector<std::string>& asked_for);

// The trouble with a kernel that the module does not define at all.
KernelTrouble not_defined(const std::vector<simt::Kernel>& kernels, const std::string& name,
                          const std::vector<std::string>& asked_for);

// The trouble with a kernel that a module for a GPU does not define. Such a module lists no kernels, so those
// of its source are read from the text.
KernelTrouble not_defined_on_gpu(const std::string& source, const std::string& name,
                                 const std::vector<std::string>& asked_for);

// The kernels whose definitions or declarations the text of a file shows: names and lines, no signatures.
std::vector<simt::Kernel> kernels_written_in(const std::string& file);

// Returns how many letters must be changed, added, left out or swapped with a neighbour to make one name of
// the other. Upper and lower case count as equal.
std::size_t letters_apart(const std::string& one, const std::string& other);

}  // namespace lab
