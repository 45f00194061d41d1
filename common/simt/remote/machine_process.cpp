// simt_machine: a SIMT machine in a process of its own. It holds modules and arrays, and no more: whoever
// starts it (simt/remote_machine.h) has everything that kernels are judged by.
//
// Descriptors 3, 4 and 5 are the channel, the memory of arrays, and the map of their written bytes. When the
// modules are loaded, the process gives up all system calls but those that launches need.
#include <sys/prctl.h>

#include <csignal>
#include <cstdio>
#include <optional>
#include <utility>

#include "channel.h"
#include "messages.h"
#include "simt/devices.h"
#include "system_calls.h"

namespace {

using simt::remote::Allowed;
using simt::remote::Channel;
using simt::remote::Json;

constexpr int kChannel = 3;
constexpr simt::ArrayFiles kFiles{4, 5, simt::RemoteMachine::kMostArrayBytes};
constexpr int kNotConfined = 2;
constexpr std::size_t kMostModules = 16;
constexpr std::size_t kMostParameterBytes = 4096;  // CUDA's own limit up to 12.0; 32,764 since

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kIsSanitized = true;  // sanitizers make system calls of their own
#else
constexpr bool kIsSanitized = false;
#endif

Json error_of(const std::exception& error) { return {{"error", error.what()}}; }

void* address_in(const Json& message) {
  return reinterpret_cast<void*>(simt::remote::number_in<std::uintptr_t>(message, "address"));
}

class Service {
 public:
  explicit Service(const Json& message) : machine_(options_in(message), kFiles) {
    for (const Json& file : simt::remote::list_in(message, "modules", kMostModules))
      modules_.emplace_back(file.get<std::string>());
  }

  Json modules() const {
    Json list = Json::array();
    for (const simt::Module& module : modules_) list.push_back(simt::remote::json_of(module));
    return list;
  }
  std::uintptr_t memory() const { return reinterpret_cast<std::uintptr_t>(machine_.memory()); }

  // The answer, which says what is wrong where something is: also with what was told since the last answer.
  Json ask(const std::string& what, const Json& message) try {
    if (!wrong_.empty()) throw simt::Error(std::exchange(wrong_, {}));
    if (what == "launch") return {{"report", simt::remote::json_of(launch(message))}};
    return Json::object();
  } catch (const std::exception& error) {
    return error_of(error);
  }

  void tell(const std::string& what, const Json& message) try {
    do_told(what, message);
  } catch (const std::exception& error) {
    if (wrong_.empty()) wrong_ = error.what();
  }

 private:
  void do_told(const std::string& what, const Json& message) {
    if (what == "allocate") {
      allocate(message);
    } else if (what == "release") {
      machine_.release(address_in(message));
    } else if (what == "mark") {
      machine_.mark_written(address_in(message), simt::remote::number_in<std::size_t>(message, "bytes"),
                            simt::remote::bool_in(message, "written"));
    } else if (what == "mark_in_shared") {
      machine_.mark_in_shared(address_in(message), simt::remote::number_in<std::size_t>(message, "bytes"),
                              simt::remote::number_in<std::uint64_t>(message, "key"));
    } else if (what == "set_clock_rate") {
      machine_.set_clock_rate(simt::remote::number_in<unsigned>(message, "rate"));
    } else if (what == "set_schedule") {
      machine_.set_schedule({simt::remote::number_in<unsigned>(message, "seed"),
                             simt::remote::number_in<unsigned>(message, "drawn"),
                             simt::remote::number_in<std::uint64_t>(message, "exchanges")});
    } else if (what == "restore_variables") {
      modules_.at(simt::remote::number_in<std::size_t>(message, "module")).restore_variables();
    } else if (what == "protect") {
      machine_.protect(address_in(message), simt::remote::bool_in(message, "read_only"));
    } else {
      throw simt::Error("a message asks for `" + what + "`, which no machine does");
    }
  }

  static simt::MachineOptions options_in(const Json& message) {
    return {simt::remote::number_in<unsigned>(message, "workers"),
            {},
            simt::remote::double_in(message, "time_limit_seconds"),
            false,
            simt::remote::bool_in(message, "is_strict")};
  }

