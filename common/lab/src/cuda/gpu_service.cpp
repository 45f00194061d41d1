#include "gpu_service.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "local_cublas.h"
#include "local_gpu.h"
#include "messages.h"

namespace lab::cuda {
namespace {

using simt::remote::Channel;
using simt::remote::Json;
using simt::remote::number_in;
using simt::remote::string_in;

constexpr std::size_t kMostArguments = 4096;
constexpr std::chrono::milliseconds kMostLimit{1U << 30U};

std::uint64_t number(const Json& message, const char* name) {
  return number_in<std::uint64_t>(message, name);
}

std::size_t size(const Json& message, const char* name) { return number_in<std::size_t>(message, name); }

Json json_of(const GpuInfo& info) {
  return {{"name", info.name},
          {"capability", info.capability},
          {"driver_version", info.driver_version},
          {"multiprocessors", info.multiprocessors},
          {"l2_bytes", info.l2_bytes},
          {"peak_bytes_per_s", info.peak_bytes_per_s}};
}

KernelLaunch launch_in(const Json& message) {
  KernelLaunch launch;
  launch.module = number(message, "module");
  launch.kernel = string_in(message, "kernel");
  launch.shape = {simt::remote::dim3_in(message, "grid"), simt::remote::dim3_in(message, "block"),
                  size(message, "shared_bytes")};
  for (const Json& bytes : simt::remote::list_in(message, "arguments", kMostArguments))
    launch.arguments.push_back(bytes.get<std::vector<unsigned char>>());
  return launch;
}

Geam geam_in(const Json& message) {
  return {number(message, "a"),
          number(message, "b"),
          number(message, "c"),
          static_cast<float>(simt::remote::double_in(message, "alpha")),
          static_cast<float>(simt::remote::double_in(message, "beta")),
          number_in<int>(message, "rows"),
          number_in<int>(message, "cols")};
}

Gemv gemv_in(const Json& message) {
  return {number(message, "weights"), number(message, "x"), number(message, "y"),
          number_in<int>(message, "rows"), number_in<int>(message, "cols")};
}

class Service {
 public:
  explicit Service(Channel& channel) : channel_(channel) {}

  // Returns false if the other end is closed.
  bool serve_one() {
    const std::optional<std::string> text = channel_.receive();
    if (!text) return false;
    const Json message = simt::remote::message_of(*text);
    const std::string what = string_in(message, "do");
    if (std::function<void()> work = work_of(what, message)) {
      queue_.push_back(std::move(work));
      return true;
    }
    bytes_.reset();
    if (!channel_.send(simt::remote::text_of(answer(what, message)))) return false;
    return !bytes_ || send_bytes();
  }

  // Does what is left when nobody waits for an answer any more: arrays are freed.
  void finish() {
    if (gpu_ && gpu_->lost().empty()) do_all();
  }

 private:
  // Work without an answer, read to its end; nothing for what has one.
  std::function<void()> work_of(const std::string& what, const Json& message) {
    if (what == "upload") {
      const std::optional<std::string> bytes = receive_bytes(size(message, "bytes"));
      if (!bytes) throw simt::Error("an upload ends too soon");
      return [this, at = number(message, "address"), bytes = *bytes] { gpu_->upload(at, bytes); };
    }
    if (what == "release") return [this, at = number(message, "address")] { gpu_->release(at); };
    if (what == "set") {
      return [this, at = number(message, "address"), value = number_in<unsigned char>(message, "value"),
              bytes = size(message, "bytes")] { gpu_->set(at, value, bytes); };
    }
    if (what == "copy") {
      return [this, to = number(message, "to"), from = number(message, "from"),
              bytes = size(message, "bytes")] { gpu_->copy(to, from, bytes); };
    }
    if (what == "launch") return [this, launch = launch_in(message)] { gpu_->launch(launch); };
    if (what == "geam") return [this, geam = geam_in(message)] { cublas_.value().transpose(geam); };
    if (what == "gemv") return [this, gemv = gemv_in(message)] { cublas_.value().multiply(gemv); };
    if (what == "record") return [this, event = number(message, "event")] { gpu_->record(event); };
    if (what == "create_event")
      return [this, event = number(message, "event")] { gpu_->create_event(event); };
    if (what == "destroy_event") {
      return [this, event = number(message, "event")] { gpu_->destroy_event(event); };
    }
    if (what == "unload") return [this, module = number(message, "module")] { gpu_->unload(module); };
    if (what == "close_cublas") return [this] { cublas_.reset(); };
    return {};
  }

