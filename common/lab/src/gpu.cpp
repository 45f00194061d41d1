// The client of gpu_machine: each call is a message (cuda/gpu_service.h lists them).
#include "lab/gpu.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "child_process.h"
#include "gpu_connection.h"

namespace lab {
namespace {

using simt::remote::Json;

class GpuProcess : public GpuDriving {
 public:
  explicit GpuProcess(int socket) : process_({GPU_MACHINE}, {socket}) { close(socket); }

  simt::MachineEnded ended() override {
    const simt::remote::ProcessEnd end = process_.wait();
    const std::string errors = process_.errors();
    return {"the process that drives the GPU " + end.text() + (errors.empty() ? "" : "\n" + errors),
            end.signal};
  }

 private:
  simt::remote::ChildProcess process_;
};

Json address_json(const char* what, std::uint64_t address) { return {{"do", what}, {"address", address}}; }

GpuInfo info_in(const Json& gpu) {
  GpuInfo info;
  info.name = simt::remote::string_in(gpu, "name");
  info.capability = simt::remote::number_in<int>(gpu, "capability");
  info.driver_version = simt::remote::number_in<int>(gpu, "driver_version");
  info.multiprocessors = simt::remote::number_in<int>(gpu, "multiprocessors");
  info.l2_bytes = simt::remote::number_in<std::size_t>(gpu, "l2_bytes");
  info.peak_bytes_per_s = simt::remote::double_in(gpu, "peak_bytes_per_s");
  return info;
}

}  // namespace

std::string driver_library() {
  const char* const chosen = std::getenv("COALESCE_CUDA_DRIVER");
  return chosen == nullptr || *chosen == '\0' ? "libcuda.so.1" : chosen;
}

std::unique_ptr<GpuDriving> start_gpu_process(int socket) { return std::make_unique<GpuProcess>(socket); }

Gpu::Gpu(const GpuOptions& options) : connection_(std::make_unique<Connection>(options, lost_)) {
  const Json answer =
      connection_->ask({{"do", "begin"}, {"library", options.library}, {"limit_ms", options.limit.count()}});
  info_ = info_in(simt::remote::member(answer, "gpu"));
}

Gpu::~Gpu() = default;

std::size_t Gpu::free_bytes() const {
  refuse_when_lost();
  return simt::remote::number_in<std::size_t>(connection_->ask({{"do", "free_bytes"}}), "bytes");
}

void Gpu::refuse_when_lost() const {
  if (is_lost()) throw GpuError(lost_);
}

void Gpu::enqueue(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
                  const Arguments& arguments) {
  refuse_when_lost();
  if (!module.defines(kernel)) throw GpuError(module.path() + ": the kernel `" + kernel + "` is not defined");
  ++changes_;
  connection_->tell({{"do", "launch"},
                     {"module", module.number_},
                     {"kernel", kernel},
                     {"grid", simt::remote::json_of(shape.grid)},
                     {"block", simt::remote::json_of(shape.block)},
                     {"shared_bytes", shape.dynamic_shared_bytes},
                     {"arguments", arguments}});
}

void Gpu::enqueue_copy(void* to, const void* from, std::size_t bytes) {
  refuse_when_lost();
  ++changes_;
  connection_->tell({{"do", "copy"},
                     {"to", reinterpret_cast<std::uintptr_t>(to)},
                     {"from", reinterpret_cast<std::uintptr_t>(from)},
                     {"bytes", bytes}});
}

void Gpu::deliver() {
  refuse_when_lost();
  connection_->ask({{"do", "arrived"}});
}

void Gpu::wait() {
  refuse_when_lost();
  launches_ = simt::remote::number_in<std::uint64_t>(connection_->ask({{"do", "wait"}}), "launches");
}

simt::LaunchReport Gpu::run(GpuModule& module, const std::string& kernel, const simt::LaunchShape& shape,
                            const Arguments& arguments) {
  simt::LaunchReport report;
  try {
    enqueue(module, kernel, shape, arguments);
    wait();
  } catch (const KernelFault& fault) {
    report.faults = {fault.fault()};
  }
  return report;
}

GpuMemory::GpuMemory(Gpu& gpu, const std::string& name, std::size_t bytes) : gpu_(gpu), bytes_(bytes) {
  gpu.refuse_when_lost();
  const Json answer = gpu.connection_->ask({{"do", "allocate"}, {"name", name}, {"bytes", bytes}});
  address_ = simt::remote::number_in<std::uint64_t>(answer, "address");
}

GpuMemory::~GpuMemory() {
  if (!gpu_.is_lost()) gpu_.connection_->tell(address_json("release", address_));
}

void GpuMemory::upload(const void* values) {
  if (gpu_.is_lost() || bytes_ == 0) return;
  ++gpu_.changes_;
  Json message = address_json("upload", address_);
  message["bytes"] = bytes_;
  gpu_.connection_->tell(message);
  gpu_.connection_->tell_bytes(static_cast<const char*>(values), bytes_);
}

void GpuMemory::set(unsigned char value, std::size_t offset, std::size_t bytes) {
  if (gpu_.is_lost() || bytes == 0) return;
  ++gpu_.changes_;
  Json message = address_json("set", address_ + offset);
  message["value"] = value;
  message["bytes"] = bytes;
  gpu_.connection_->tell(message);
}

bool GpuMemory::download(void* values) const {
  if (gpu_.is_lost()) return false;
  if (bytes_ == 0) return true;
  Json message = address_json("download", address_);
  message["bytes"] = bytes_;
  gpu_.connection_->ask(message);
  gpu_.connection_->receive_bytes(static_cast<char*>(values), bytes_);
  return true;
}

GpuModule::GpuModule(Gpu& gpu, std::string path)
    : gpu_(gpu), path_(std::move(path)), number_(gpu.next_number()) {
  gpu.refuse_when_lost();
  gpu.connection_->ask({{"do", "load"}, {"module", number_}, {"path", path_}});
}

GpuModule::~GpuModule() {
  if (!gpu_.is_lost()) gpu_.connection_->tell({{"do", "unload"}, {"module", number_}});
}

bool GpuModule::defines(const std::string& kernel) {
  if (const auto known = known_.find(kernel); known != known_.end()) return known->second;
  gpu_.refuse_when_lost();
  const Json answer = gpu_.connection_->ask({{"do", "defines"}, {"module", number_}, {"kernel", kernel}});
  return known_[kernel] = simt::remote::bool_in(answer, "defined");
}

GpuEvent::GpuEvent(Gpu& gpu) : gpu_(gpu), number_(gpu.next_number()) {
  gpu.refuse_when_lost();
  gpu.connection_->tell({{"do", "create_event"}, {"event", number_}});
}

GpuEvent::~GpuEvent() {
  if (!gpu_.is_lost()) gpu_.connection_->tell({{"do", "destroy_event"}, {"event", number_}});
}

void GpuEvent::record() { gpu_.connection_->tell({{"do", "record"}, {"event", number_}}); }

double GpuEvent::seconds_since(const GpuEvent& start) const {
  const Json answer = gpu_.connection_->ask({{"do", "elapsed"}, {"start", start.number_}, {"end", number_}});
  return simt::remote::double_in(answer, "seconds");
}

}  // namespace lab
