// Errors that nobody looked at. CUDA reports by return values, and whether one was used cannot be seen. So an
// error counts as seen when, after it,
//   - the program asks cudaGetLastError or cudaPeekAtLastError, or for the error's name or text, or
//   - it ends with a status other than 0.
// What a program asks and may well ignore (cudaErrorNotReady, whether peers reach each other) is no error
// here.
#pragma once

#include <string>
#include <vector>

#include "host/simt_host_types.h"
#include "report/recorder.h"

namespace cudart {

class UnseenErrors {
 public:
  // An API function gave an error to the host code at this address.
  void note(const char* function, const void* where, cudaError_t error);
  // The program asked for the last error, whichever that is.
  void see_all() { errors_.clear(); }
  // It asked for this one's name or text.
  void see(cudaError_t error);

  // Returns the faults that the program's end shows.
  std::vector<HostFault> faults() const;

 private:
  struct Unseen {
    std::string function;
    const void* where = nullptr;
    cudaError_t error = cudaSuccess;
    std::uint64_t count = 1;
  };
  std::vector<Unseen> errors_;
};

}  // namespace cudart