  // Places an array where the side that asks for it has placed it already, by the same rule.
  void allocate(const Json& message) {
    const void* const memory = machine_.allocate(
        simt::remote::number_in<std::size_t>(message, "bytes"), simt::remote::string_in(message, "name"),
        simt::remote::number_in<std::size_t>(message, "element_bytes"));
    if (memory != address_in(message)) throw simt::Error("an array was placed elsewhere");
  }

  simt::LaunchReport launch(const Json& message) {
    const simt::Module& module = modules_.at(simt::remote::number_in<std::size_t>(message, "module"));
    const simt::Kernel* const kernel = module.find(simt::remote::string_in(message, "kernel"));
    if (kernel == nullptr) throw simt::Error("the module has no such kernel");
    const simt::LaunchShape shape{simt::remote::dim3_in(message, "grid"),
                                  simt::remote::dim3_in(message, "block"),
                                  simt::remote::number_in<std::size_t>(message, "shared_bytes"),
                                  simt::remote::number_in<std::uint64_t>(message, "first_block"),
                                  simt::remote::bool_in(message, "is_cooperative")};
    std::vector<std::vector<unsigned char>> values;
    for (const Json& value : simt::remote::list_in(message, "arguments", kMostParameterBytes))
      values.push_back(value.get<std::vector<unsigned char>>());
    if (values.size() != kernel->signature.parameters.size()) throw simt::Error("arguments are missing");
    std::vector<const void*> arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].size() != kernel->signature.parameters[i].bytes)
        throw simt::Error("an argument has another size than its parameter");
      arguments.push_back(values[i].data());
    }
    return launch(module, *kernel, shape, arguments, devices_in(message));
  }

  static std::vector<const simt::Device*> devices_in(const Json& message) {
    std::vector<const simt::Device*> devices;
    for (const Json& name : simt::remote::list_in(message, "predicted_on", simt::devices().size())) {
      devices.push_back(simt::find_device(name.get<std::string>()));
      if (devices.back() == nullptr) throw simt::Error("a message names a device that nobody knows");
    }
    return devices;
  }

  simt::LaunchReport launch(const simt::Module& module, const simt::Kernel& kernel,
                            const simt::LaunchShape& shape, const std::vector<const void*>& arguments,
                            const std::vector<const simt::Device*>& devices) {
    machine_.note_traffic(!devices.empty());
    simt::LaunchReport report = machine_.launch(module, kernel, shape, arguments.data());
    for (const simt::Device* const device : devices)
      report.predicted_on.push_back(simt::predict_time(report, *device));
    return report;
  }

  simt::Machine machine_;
  std::vector<simt::Module> modules_;
  std::string wrong_;  // what went wrong with a message that has no answer
};

// Returns false if the other side is gone.
bool answer(Channel& channel, const Json& json) { return channel.send(simt::remote::text_of(json)); }

int serve(Channel& channel) {
  const std::optional<std::string> first = channel.receive();
  if (!first) return 0;
  std::optional<Service> service;
  try {
    bool is_confined = !kIsSanitized && simt::remote::allow_only(Allowed::loading);
    service.emplace(simt::remote::message_of(*first));
    is_confined = is_confined && simt::remote::allow_only(Allowed::launching);
    answer(channel,
           Json{{"modules", service->modules()}, {"memory", service->memory()}, {"confined", is_confined}});
  } catch (const std::exception& error) {
    answer(channel, error_of(error));
    return kNotConfined;
  }
  while (const std::optional<std::string> text = channel.receive()) {
    const Json message = simt::remote::message_of(*text);
    const std::string what = simt::remote::string_in(message, "do");
    if (what == "launch" || what == "finish") {
      if (!answer(channel, service->ask(what, message))) break;
    } else {
      service->tell(what, message);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** /*argv*/) try {
  if (argc != 1) {
    std::fputs("simt_machine is started by programs that run kernels: simt/remote_machine.h\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Channel channel(kChannel);
  return serve(channel);
} catch (const std::exception& error) {
  std::fprintf(stderr, "simt_machine: %s\n", error.what());
  return 2;
}
