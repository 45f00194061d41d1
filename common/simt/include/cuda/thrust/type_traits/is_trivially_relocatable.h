// Thrust's header declares __half and __half2 as structs of its own; here both are names for a format of one
// template (simt_half.h), which is trivially copied as it is.
#pragma once

#define __half simt_thrust_half
#define __half2 simt_thrust_half2
#include_next <thrust/type_traits/is_trivially_relocatable.h>
#undef __half
#undef __half2
