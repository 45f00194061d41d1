// The attributes of the device by their numbers: cudaDeviceGetAttribute.
#pragma once

#include "host/simt_host_types.h"

namespace cudart {

// cudaErrorInvalidValue: CUDA has no such attribute.
cudaError_t find_attribute(int* value, cudaDeviceAttr wanted);

}  // namespace cudart
