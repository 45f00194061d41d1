// Type traits in cuda::std: those of the C++ library, which are types and constants and belong to both sides.
#pragma once

#include <type_traits>

namespace cuda {
namespace std {
using ::std::add_const_t;
using ::std::add_pointer_t;
using ::std::common_type;
using ::std::common_type_t;
using ::std::conditional;
using ::std::conditional_t;
using ::std::decay;
using ::std::decay_t;
using ::std::enable_if;
using ::std::enable_if_t;
using ::std::false_type;
using ::std::integral_constant;
using ::std::invoke_result_t;
using ::std::is_arithmetic;
using ::std::is_arithmetic_v;
using ::std::is_base_of;
using ::std::is_base_of_v;
using ::std::is_const;
using ::std::is_const_v;
using ::std::is_convertible;
using ::std::is_convertible_v;
using ::std::is_enum;
using ::std::is_enum_v;
using ::std::is_floating_point;
using ::std::is_floating_point_v;
using ::std::is_integral;
using ::std::is_integral_v;
using ::std::is_invocable_v;
using ::std::is_pointer;
using ::std::is_pointer_v;
using ::std::is_same;
using ::std::is_same_v;
using ::std::is_signed;
using ::std::is_signed_v;
using ::std::is_trivially_copyable;
using ::std::is_trivially_copyable_v;
using ::std::is_unsigned;
using ::std::is_unsigned_v;
using ::std::is_void;
using ::std::is_void_v;
using ::std::make_signed;
using ::std::make_signed_t;
using ::std::make_unsigned;
using ::std::make_unsigned_t;
using ::std::remove_const;
using ::std::remove_const_t;
using ::std::remove_cv;
using ::std::remove_cv_t;
using ::std::remove_pointer;
using ::std::remove_pointer_t;
using ::std::remove_reference;
using ::std::remove_reference_t;
using ::std::true_type;
using ::std::underlying_type_t;
using ::std::void_t;
}  // namespace std
}  // namespace cuda
