// A launch's arguments as kernels take them: an address of host memory that kernels use as well
// (host_mirrors.h) becomes the device's. Only arguments are looked through: an address that lies in memory
// stays the host's.
#pragma once

#include <vector>

#include "state/runtime.h"

namespace cudart {

class KernelArguments {
 public:
  // `given`: the address of each argument, as cudaLaunchKernel takes them. The arguments themselves stay as
  // they are.
  KernelArguments(Runtime& runtime, const simt::Kernel& kernel, void** given);
  void** addresses() { return addresses_; }

 private:
  std::vector<std::vector<unsigned char>> copies_;
  std::vector<void*> own_addresses_;
  void** addresses_;
};

}  // namespace cudart
