#include "lanes/atomic_operations.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "common/short_floats.h"

namespace simt {
namespace {

using abi::Atomic;
using abi::AtomicType;

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
std::uint64_t to_bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// Integers wrap around.
template <class T>
T sum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b)));
  } else {
    return a + b;
  }
}

// Returns the value that the operation leaves in memory. A compare-and-swap has three operands and is not
// among these.
template <Atomic what, class T>
T result(T old, T value) {
  if constexpr (what == Atomic::add) {
    return sum(old, value);
  } else if constexpr (what == Atomic::minimum) {
    return std::min(old, value);
  } else if constexpr (what == Atomic::maximum) {
    return std::max(old, value);
  } else if constexpr (what == Atomic::increment) {
    return old >= value ? T{0} : static_cast<T>(old + 1);
  } else if constexpr (what == Atomic::decrement) {
    return old == T{0} || old > value ? value : static_cast<T>(old - 1);
  } else if constexpr (std::is_integral_v<T> && what == Atomic::bit_and) {
    return static_cast<T>(old & value);
  } else if constexpr (std::is_integral_v<T> && what == Atomic::bit_or) {
    return static_cast<T>(old | value);
  } else if constexpr (std::is_integral_v<T> && what == Atomic::bit_xor) {
    return static_cast<T>(old ^ value);
  } else {
    return value;
  }
}

