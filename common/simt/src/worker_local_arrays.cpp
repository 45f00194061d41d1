// The worker's part for arrays on a thread's own stack: compilers do not announce accesses to them, only
// indices that are outside of their type.
#include <algorithm>
#include <cstdlib>

#include "worker.h"

namespace simt {
namespace {

// {32, 33} of "'float [32][33]'".
std::vector<std::uint64_t> extents_in(const char* type) {
  std::vector<std::uint64_t> extents;
  for (const char* at = type; *at != 0; ++at) {
    if (*at == '[') extents.push_back(std::strtoull(at + 1, nullptr, 10));
  }
  return extents;
}

bool ends_with(const std::vector<std::uint64_t>& extents, const std::vector<std::uint64_t>& last) {
  return extents.size() >= last.size() && std::equal(last.rbegin(), last.rend(), extents.rbegin());
}

}  // namespace

// Its name; empty when an array in shared or global memory may be meant.
std::string Worker::local_array_indexed_at(std::uintptr_t pc,
                                           const std::vector<std::uint64_t>& extents) const {
  const Module::Image& module = *launch_->module;
  const auto is_in_memory = [&](const std::string& name) {
    return std::any_of(shared_regions_.begin(), shared_regions_.end(),
                       [&](const Region& r) { return r.name == name; }) ||
           std::any_of(module.variables.begin(), module.variables.end(),
                       [&](const Region& r) { return r.name == name; });
  };
  std::string local;
  for (const NamedArray& array : module.sources->arrays_before(pc)) {
    if (!ends_with(array.extents, extents)) continue;
    if (is_in_memory(array.name)) return "";
    if (local.empty()) local = array.name;
  }
  return local;
}

void Worker::index_outside(const char* array_type, std::int64_t index, std::uintptr_t pc) {
  const auto extents = extents_in(array_type);
  if (extents.empty()) return;
  const auto [known, is_new] = local_arrays_.try_emplace(pc);
  if (is_new) known->second = local_array_indexed_at(pc, extents);
  if (known->second.empty()) return;
  std::string message = "out-of-bounds index " + std::to_string(index) + " of the local array `" +
                        known->second + "`: this dimension has " + std::to_string(extents.front()) +
                        " elements";
  stop(FaultKind::out_of_bounds, std::move(message), pc);
}

}  // namespace simt
