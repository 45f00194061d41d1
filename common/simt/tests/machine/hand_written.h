// Kernels as simtcc would compile them, written by hand: each access is compared with its place's window and
// logged, and what a lane cannot do alone is asked of the machine (contract/module_abi.h). So the machine is
// tested by itself.
//
//   void copy(Context* context, const void* const* arguments) {
//     Code lane(context);
//     const auto* in = argument<const int*>(arguments, 0);
//     lane.store(1, out + lane.thread(), lane.load(0, in + lane.thread()));
//   }
//   constexpr Place kPlaces[] = {access(PlaceKind::load, 4), access(PlaceKind::store, 4)};
//
// Place n stands in line n + 1 of the file "kernels.cu".
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "contract/module_abi.h"
#include "simt/request.h"

namespace hand_written {

using simt::abi::Context;
using simt::abi::Kernel;
using simt::abi::Module;
using simt::abi::Parameter;
using simt::abi::Place;
using simt::abi::PlaceKind;

constexpr Place access(std::uint32_t line, PlaceKind kind, unsigned width, unsigned flags = 0,
                       const char* array = nullptr) {
  Place place;
  place.line = line;
  place.kind = kind;
  place.width = static_cast<std::uint8_t>(width);
  place.flags = static_cast<std::uint8_t>(flags);
  place.array = array;
  return place;
}
constexpr Place point(std::uint32_t line, PlaceKind kind) { return access(line, kind, 0); }

template <class T>
T argument(const void* const* arguments, int index) {
  T value;
  std::memcpy(&value, arguments[index], sizeof value);
  return value;
}

// The code of one lane, which logs what it does.
class Code {
 public:
  explicit Code(Context* context) : context_(context), log_(context->log) {}
  ~Code() { context_->log = log_; }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  unsigned thread() const { return context_->thread_index[0]; }
  unsigned block() const { return context_->block_index[0]; }
  unsigned threads() const { return context_->block_dim[0]; }
  std::uint8_t* shared(std::size_t offset) const { return context_->shared + offset; }

  // Takes local memory, as a function does that has arrays.
  std::uint8_t* take_local(std::size_t bytes) {
    std::uint8_t* const begin = context_->local;
    context_->local += bytes;
    return begin;
  }

 private:
  // The log is the machine's while it works.
  template <class Call>
  auto ask(const Call& call) {
    context_->log = log_;
    struct Reload {
      Code& code;
      ~Reload() { code.log_ = code.context_->log; }
    } reload{*this};
    return call();
  }

 public:
  template <class T>
  T load(std::uint32_t place, const T* at, const void* base = nullptr) {
    announce<T>(place, at, base);
    return *const_cast<const volatile T*>(at);
  }
  template <class T>
  void store(std::uint32_t place, T* at, T value, const void* base = nullptr) {
    announce<T>(place, at, base);
    *const_cast<volatile T*>(at) = value;
  }

  void round(std::uint32_t place) {
    append(place, 0);
    if (log_ >= const_cast<std::uint64_t* volatile&>(context_->log_limit)) {
      ask([&] { context_->runtime->ask(context_, place); });
    }
  }
  void call(std::uint32_t place) { append(place, 0); }
  void leave(std::uint32_t place) { append(place, 0); }

