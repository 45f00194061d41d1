// cuda::pipeline: asynchronous copies in stages. CUDA C++ Programming Guide, "Asynchronous Data Copies using
// cuda::pipeline".
//
// A thread's own pipeline has a group of copies for a stage. One of several threads has two barriers for
// each: producers arrive at one when they have committed, consumers at the other when they have released.
#pragma once

#include "simt_cuda_atomic.h"
#include "simt_cuda_barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

namespace simt {
template <thread_scope Scope>
struct PipelineStage {
  barrier<Scope> produced;
  barrier<Scope> consumed;
};
}  // namespace simt

// This state is in shared memory.
template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

  // The machine's own.
  simt::PipelineStage<Scope> stages[Stages];
  unsigned producers;
};

template <thread_scope Scope>
class pipeline {
 public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  __device__ __forceinline__ explicit pipeline(simt::PipelineStage<Scope>* stages, unsigned count)
      : stages_(stages), count_(count) {}

  // Waits until the stage is free again. It does not wait the first time round.
  __device__ __forceinline__ void producer_acquire() {
    stages_[head_].consumed.wait_parity(consumed_parity_);
  }
  __device__ __forceinline__ void producer_commit() {
    simt_phases::bind_copies(stages_[head_].produced.word());
    (void)stages_[head_].produced.arrive();
    if (++head_ == count_) {
      head_ = 0;
      consumed_parity_ = !consumed_parity_;
    }
  }
  __device__ __forceinline__ void consumer_wait() { stages_[tail_].produced.wait_parity(produced_parity_); }
  template <class Duration>
  __device__ __forceinline__ bool consumer_wait_for(const Duration& /*limit*/) {
    return stages_[tail_].produced.try_wait_parity(produced_parity_);
  }
  __device__ __forceinline__ void consumer_release() {
    (void)stages_[tail_].consumed.arrive();
    if (++tail_ == count_) {
      tail_ = 0;
      produced_parity_ = !produced_parity_;
    }
  }
  __device__ __forceinline__ bool quit() { return true; }

 private:
  simt::PipelineStage<Scope>* stages_;
  unsigned count_;
  unsigned head_ = 0;
  unsigned tail_ = 0;
  bool consumed_parity_ = true;
  bool produced_parity_ = false;
};

template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline() = default;
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  __device__ __forceinline__ void producer_acquire() {}
  __device__ __forceinline__ void producer_commit() {
    simt_async::commit();
    ++head_;
  }
  __device__ __forceinline__ void consumer_wait() {
    if (head_ == tail_) return;
    simt_async::wait(head_ - tail_ - 1);
    ++tail_;
  }
  __device__ __forceinline__ void consumer_release() {}
  __device__ __forceinline__ bool quit() { return true; }

  // The machine's own: the latest stages are let be.
  __device__ __forceinline__ void wait_prior(unsigned stages) {
    simt_async::wait(stages);
    tail_ = head_ > stages ? head_ - stages : 0;
  }

 private:
  unsigned head_ = 0;
  unsigned tail_ = 0;
};

__device__ __forceinline__ pipeline<thread_scope_thread> make_pipeline() { return {}; }

namespace simt {
// One thread prepares the stages, and all go on together.
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> started(const Group& group,
                                                   pipeline_shared_state<Scope, Stages>* state,
                                                   unsigned producers, unsigned consumers) {
  if (group.thread_rank() == 0) {
    for (unsigned stage = 0; stage < Stages; ++stage) {
      init(&state->stages[stage].produced, producers);
      init(&state->stages[stage].consumed, consumers);
    }
  }
  group.sync();
  return pipeline<Scope>(state->stages, Stages);
}
}  // namespace simt

// All threads of the group are both.
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                                         pipeline_shared_state<Scope, Stages>* state) {
  const auto threads = static_cast<unsigned>(group.num_threads());
  return simt::started(group, state, threads, threads);
}
// Makes so many threads producers and the others consumers.
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                                         pipeline_shared_state<Scope, Stages>* state,
                                                         size_t producers) {
  const auto threads = static_cast<unsigned>(group.num_threads());
  const auto first = static_cast<unsigned>(producers);
  return simt::started(group, state, first, threads - first);
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ __forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                                         pipeline_shared_state<Scope, Stages>* state,
                                                         pipeline_role role) {
  if (group.thread_rank() == 0) state->producers = 0;
  group.sync();
  if (role == pipeline_role::producer) atomicAdd(&state->producers, 1U);
  group.sync();
  const unsigned producers = state->producers;
  return simt::started(group, state, producers, static_cast<unsigned>(group.num_threads()) - producers);
}

template <unsigned char Stages>
__device__ __forceinline__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& pipe) {
  pipe.wait_prior(Stages);
}
// The barrier's phase ends when the thread's copies so far are there, too.
template <thread_scope Scope, class Completion>
__device__ __forceinline__ void pipeline_producer_commit(pipeline<thread_scope_thread>& /*pipe*/,
                                                         barrier<Scope, Completion>& done) {
  simt_phases::bind_copies(done.word());
}

template <class Group, class T, class Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(const Group& group, T* to, const T* from, Size size,
                                             pipeline<Scope>& /*pipe*/) {
  simt::copy_by(group, to, from, size);
}
template <class T, class Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(T* to, const T* from, Size size, pipeline<Scope>& /*pipe*/) {
  simt::copy_by(simt_async::OneThread{}, to, from, size);
}

}  // namespace cuda
