// What a kernel may call without a further #include.
#pragma once

#include "../host/simt_host_functions.h"
#include "../host/simt_host_math.h"
#include "../host/simt_host_templates.h"
#include "../host/simt_host_texture_types.h"
#include "../host/simt_host_types.h"
#include "simt_alignas.h"
#include "simt_arithmetic.h"
#include "simt_atomics.h"
#include "simt_cached.h"
#include "simt_conversions.h"
#include "simt_cuda_math.h"
#include "simt_dot_products.h"
#include "simt_indices.h"
#include "simt_language.h"
#include "simt_math.h"
#include "simt_memory.h"
#include "simt_min_max.h"
#include "simt_rounded_arithmetic.h"
#include "simt_simd.h"
#include "simt_surface.h"
#include "simt_texture.h"
#include "simt_unsupported_functions.h"
#include "simt_warp.h"

// Behind all others: it changes what names mean.
#include "simt_host_builtins.h"