  void barrier(std::uint32_t place) {
    ask([&] { context_->runtime->barrier(context_, place); });
  }
  void sync_grid(std::uint32_t place) {
    ask([&] { context_->runtime->sync_grid(context_, place); });
  }
  int barrier_count(std::uint32_t place, bool predicate) {
    return ask([&] { return context_->runtime->barrier_count(context_, place, predicate ? 1 : 0); });
  }
  void fence(std::uint32_t place, bool whole_device = true) {
    ask([&] { context_->runtime->fence(context_, place, whole_device ? 1 : 0); });
  }
  void sync_warp(std::uint32_t place, std::uint32_t mask = ~0U) {
    ask([&] { context_->runtime->sync_warp(context_, place, mask); });
  }
  std::uint64_t shuffle(std::uint32_t place, std::uint64_t value, simt::abi::Shuffle how, int operand,
                        int width = 32, std::uint32_t mask = ~0U) {
    return ask([&] {
      return context_->runtime
          ->shuffle(context_, place, mask, value, static_cast<std::uint32_t>(how), operand, width, 0)
          .low;
    });
  }
  std::uint32_t ballot(std::uint32_t place, bool predicate, std::uint32_t mask = ~0U) {
    return ask([&] { return context_->runtime->ballot(context_, place, mask, predicate ? 1 : 0); });
  }
  std::uint32_t active_mask(std::uint32_t place) {
    return ask([&] { return context_->runtime->active_mask(context_, place); });
  }
  std::uint64_t clock(std::uint32_t place) {
    return ask([&] { return context_->runtime->clock(context_, place); });
  }
  std::uint32_t atomic(std::uint32_t place, simt::abi::Atomic what, std::uint32_t* at, std::uint32_t value,
                       std::uint32_t compare = 0) {
    constexpr auto kType = static_cast<std::uint32_t>(simt::abi::AtomicType::u32);
    return static_cast<std::uint32_t>(ask([&] {
      return context_->runtime->atomic(context_, place, static_cast<std::uint32_t>(what) | kType << 8U,
                                       reinterpret_cast<std::uint64_t>(at), 0, value, compare);
    }));
  }
  int print(std::uint32_t place, const char* format, std::uint32_t count, const std::uint64_t* values) {
    return ask([&] { return context_->runtime->print(context_, place, format, count, values); });
  }
  void assertion(std::uint32_t place, const char* expression) {
    ask([&] { context_->runtime->assertion(context_, place, expression); });
  }

 private:
  void append(std::uint32_t place, std::uint64_t address) {
    *log_ = simt::abi::entry(place, address);
    log_ += simt::abi::kLanes;
  }

  template <class T>
  void announce(std::uint32_t place, const T* at, const void* base) {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    const simt::abi::Window& window = context_->windows[place];
    const std::uint64_t distance = address - window.begin;
    if (distance % sizeof(T) != 0 || distance / sizeof(T) >= window.count) {
      ask([&] { context_->runtime->check(context_, place, address, reinterpret_cast<std::uint64_t>(base)); });
    }
    append(place, address);
  }

  Context* context_;
  std::uint64_t* log_;
};

constexpr Parameter kPointer{"", "int*", 8, 4, 0, 0, 1, 4, 0, nullptr, 0};

// Lanes of these kernels keep their stacks wherever they stop.
template <void (*kBody)(Context*, const void* const*)>
std::uint64_t run_to_the_end(Context* context, const void* const* arguments, std::uint8_t* /*frame*/,
                             std::uint64_t /*lane*/) {
  kBody(context, arguments);
  return simt::abi::stop(simt::abi::StopKind::end, 0, 0);
}

template <void (*kBody)(Context*, const void* const*), std::size_t Count>
constexpr Kernel kernel(const char* name, const Parameter (&parameters)[Count], std::uint32_t flags = 0) {
  Kernel made{name, name, 0, 1, &run_to_the_end<kBody>, parameters, static_cast<std::uint32_t>(Count), flags};
  made.frame_bytes = sizeof(simt::abi::Frame);
  return made;
}

// The names are not inline: each module has its own, as the machine requires.
constexpr const char* kFiles[] = {"kernels.cu"};

template <std::size_t PlaceCount, std::size_t KernelCount, std::size_t ArrayCount>
constexpr Module module(const Place (&places)[PlaceCount], const Kernel (&kernels)[KernelCount],
                        const simt::abi::SharedArray (&arrays)[ArrayCount], std::uint64_t dynamic_offset) {
  Module made{};
  made.version = simt::abi::kVersion;
  made.compiler = "by hand";
  made.source = "kernels.cu";
  made.files = kFiles;
  made.file_count = 1;
  made.place_count = PlaceCount;
  made.places = places;
  made.kernels = kernels;
  made.kernel_count = KernelCount;
  made.shared_arrays = arrays;
  made.shared_array_count = ArrayCount;
  made.has_dynamic_shared = 1;
  made.dynamic_shared_offset = dynamic_offset;
  return made;
}

}  // namespace hand_written