  Json answer(const std::string& what, const Json& message) try {
    if (what == "arrived") return Json::object();
    if (what != "begin") do_all();
    return answer_of(what, message);
  } catch (const KernelFault& fault) {
    Json error = error_of(fault, "fault");
    error["fault"] = static_cast<unsigned>(fault.fault().kind);
    return error;
  } catch (const NoGpu& error) {
    return error_of(error, "no_gpu");
  } catch (const GpuError& error) {
    return error_of(error, "gpu");
  } catch (const std::exception& error) {
    return error_of(error, "other");
  }

  Json answer_of(const std::string& what, const Json& message) {
    if (what == "begin") {
      gpu_.emplace(string_in(message, "library"),
                   std::chrono::milliseconds(
                       simt::remote::unsigned_in(message, "limit_ms", std::uint64_t{kMostLimit.count()})));
      return {{"gpu", json_of(gpu_->info())}};
    }
    if (what == "allocate") {
      return {{"address", gpu_->allocate(string_in(message, "name"), size(message, "bytes"))}};
    }
    if (what == "download") {
      bytes_ = gpu_->download(number(message, "address"), size(message, "bytes"));
      return Json::object();
    }
    if (what == "free_bytes") return {{"bytes", gpu_->free_bytes()}};
    if (what == "load") {
      gpu_->load(number(message, "module"), string_in(message, "path"));
      return Json::object();
    }
    if (what == "defines") {
      return {{"defined", gpu_->defines(number(message, "module"), string_in(message, "kernel"))}};
    }
    if (what == "open_cublas") {
      cublas_.emplace(string_in(message, "libraries"));
      return Json::object();
    }
    if (what == "wait") {
      gpu_->wait();
      return {{"launches", gpu_->launches()}};
    }
    if (what == "elapsed") {
      return {{"seconds", gpu_->seconds_between(number(message, "start"), number(message, "end"))}};
    }
    throw simt::Error("a message asks for `" + what + "`, which no GPU does");
  }

  void do_all() {
    std::vector<std::function<void()>> queue;
    queue.swap(queue_);
    for (const std::function<void()>& work : queue) work();
  }

  Json error_of(const std::exception& error, const char* kind) const {
    return {{"error", error.what()}, {"kind", kind}, {"lost", gpu_ ? gpu_->lost() : ""}};
  }

  std::optional<std::string> receive_bytes(std::size_t count) {
    std::string bytes;
    while (bytes.size() < count) {
      const std::optional<std::string> piece = channel_.receive();
      if (!piece || piece->empty() || piece->size() > count - bytes.size()) return std::nullopt;
      bytes += *piece;
    }
    return bytes;
  }

  bool send_bytes() {
    for (std::size_t at = 0; at < bytes_->size(); at += kPieceBytes) {
      if (!channel_.send(bytes_->substr(at, kPieceBytes))) return false;
    }
    return true;
  }

  Channel& channel_;
  std::optional<LocalGpu> gpu_;
  std::optional<LocalCublas> cublas_;
  std::vector<std::function<void()>> queue_;
  std::optional<std::string> bytes_;  // the bytes that follow the answer
};

}  // namespace

void serve_gpu(Channel& channel) {
  Service service(channel);
  while (service.serve_one()) {
  }
  service.finish();
}

}  // namespace lab::cuda
