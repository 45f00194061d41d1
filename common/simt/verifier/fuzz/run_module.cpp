#include "run_module.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "simt/machine.h"

namespace simt_fuzz {
namespace {

constexpr std::size_t kPage = 16384;  // the arena's: bytes of a buffer's pages that are not the buffer's
constexpr std::size_t kElements = 300;
constexpr unsigned char kCanary = 0xC5;

// A buffer, what is beside it in its pages, and what it held where kernels may only read it.
struct Watched {
  unsigned char* begin;
  std::size_t bytes;
  std::vector<unsigned char> kept;

  unsigned char* pages() const {
    return reinterpret_cast<unsigned char*>(reinterpret_cast<std::uintptr_t>(begin) / kPage * kPage);
  }
  unsigned char* pages_end() const {
    return pages() + (static_cast<std::size_t>(begin - pages()) + bytes + kPage - 1) / kPage * kPage;
  }
  void fill() const {
    std::fill(pages(), begin, kCanary);
    std::fill(begin + bytes, pages_end(), kCanary);
  }
  bool is_intact() const {
    const auto is_canary = [](unsigned char byte) { return byte == kCanary; };
    return std::all_of(pages(), begin, is_canary) && std::all_of(begin + bytes, pages_end(), is_canary) &&
           (kept.empty() || std::equal(kept.begin(), kept.end(), begin));
  }
};

class Runner {
 public:
  Runner(const std::string& path, unsigned seed)
      : random_(seed), machine_({1, seed % 3, 0.3}), module_(path) {
    for (auto& block : beside_) block = std::make_unique<std::vector<unsigned char>>(kPage, kCanary);
  }

  Outcome run() {
    for (const simt::Kernel& kernel : module_.kernels()) {
      if (outcome_.escape.empty()) launch(kernel);
    }
    return outcome_;
  }

 private:
  void launch(const simt::Kernel& kernel) {
    std::vector<std::vector<unsigned char>> values;
    std::vector<const void*> addresses;
    for (const simt::Parameter& parameter : kernel.signature.parameters) {
      values.emplace_back(std::max<std::size_t>(parameter.bytes, 16));
      set(values.back().data(), parameter);
    }
    addresses.reserve(values.size());
    for (const auto& value : values) addresses.push_back(value.data());
    const simt::LaunchShape shape{{2, 1, 1}, {random_() % 4 == 0 ? 40U : 64U, 1, 1}, 1024};
    const simt::LaunchReport report = machine_.launch(module_, kernel, shape, addresses.data());
    ++outcome_.launches;
    outcome_.faults += static_cast<unsigned>(report.faults.size());
    for (const simt::Fault& fault : report.faults) {
      // No access of a verified module can reach memory that does not exist.
      if (fault.message.find("segmentation fault") != std::string::npos)
        outcome_.escape = kernel.name + ": segmentation fault";
    }
    for (const Watched& buffer : buffers_) {
      if (!buffer.is_intact())
        outcome_.escape = kernel.name + ": a store beside a buffer, or to one that may only be read";
      machine_.release(buffer.begin);
    }
    buffers_.clear();
    for (const auto& block : beside_) {
      if (std::any_of(block->begin(), block->end(), [](unsigned char byte) { return byte != kCanary; }))
        outcome_.escape = kernel.name + ": a store to the host's memory";
    }
  }

  void set(unsigned char* to, const simt::Parameter& parameter) {
    if (parameter.is_pointer()) {
      void* const memory = buffer(parameter);
      std::memcpy(to, &memory, sizeof memory);
    } else if (!parameter.members.empty()) {
      for (const simt::Parameter& member : parameter.members) {
        if (member.offset + member.bytes <= parameter.bytes) set(to + member.offset, member);
      }
    } else if (parameter.kind == simt::TypeKind::floating) {
      const double wide = 1.5;
      const float narrow = 1.5F;
      if (parameter.bytes == 8) std::memcpy(to, &wide, 8);
      if (parameter.bytes == 4) std::memcpy(to, &narrow, 4);
    } else if (parameter.kind == simt::TypeKind::integer ||
               parameter.kind == simt::TypeKind::unsigned_integer) {
      constexpr int kNumbers[] = {0, 1, 2, 7, 16, 32, 33, 64, 100, 128, 128, 300, 1000};
      const int number = kNumbers[random_() % std::size(kNumbers)];
      std::memcpy(to, &number, std::min<std::size_t>(parameter.bytes, 4));
    }
  }

  void* buffer(const simt::Parameter& parameter) {
    const std::size_t element = std::min<std::size_t>(std::max<std::size_t>(parameter.pointee_bytes, 1), 256);
    Watched watched{nullptr, kElements * element, {}};
    watched.begin = static_cast<unsigned char*>(machine_.allocate(watched.bytes, parameter.name, element));
    for (std::size_t i = 0; i < watched.bytes; ++i)
      watched.begin[i] = static_cast<unsigned char>(i % 4 == 0 ? random_() % 200 : 0);
    machine_.mark_written(watched.begin, watched.bytes);
    if (parameter.points_to_const) {
      machine_.protect(watched.begin);
      watched.kept.assign(watched.begin, watched.begin + watched.bytes);
    }
    watched.fill();
    buffers_.push_back(watched);
    return watched.begin;
  }

  std::minstd_rand random_;
  simt::Machine machine_;
  simt::Module module_;
  std::vector<Watched> buffers_;
  std::unique_ptr<std::vector<unsigned char>> beside_[16];
  Outcome outcome_;
};

}  // namespace

Outcome run_module(const std::string& path, unsigned seed) { return Runner(path, seed).run(); }

}  // namespace simt_fuzz
