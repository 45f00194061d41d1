// cuda::atomic and cuda::atomic_ref, and fences. libcu++, "Synchronization Primitives".
//
// Loads and stores are atomic accesses of the machine that cost as plain ones; all others are its atomic
// operations. An order that releases is a fence before the operation. Whatever comes behind an atomic
// operation sees what was released to it: acquiring needs none.
//
// The host's code uses the same variables, in managed and pinned memory, by its own processor's operations.
#pragma once

#include <atomic>
#include <type_traits>

#include "../simt_atomics.h"
#include "../simt_language.h"
#include "simt_thread_scope.h"

namespace cuda {

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

namespace simt {

// The numbers of abi::Atomic and abi::AtomicType.
enum class AtomicWhat : unsigned {
  add,
  min,
  max,
  exchange,
  compare_and_swap,
  bit_and,
  bit_or,
  bit_xor,
  load = 10,
  store
};

template <class T>
__host__ __device__ constexpr unsigned type_number() {
  constexpr bool kSigned = ::std::is_signed<T>::value;
  if (::std::is_floating_point<T>::value) return sizeof(T) == 4 ? 5 : 6;
  return sizeof(T) == 4 ? (kSigned ? 0 : 1) : (kSigned ? 3 : 4);
}
template <class T>
__host__ __device__ constexpr unsigned bits_number() {
  return sizeof(T) == 4 ? 1 : 4;
}

template <thread_scope Scope>
__host__ __device__ __forceinline__ void fence() {
#ifdef __CUDA_ARCH__
  simt_fence(Scope == thread_scope_block || Scope == thread_scope_thread ? 0 : 1);
#else
  ::std::atomic_thread_fence(memory_order_seq_cst);
#endif
}
constexpr __host__ __device__ bool releases(memory_order order) {
  return order == memory_order_release || order == memory_order_acq_rel || order == memory_order_seq_cst;
}
constexpr __host__ __device__ bool acquires(memory_order order) {
  return order != memory_order_relaxed && order != memory_order_release;
}

#ifndef __CUDA_ARCH__
// What an operation makes of what it finds.
template <AtomicWhat What, class T>
inline T host_changed(T found, T value) {
  if constexpr (What == AtomicWhat::add) return static_cast<T>(found + value);
  if constexpr (What == AtomicWhat::min) return value < found ? value : found;
  if constexpr (What == AtomicWhat::max) return found < value ? value : found;
  if constexpr (What == AtomicWhat::bit_and) return found & value;
  if constexpr (What == AtomicWhat::bit_or) return found | value;
  if constexpr (What == AtomicWhat::bit_xor) return found ^ value;
  return value;
}

// The sequence of all operations is one: no order is weaker.
template <AtomicWhat What, class T>
inline T host_atomic(T* at, T value, T compare) {
  using Bits = typename ::std::conditional<sizeof(T) == 4, unsigned, unsigned long long>::type;
  auto* const bits = reinterpret_cast<Bits*>(at);
  Bits found = __atomic_load_n(bits, __ATOMIC_SEQ_CST);
  if constexpr (What == AtomicWhat::load) return simt_bits::as<T>(found);
  if constexpr (What == AtomicWhat::compare_and_swap) {
    found = simt_bits::as<Bits>(compare);
    __atomic_compare_exchange_n(bits, &found, simt_bits::as<Bits>(value), false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
  } else {
    while (!__atomic_compare_exchange_n(
        bits, &found, simt_bits::as<Bits>(host_changed<What>(simt_bits::as<T>(found), value)), false,
        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
  }
  return simt_bits::as<T>(found);
}
#endif

// The operations on a T of 4 or 8 bytes.
template <class T, thread_scope Scope>
class AtomicAccess {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "SIMT machine: an atomic variable has 4 or 8 bytes");
  static_assert(::std::is_trivially_copyable<T>::value, "an atomic variable is trivially copyable");

 public:
  template <AtomicWhat What, bool AsBits = false>
  __host__ __device__ __forceinline__ static T apply(T* at, T value, memory_order order, T compare = T{}) {
#ifdef __CUDA_ARCH__
    constexpr unsigned kType = AsBits ? bits_number<T>() : type_number<T>();
    constexpr unsigned kScope = Scope == thread_scope_block || Scope == thread_scope_thread ? 1U << 16 : 0;
    if (releases(order)) fence<Scope>();
    const T found = simt_bits::low_bits_as<T>(simt_atomic(static_cast<unsigned>(What) | kType << 8 | kScope,
                                                          at, simt_bits::as<unsigned long long>(value),
                                                          simt_bits::as<unsigned long long>(compare)));
    if (acquires(order)) fence<Scope>();
    return found;
#else
    (void)order;
    return host_atomic<What>(at, value, compare);
#endif
  }
  __host__ __device__ __forceinline__ static bool compare_exchange(T* at, T& expected, T value,
                                                                   memory_order order) {
    const T found = apply<AtomicWhat::compare_and_swap, true>(at, value, order, expected);
    const bool is_same =
        simt_bits::as<unsigned long long>(found) == simt_bits::as<unsigned long long>(expected);
    expected = found;
    return is_same;
  }
  // A function of what is there, where the machine has no operation for it.
  template <class Change>
  __host__ __device__ __forceinline__ static T change(T* at, memory_order order, const Change& change) {
    T found = apply<AtomicWhat::load, true>(at, T{}, memory_order_relaxed);
    while (!compare_exchange(at, found, change(found), order)) {
    }
    return found;
  }
};

// The members that atomic and atomic_ref share. Self::address() says where the value is.
template <class Self, class T, thread_scope Scope>
class AtomicMembers {
  using Access = AtomicAccess<T, Scope>;
  using What = AtomicWhat;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  __host__ __device__ __forceinline__ bool is_lock_free() const volatile { return true; }

  __host__ __device__ __forceinline__ T load(memory_order order = memory_order_seq_cst) const volatile {
    return Access::template apply<What::load, true>(at(), T{}, order);
  }
  __host__ __device__ __forceinline__ void store(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    Access::template apply<What::store, true>(at(), value, order);
  }
  __host__ __device__ __forceinline__ T exchange(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    return Access::template apply<What::exchange, true>(at(), value, order);
  }
  __host__ __device__ __forceinline__ bool compare_exchange_strong(
      T& expected, T value, memory_order order = memory_order_seq_cst) const volatile {
    return Access::compare_exchange(at(), expected, value, order);
  }
  __host__ __device__ __forceinline__ bool compare_exchange_strong(T& expected, T value, memory_order order,
                                                                   memory_order /*failure*/) const volatile {
    return Access::compare_exchange(at(), expected, value, order);
  }
  __host__ __device__ __forceinline__ bool compare_exchange_weak(
      T& expected, T value, memory_order order = memory_order_seq_cst) const volatile {
    return Access::compare_exchange(at(), expected, value, order);
  }
  __host__ __device__ __forceinline__ bool compare_exchange_weak(T& expected, T value, memory_order order,
                                                                 memory_order /*failure*/) const volatile {
    return Access::compare_exchange(at(), expected, value, order);
  }

  __host__ __device__ __forceinline__ T fetch_add(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    return Access::template apply<What::add>(at(), value, order);
  }
  __host__ __device__ __forceinline__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    return Access::template apply<What::add>(at(), static_cast<T>(T{} - value), order);
  }
  __host__ __device__ __forceinline__ T fetch_min(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    if constexpr (::std::is_integral<T>::value) return Access::template apply<What::min>(at(), value, order);
    return Access::change(at(), order, [&](T found) { return value < found ? value : found; });
  }
  __host__ __device__ __forceinline__ T fetch_max(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    if constexpr (::std::is_integral<T>::value) return Access::template apply<What::max>(at(), value, order);
    return Access::change(at(), order, [&](T found) { return found < value ? value : found; });
  }
  __host__ __device__ __forceinline__ T fetch_and(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    return Access::template apply<What::bit_and>(at(), value, order);
  }
  __host__ __device__ __forceinline__ T fetch_or(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    return Access::template apply<What::bit_or>(at(), value, order);
  }
  __host__ __device__ __forceinline__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) const
      volatile {
    return Access::template apply<What::bit_xor>(at(), value, order);
  }

  __host__ __device__ __forceinline__ operator T() const volatile { return load(); }
  __host__ __device__ __forceinline__ T operator++() const volatile { return fetch_add(T{1}) + T{1}; }
  __host__ __device__ __forceinline__ T operator++(int) const volatile { return fetch_add(T{1}); }
  __host__ __device__ __forceinline__ T operator--() const volatile { return fetch_sub(T{1}) - T{1}; }
  __host__ __device__ __forceinline__ T operator--(int) const volatile { return fetch_sub(T{1}); }
  __host__ __device__ __forceinline__ T operator+=(T value) const volatile {
    return fetch_add(value) + value;
  }
  __host__ __device__ __forceinline__ T operator-=(T value) const volatile {
    return fetch_sub(value) - value;
  }

  // Waits until the value is no longer `old`.
  __host__ __device__ __forceinline__ void wait(T old, memory_order order = memory_order_seq_cst) const
      volatile {
    while (load(order) == old) {
    }
  }
  __host__ __device__ __forceinline__ void notify_one() const volatile {}
  __host__ __device__ __forceinline__ void notify_all() const volatile {}

 private:
  __host__ __device__ __forceinline__ T* at() const volatile {
    return const_cast<const Self*>(static_cast<const volatile Self*>(this))->address();
  }
};

}  // namespace simt

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public simt::AtomicMembers<atomic<T, Scope>, T, Scope> {
 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  __host__ __device__ __forceinline__ T operator=(T value) {
    this->store(value);
    return value;
  }
  __host__ __device__ __forceinline__ T operator=(T value) volatile {
    this->store(value);
    return value;
  }

  // The machine's own.
  __host__ __device__ __forceinline__ T* address() const { return const_cast<T*>(&value_); }

 private:
  alignas(sizeof(T)) T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public simt::AtomicMembers<atomic_ref<T, Scope>, T, Scope> {
 public:
  __host__ __device__ __forceinline__ explicit atomic_ref(T& value) : value_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  __host__ __device__ __forceinline__ T operator=(T value) const {
    this->store(value);
    return value;
  }

  // The machine's own.
  __host__ __device__ __forceinline__ T* address() const { return value_; }

 private:
  T* value_;
};

__host__ __device__ __forceinline__ void atomic_thread_fence(memory_order order,
                                                             thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed) return;
#ifdef __CUDA_ARCH__
  simt_fence(scope == thread_scope_block || scope == thread_scope_thread ? 0 : 1);
#else
  (void)scope;
  simt::fence<thread_scope_system>();
#endif
}

namespace std {
using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;
template <class T>
using atomic = cuda::atomic<T>;
template <class T>
using atomic_ref = cuda::atomic_ref<T>;
}  // namespace std

}  // namespace cuda
