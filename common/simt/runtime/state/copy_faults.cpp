#include "state/copy_faults.h"

#include "simt/words.h"
#include "state/arrays.h"

namespace cudart {
namespace {

const char* kind_name(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault:
      break;
  }
  return "cudaMemcpyDefault";
}

std::string memory_name(const CopyEnd& end) {
  if (end.side == Side::host) return "host memory";
  return end.allocation == nullptr ? "device memory" : "device memory (`" + end.allocation->name + "`)";
}

// The kind that would be right for these two.
const char* right_kind(const CopyEnd& to, const CopyEnd& from) {
  if (to.side == Side::host)
    return from.side == Side::host ? "cudaMemcpyHostToHost" : "cudaMemcpyDeviceToHost";
  return from.side == Side::host ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToDevice";
}

std::string function(const Runtime& runtime) { return runtime.caller().function; }

bool can_be_device(const CopyEnd& end) { return end.side != Side::host; }
bool can_be_host(const CopyEnd& end) { return end.side != Side::device; }

bool is_possible(const CopyEnd& to, const CopyEnd& from, cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToDevice:
      return can_be_device(to) && can_be_host(from);
    case cudaMemcpyDeviceToHost:
      return can_be_host(to) && can_be_device(from);
    case cudaMemcpyDeviceToDevice:
      return can_be_device(to) && can_be_device(from);
    default:  // an H200 copies with cudaMemcpyHostToHost whatever the two are
      return true;
  }
}

// The handle of a CUDA array, which lies in host memory, as if the array were there.
bool is_array(const CopyEnd& end) {
  return arrays().find(static_cast<cudaArray_const_t>(end.address)) != nullptr;
}

// "2048 of 4096 floats" where the type is known.
std::string share_text(const Allocation& allocation, std::size_t part, std::size_t whole) {
  const std::size_t size = allocation.element_bytes;
  const bool in_elements = size > 1 && !allocation.element.empty() && part % size == 0 && whole % size == 0;
  if (!in_elements) return std::to_string(part) + " of the " + simt::plural(whole, "byte");
  return std::to_string(part / size) + " of the " + std::to_string(whole / size) + " elements (" +
         allocation.element + ")";
}

}  // namespace

CopyEnd end_of_copy(Runtime& runtime, const void* address, std::size_t bytes) {
  CopyEnd end;
  end.address = address;
  end.bytes = bytes;
  end.view = static_cast<unsigned char*>(const_cast<void*>(address));
  if (runtime.modules().is_variable(address, bytes)) {
    end.side = runtime.mirrors().is_variable(address) ? Side::both : Side::device;
    end.is_variable = true;
  } else if (runtime.memory().is_device_address(address)) {
    end.allocation = runtime.memory().find(address);
    end.side = end.allocation != nullptr && end.allocation->is_for_host() ? Side::both : Side::device;
    unsigned char* const registered = runtime.mirrors().host_bytes(address);
    end.view = registered != nullptr ? registered : runtime.memory().host_view(address);
  }
  return end;
}

bool is_inside(Runtime& runtime, const CopyEnd& end, bool is_target) {
  if (!end.is_in_arena()) return true;
  const std::string does =
      function(runtime) + (is_target ? " writes " : " reads ") + simt::plural(end.bytes, "byte");
  if (end.allocation == nullptr) {
    const std::string* const freed = runtime.memory().find_freed(end.address);
    runtime.report("copy of memory that is not allocated",
                   does + (freed == nullptr ? " of device memory that belongs to no allocation."
                                            : " of `" + *freed + "`, which was freed before."),
                   freed == nullptr ? "pass a pointer that cudaMalloc gave, or one inside of its allocation"
                                    : "copy before cudaFree");
    return false;
  }
  const std::size_t left = end.allocation->bytes_from(end.address);
  if (end.bytes <= left) return true;
  const std::size_t before = end.allocation->bytes - left;
  runtime.report("copy past the end",
                 does + " of `" + end.allocation->name + "`, which has " +
                     simt::plural(end.allocation->bytes, "byte") +
                     (before == 0 ? "." : ", from byte " + std::to_string(before) + " on."),
                 "copy at most " + simt::plural(left, "byte") +
                     ", or allocate more: sizes are in bytes, not in elements");
  return false;
}

bool fits_direction(Runtime& runtime, const CopyEnd& to, const CopyEnd& from, cudaMemcpyKind kind) {
  if (is_array(to) || is_array(from)) {
    const bool is_target = is_array(to);
    runtime.report("array taken for memory",
                   function(runtime) + (is_target ? " writes to" : " reads from") +
                       " a CUDA array, whose handle is no address.",
                   is_target ? "call cudaMemcpy2DToArray" : "call cudaMemcpy2DFromArray");
    return false;
  }
  if (is_possible(to, from, kind)) return true;
  runtime.report("copy in the wrong direction",
                 function(runtime) + " was told " + kind_name(kind) + ", but it copies from " +
                     memory_name(from) + " to " + memory_name(to) + ".",
                 std::string("write ") + right_kind(to, from) +
                     ", or swap the two pointers: the destination comes first");
  return false;
}

void report_unwritten(Runtime& runtime, const Allocation& allocation, std::size_t bytes,
                      std::size_t unwritten) {
  const std::string begin = function(runtime) + " copies `" + allocation.name + "` to the host, ";
  const std::string share = share_text(allocation, unwritten, bytes);
  if (unwritten == bytes) {
    runtime.report("output never written", begin + "of which nothing was ever written.",
                   "check that the kernel ran, and that it stores to this array");
    return;
  }
  runtime.report("output never written", begin + "but " + share + " were never written.",
                 "check the grid and the index: do the threads cover every element?");
}

}  // namespace cudart
