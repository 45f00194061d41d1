// The runtime API for host code.
#pragma once

#include "../device/simt_device_runtime.h"
#include "simt_host_functions.h"
#include "simt_host_math.h"
#include "simt_host_templates.h"
#include "simt_host_texture_types.h"
#include "simt_host_types.h"
