#include "state/host_mirrors.h"

#include <cstring>

namespace cudart {

void HostMirrors::add_variable(void* host, void* device, std::size_t bytes) {
  auto* const bytes_of_kernels = static_cast<unsigned char*>(device);
  std::memcpy(host, device, bytes);
  mirrors_[static_cast<unsigned char*>(host)] = {bytes, bytes_of_kernels, bytes_of_kernels, true};
  ++in_use_;
}

HostMirrors::Mirrors::const_iterator HostMirrors::find(const void* host) const {
  auto* const wanted = static_cast<unsigned char*>(const_cast<void*>(host));
  const auto after = mirrors_.upper_bound(wanted);
  if (after == mirrors_.begin()) return mirrors_.end();
  const auto before = std::prev(after);
  return static_cast<std::size_t>(wanted - before->first) < before->second.bytes ? before : mirrors_.end();
}

bool HostMirrors::is_variable(const void* host) const {
  const auto found = find(host);
  return found != mirrors_.end() && found->second.is_variable;
}

bool HostMirrors::add_pages(void* host, std::size_t bytes) {
  auto* const begin = static_cast<unsigned char*>(host);
  const auto next = mirrors_.lower_bound(begin);
  const bool reaches_next = next != mirrors_.end() && next->first < begin + bytes;
  if (reaches_next || find(host) != mirrors_.end()) return false;
  mirrors_[begin] = {bytes, nullptr, nullptr, false};
  return true;
}

bool HostMirrors::remove_pages(DeviceMemory& memory, void* host) {
  const auto found = mirrors_.find(static_cast<unsigned char*>(host));
  if (found == mirrors_.end() || found->second.is_variable) return false;
  if (found->second.device != nullptr) {
    memory.release(found->second.device);
    --in_use_;
  }
  mirrors_.erase(found);
  return true;
}

void HostMirrors::forget_pages() {
  for (auto at = mirrors_.begin(); at != mirrors_.end();) {
    const Mirror& mirror = at->second;
    if (!mirror.is_variable && mirror.device != nullptr) --in_use_;
    at = mirror.is_variable ? std::next(at) : mirrors_.erase(at);
  }
}

void* HostMirrors::device_address(DeviceMemory& memory, const void* host, const void* made_at) {
  const auto found = find(host);
  if (found == mirrors_.end()) return nullptr;
  Mirror& mirror = mirrors_[found->first];
  if (mirror.device == nullptr) {
    const Allocation* const made = memory.allocate(mirror.bytes, MemoryKind::registered, made_at);
    if (made == nullptr) return nullptr;
    mirror.device = reinterpret_cast<unsigned char*>(made->begin);
    mirror.view = memory.host_view(mirror.device);
    ++in_use_;
  }
  return mirror.device + (static_cast<const unsigned char*>(host) - found->first);
}

unsigned char* HostMirrors::host_bytes(const void* device) const {
  const auto* const wanted = static_cast<const unsigned char*>(device);
  for (const auto& [host, mirror] : mirrors_) {
    if (mirror.device != nullptr && wanted >= mirror.device && wanted < mirror.device + mirror.bytes)
      return host + (wanted - mirror.device);
  }
  return nullptr;
}

void HostMirrors::copy_to_device() const {
  for (const auto& [host, mirror] : mirrors_) {
    if (mirror.view != nullptr) std::memcpy(mirror.view, host, mirror.bytes);
  }
}

void HostMirrors::copy_to_host() const {
  for (const auto& [host, mirror] : mirrors_) {
    if (mirror.view != nullptr) std::memcpy(host, mirror.view, mirror.bytes);
  }
}

}  // namespace cudart
