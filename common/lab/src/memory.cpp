#include "lab/memory.h"

#include <algorithm>
#include <cstring>

#include "lab/session.h"

namespace lab {

ArrayMemory::ArrayMemory(const std::string& name, std::size_t bytes, std::size_t element_bytes,
                         std::size_t first)
    : bytes_(bytes), first_(first) {
  Session& session = Session::current();
  if (session.on_cuda()) {
    gpu_.emplace(session.gpu(), name, bytes);
    gpu_->set(kPoison);
    return;
  }
  simt_ = session.machine().allocate(bytes, name, element_bytes);
  std::memset(session.machine().host(simt_) + first, kPoison, bytes - first);
}

ArrayMemory::~ArrayMemory() {
  if (simt_ != nullptr) Session::current().machine().release(simt_);
}

void ArrayMemory::upload(const void* values) {
  if (bytes_ == first_) return;
  if (gpu_) {
    std::vector<unsigned char> all(bytes_, kPoison);
    std::memcpy(all.data() + first_, values, bytes_ - first_);
    gpu_->upload(all.data());
    return;
  }
  simt::RemoteMachine& machine = Session::current().machine();
  std::memcpy(machine.host(simt_) + first_, values, bytes_ - first_);
  machine.mark_written(static_cast<unsigned char*>(simt_) + first_, bytes_ - first_);
}

void ArrayMemory::take_back(std::size_t offset, std::size_t bytes) {
  if (gpu_) {
    gpu_->set(kPoison, offset, bytes);
    return;
  }
  unsigned char* const first = static_cast<unsigned char*>(simt_) + offset;
  simt::RemoteMachine& machine = Session::current().machine();
  std::memset(machine.host(first), kPoison, bytes);
  machine.mark_written(first, bytes, false);
}

void* ArrayMemory::device() const { return gpu_ ? gpu_->address() : simt_; }

void ArrayMemory::fetch() const {
  const std::uint64_t now = Session::current().gpu().changes();
  if (fetched_at_ == now && copy_.size() == bytes_) return;
  copy_.resize(bytes_);
  if (!gpu_->download(copy_.data())) std::fill(copy_.begin(), copy_.end(), kPoison);
  fetched_at_ = now;
}

const unsigned char* ArrayMemory::host() const {
  if (!gpu_) return Session::current().machine().host(simt_);
  fetch();
  return copy_.data();
}

bool ArrayMemory::is_written(std::size_t offset, std::size_t bytes) const {
  if (!gpu_) {
    return Session::current().machine().is_written(static_cast<const unsigned char*>(simt_) + offset, bytes);
  }
  constexpr std::size_t kTellingBytes = 4;
  if (bytes < kTellingBytes) return true;
  const unsigned char* const first = host() + offset;
  return std::any_of(first, first + bytes, [](unsigned char byte) { return byte != kPoison; });
}

}  // namespace lab