template <Atomic what, class T>
std::uint64_t replace(T* at, T value, bool is_alone) {
  T old;
  if (is_alone) {
    std::memcpy(&old, at, sizeof old);
    const T wanted = result<what>(old, value);
    std::memcpy(at, &wanted, sizeof wanted);
    return to_bits(old);
  }
  __atomic_load(at, &old, __ATOMIC_SEQ_CST);
  T wanted = result<what>(old, value);
  while (!__atomic_compare_exchange(at, &old, &wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    wanted = result<what>(old, value);
  return to_bits(old);
}

template <class T>
std::uint64_t compare_and_swap(T* at, T value, T compare) {
  __atomic_compare_exchange(at, &compare, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return to_bits(compare);
}

template <class T>
std::uint64_t operate(Atomic what, std::uint64_t address, T value, T compare, bool is_alone) {
  auto* const at = reinterpret_cast<T*>(address);
  switch (what) {
    case Atomic::add:
      return replace<Atomic::add>(at, value, is_alone);
    case Atomic::minimum:
      return replace<Atomic::minimum>(at, value, is_alone);
    case Atomic::maximum:
      return replace<Atomic::maximum>(at, value, is_alone);
    case Atomic::exchange:
      return replace<Atomic::exchange>(at, value, is_alone);
    case Atomic::compare_and_swap:
      return compare_and_swap(at, value, compare);
    case Atomic::bit_and:
      return replace<Atomic::bit_and>(at, value, is_alone);
    case Atomic::bit_or:
      return replace<Atomic::bit_or>(at, value, is_alone);
    case Atomic::bit_xor:
      return replace<Atomic::bit_xor>(at, value, is_alone);
    case Atomic::increment:
      return replace<Atomic::increment>(at, value, is_alone);
    case Atomic::decrement:
      return replace<Atomic::decrement>(at, value, is_alone);
    case Atomic::store:
      return replace<Atomic::store>(at, value, is_alone);
    case Atomic::load: {
      T found;
      __atomic_load(at, &found, __ATOMIC_SEQ_CST);
      return to_bits(found);
    }
  }
  return 0;
}

// Numbers of 16 bits. A float holds the sum of two so exactly that rounding it again is the same as rounding once.
std::uint32_t half_sum(std::uint32_t a, std::uint32_t b) {
  return half_of(float_of_half(a) + float_of_half(b));
}
std::uint32_t bfloat_sum(std::uint32_t a, std::uint32_t b) {
  return bfloat_of(float_of_bfloat(a) + float_of_bfloat(b));
}

template <std::uint32_t (*Sum)(std::uint32_t, std::uint32_t)>
std::uint32_t sum_of_pairs(std::uint32_t a, std::uint32_t b) {
  return Sum(a & 0xFFFFU, b & 0xFFFFU) | Sum(a >> 16U, b >> 16U) << 16U;
}

template <std::uint32_t (*Sum)(std::uint32_t, std::uint32_t), class T>
std::uint64_t add_short(std::uint64_t address, T value) {
  auto* const at = reinterpret_cast<T*>(address);
  T old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(at, &old, static_cast<T>(Sum(old, value)), false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST)) {
  }
  return old;
}

template <Atomic what, class T>
void replace_each(const std::uint64_t* addresses, const std::uint64_t* values, bool are_alone) {
  for (unsigned lane = 0; lane < abi::kVectorLanes; ++lane)
    replace<what>(reinterpret_cast<T*>(addresses[lane]), from_bits<T>(values[lane]), are_alone);
}

template <class T>
void operate_on_each(Atomic what, const std::uint64_t* addresses, const std::uint64_t* values,
                     bool are_alone) {
  switch (what) {
    case Atomic::minimum:
      return replace_each<Atomic::minimum, T>(addresses, values, are_alone);
    case Atomic::maximum:
      return replace_each<Atomic::maximum, T>(addresses, values, are_alone);
    case Atomic::bit_and:
      return replace_each<Atomic::bit_and, T>(addresses, values, are_alone);
    case Atomic::bit_or:
      return replace_each<Atomic::bit_or, T>(addresses, values, are_alone);
    case Atomic::bit_xor:
      return replace_each<Atomic::bit_xor, T>(addresses, values, are_alone);
    default:
      return replace_each<Atomic::add, T>(addresses, values, are_alone);
  }
}

}  // namespace

void do_atomics(std::uint32_t what, const std::uint64_t* addresses, const std::uint64_t* values,
                bool are_alone) {
  const auto operation = static_cast<Atomic>(what & 0xFFU);
  switch (static_cast<AtomicType>(what >> 8U)) {
    case AtomicType::u32:
      return operate_on_each<std::uint32_t>(operation, addresses, values, are_alone);
    case AtomicType::i64:
      return operate_on_each<std::int64_t>(operation, addresses, values, are_alone);
    case AtomicType::u64:
      return operate_on_each<std::uint64_t>(operation, addresses, values, are_alone);
    default:
      return operate_on_each<std::int32_t>(operation, addresses, values, are_alone);
  }
}

std::uint64_t do_atomic(std::uint32_t what, std::uint64_t address, std::uint64_t value, std::uint64_t compare,
                        bool is_alone) {
  const auto operation = static_cast<Atomic>(what & 0xFFU);
  const auto on = [&](auto example) {
    using T = decltype(example);
    return operate(operation, address, from_bits<T>(value), from_bits<T>(compare), is_alone);
  };
  switch (static_cast<AtomicType>(what >> 8U)) {
    case AtomicType::i32:
      return on(std::int32_t{});
    case AtomicType::u32:
      return on(std::uint32_t{});
    case AtomicType::u16:
      return on(std::uint16_t{});
    case AtomicType::i64:
      return on(std::int64_t{});
    case AtomicType::u64:
      return on(std::uint64_t{});
    case AtomicType::f32:
      return on(float{});
    case AtomicType::f64:
      return on(double{});
    case AtomicType::f16:
      return add_short<half_sum>(address, static_cast<std::uint16_t>(value));
    case AtomicType::bf16:
      return add_short<bfloat_sum>(address, static_cast<std::uint16_t>(value));
    case AtomicType::f16x2:
      return add_short<sum_of_pairs<half_sum>>(address, static_cast<std::uint32_t>(value));
    case AtomicType::bf16x2:
      return add_short<sum_of_pairs<bfloat_sum>>(address, static_cast<std::uint32_t>(value));
  }
  return 0;
}

}  // namespace simt
