#include "state/unseen_errors.h"

#include <algorithm>

#include "host/simt_host_functions.h"

namespace cudart {
namespace {

bool is_an_answer(cudaError_t error) {
  return error == cudaErrorNotReady || error == cudaErrorNotSupported ||
         error == cudaErrorPeerAccessUnsupported || error == cudaErrorPeerAccessAlreadyEnabled ||
         error == cudaErrorPeerAccessNotEnabled || error == cudaErrorHostMemoryAlreadyRegistered;
}

bool is_launch(const std::string& function) { return function.rfind("cudaLaunch", 0) == 0; }

}  // namespace

void UnseenErrors::note(const char* function, const void* where, cudaError_t error) {
  if (is_an_answer(error)) return;
  for (Unseen& known : errors_) {
    if (known.where == where && known.error == error) {
      ++known.count;
      return;
    }
  }
  errors_.push_back({function, where, error, 1});
}

void UnseenErrors::see(cudaError_t error) {
  errors_.erase(
      std::remove_if(errors_.begin(), errors_.end(), [&](const Unseen& one) { return one.error == error; }),
      errors_.end());
}

std::vector<HostFault> UnseenErrors::faults() const {
  std::vector<HostFault> faults;
  const std::vector<Unseen> errors = errors_;  // whoever asks for an error's name has seen it
  for (const Unseen& one : errors) {
    HostFault fault;
    fault.kind = "error not checked";
    const std::string error =
        std::string(cudaGetErrorName(one.error)) + " (" + cudaGetErrorString(one.error) + ")";
    if (is_launch(one.function)) {
      fault.message =
          "A kernel launch failed with " + error + ", so the kernel did not run; nothing checked for it.";
      fault.advice = "after each launch, check cudaGetLastError()";
    } else {
      fault.message = one.function + " returned " + error + ", and the program ended with status 0.";
      fault.advice = "compare the return value of every CUDA call with cudaSuccess";
    }
    fault.where = one.where;
    fault.count = one.count;
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace cudart
