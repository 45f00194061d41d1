// cuda::atomic and cuda::atomic_ref, and fences. libcu++, "Synchronization Primitives".
//
// Loads and stores are atomic accesses of the machine that cost as plain ones; all others are its atomic
// operations. An order that releases is a fence before the operation. Whatever comes behind an atomic
// operation sees what was released to it: acquiring needs none.
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
__device__ __forceinline__ void fence() {
  simt_fence(Scope == thread_scope_block || Scope == thread_scope_thread ? 0 : 1);
}
constexpr __device__ bool releases(memory_order order) {
  return order == memory_order_release || order == memory_order_acq_rel || order == memory_order_seq_cst;
}
constexpr __device__ bool acquires(memory_order order) {
  return order != memory_order_relaxed && order != memory_order_release;
}

// The operations on a T of 4 or 8 bytes.
template <class T, thread_scope Scope>
class AtomicAccess {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "SIMT machine: an atomic variable has 4 or 8 bytes");
  static_assert(::std::is_trivially_copyable<T>::value, "an atomic variable is trivially copyable");

 public:
  template <AtomicWhat What, bool AsBits = false>
  __device__ __forceinline__ static T apply(T* at, T value, memory_order order, T compare = T{}) {
    constexpr unsigned kType = AsBits ? bits_number<T>() : type_number<T>();
    constexpr unsigned kScope = Scope == thread_scope_block || Scope == thread_scope_thread ? 1U << 16 : 0;
    if (releases(order)) fence<Scope>();
    const T found = simt_bits::low_bits_as<T>(simt_atomic(static_cast<unsigned>(What) | kType << 8 | kScope,
                                                          at, simt_bits::as<unsigned long long>(value),
                                                          simt_bits::as<unsigned long long>(compare)));
    if (acquires(order)) fence<Scope>();
    return found;
  }
  __device__ __forceinline__ static bool compare_exchange(T* at, T& expected, T value, memory_order order) {
    const T found = apply<AtomicWhat::compare_and_swap, true>(at, value, order, expected);
    const bool is_same =
        simt_bits::as<unsigned long long>(found) == simt_bits::as<unsigned long long>(expected);
    expected = found;
    return is_same;
  }
  // A function of what is there, where the machine has no operation for it.
  template <class Change>
  __device__ __forceinline__ static T change(T* at, memory_order order, const Change& change) {
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
  __device__ __forceinline__ bool is_lock_free() const { return true; }

  __device__ __forceinline__ T load(memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::load, true>(at(), T{}, order);
  }
  __device__ __forceinline__ void store(T value, memory_order order = memory_order_seq_cst) const {
    Access::template apply<What::store, true>(at(), value, order);
  }
  __device__ __forceinline__ T exchange(T value, memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::exchange, true>(at(), value, order);
  }
  __device__ __forceinline__ bool compare_exchange_strong(T& expected, T value,
                                                          memory_order order = memory_order_seq_cst) const {
    return Access::compare_exchange(at(), expected, value, order);
  }
  __device__ __forceinline__ bool compare_exchange_strong(T& expected, T value, memory_order order,
                                                          memory_order /*failure*/) const {
    return Access::compare_exchange(at(), expected, value, order);
  }
  __device__ __forceinline__ bool compare_exchange_weak(T& expected, T value,
                                                        memory_order order = memory_order_seq_cst) const {
    return Access::compare_exchange(at(), expected, value, order);
  }
  __device__ __forceinline__ bool compare_exchange_weak(T& expected, T value, memory_order order,
                                                        memory_order /*failure*/) const {
    return Access::compare_exchange(at(), expected, value, order);
  }

  __device__ __forceinline__ T fetch_add(T value, memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::add>(at(), value, order);
  }
  __device__ __forceinline__ T fetch_sub(T value, memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::add>(at(), static_cast<T>(T{} - value), order);
  }
  __device__ __forceinline__ T fetch_min(T value, memory_order order = memory_order_seq_cst) const {
    if constexpr (::std::is_integral<T>::value) return Access::template apply<What::min>(at(), value, order);
    return Access::change(at(), order, [&](T found) { return value < found ? value : found; });
  }
  __device__ __forceinline__ T fetch_max(T value, memory_order order = memory_order_seq_cst) const {
    if constexpr (::std::is_integral<T>::value) return Access::template apply<What::max>(at(), value, order);
    return Access::change(at(), order, [&](T found) { return found < value ? value : found; });
  }
  __device__ __forceinline__ T fetch_and(T value, memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::bit_and>(at(), value, order);
  }
  __device__ __forceinline__ T fetch_or(T value, memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::bit_or>(at(), value, order);
  }
  __device__ __forceinline__ T fetch_xor(T value, memory_order order = memory_order_seq_cst) const {
    return Access::template apply<What::bit_xor>(at(), value, order);
  }

  __device__ __forceinline__ operator T() const { return load(); }
  __device__ __forceinline__ T operator=(T value) const {
    store(value);
    return value;
  }
  __device__ __forceinline__ T operator++() const { return fetch_add(T{1}) + T{1}; }
  __device__ __forceinline__ T operator++(int) const { return fetch_add(T{1}); }
  __device__ __forceinline__ T operator--() const { return fetch_sub(T{1}) - T{1}; }
  __device__ __forceinline__ T operator--(int) const { return fetch_sub(T{1}); }
  __device__ __forceinline__ T operator+=(T value) const { return fetch_add(value) + value; }
  __device__ __forceinline__ T operator-=(T value) const { return fetch_sub(value) - value; }

  // Waits until the value is no longer `old`.
  __device__ __forceinline__ void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (load(order) == old) {
    }
  }
  __device__ __forceinline__ void notify_one() const {}
  __device__ __forceinline__ void notify_all() const {}

 private:
  __device__ __forceinline__ T* at() const { return static_cast<const Self*>(this)->address(); }
};

}  // namespace simt

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public simt::AtomicMembers<atomic<T, Scope>, T, Scope> {
 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using simt::AtomicMembers<atomic<T, Scope>, T, Scope>::operator=;

  // The machine's own.
  __device__ __forceinline__ T* address() const { return const_cast<T*>(&value_); }

 private:
  alignas(sizeof(T)) T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public simt::AtomicMembers<atomic_ref<T, Scope>, T, Scope> {
 public:
  __device__ __forceinline__ explicit atomic_ref(T& value) : value_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  using simt::AtomicMembers<atomic_ref<T, Scope>, T, Scope>::operator=;

  // The machine's own.
  __device__ __forceinline__ T* address() const { return value_; }

 private:
  T* value_;
};

__device__ __forceinline__ void atomic_thread_fence(memory_order order,
                                                    thread_scope scope = thread_scope_system) {
  if (order != memory_order_relaxed)
    simt_fence(scope == thread_scope_block || scope == thread_scope_thread ? 0 : 1);
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
