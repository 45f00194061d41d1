#include "simt/remote_machine.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>

#include "array_memory.h"
#include "channel.h"
#include "child_process.h"
#include "memory/placement.h"
#include "memory/written_map.h"
#include "messages.h"

namespace simt {
namespace {

using remote::Json;

// Ours, and the other side's.
std::array<int, 2> connected_sockets() {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
    throw Error(std::string("cannot make a channel to the machine's process: ") + std::strerror(errno));
  return pair;
}

// A sandbox shows no links.
std::string real_path(const std::string& file, const char* remedy) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(file, error);
  if (error) throw Error(file + ": " + error.message() + "; " + remedy);
  return path.string();
}

std::vector<std::string> command_of(const RemoteOptions& options) {
  std::vector<std::string> words = options.sandbox;
  words.push_back(real_path(options.program, "build the target simt_machine"));
  return words;
}

std::vector<std::string> modules_of(const RemoteOptions& options) {
  std::vector<std::string> paths;
  for (const std::string& module : options.modules)
    paths.push_back(real_path(module, "build the module with simtcc"));
  return paths;
}

Json address_json(const char* what, const void* memory) {
  return {{"do", what}, {"address", reinterpret_cast<std::uintptr_t>(memory)}};
}

}  // namespace

const Kernel* RemoteModule::find(const std::string& name) const {
  for (const Kernel& kernel : kernels) {
    if (kernel.name == name || kernel.written == name) return &kernel;
  }
  return nullptr;
}

struct RemoteMachine::State {
  explicit State(const RemoteOptions& options)
      : on_end(options.on_end), arrays(kMostArrayBytes), sockets(connected_sockets()), channel(sockets[0]) {
    const ArrayFiles files = arrays.files();
    process = std::make_unique<remote::ChildProcess>(
        command_of(options), std::vector<int>{sockets[1], files.arrays, files.written});
    close(sockets[1]);
    begin(options);
  }

  void begin(const RemoteOptions& options) {
    const Json message{{"do", "begin"},
                       {"workers", options.machine.workers},
                       {"time_limit_seconds", options.machine.time_limit_seconds},
                       {"is_strict", options.machine.is_strict},
                       {"modules", modules_of(options)}};
    Json answer;
    try {
      answer = ask(message);
    } catch (const MachineEnded& ended) {
      throw Error(std::string("the machine's process could not be started: ") + ended.what() +
                  (process->errors().empty() ? "" : "\n" + process->errors()));
    }
    for (const Json& module : remote::list_in(answer, "modules", options.modules.size()))
      modules.push_back(remote::module_of(module));
    if (modules.size() != options.modules.size())
      throw Error("the machine's process has not loaded all modules");
    memory = remote::number_in<std::uintptr_t>(answer, "memory");
    if (!options.sandbox.empty() && !remote::bool_in(answer, "confined")) {
      throw Error(
          "the machine's process cannot give up system calls here: the kernel has no seccomp filters");
    }
    has_begun = true;
  }

  // The answer to a message. Throws what the other side says is wrong, and when it is gone.
  Json ask(const Json& message) {
    channel.send(remote::text_of(message));
    const std::optional<std::string> text = channel.receive();
    if (!text) throw_ended();
    Json answer = remote::message_of(*text);
    is_finished = true;
    if (answer.contains("error")) throw Error(remote::string_in(answer, "error"));
    return answer;
  }

  // A message that has no answer: that the other side is gone shows at the next that has one.
  void tell(const Json& message) {
    channel.send_later(remote::text_of(message));
    is_finished = false;
  }

  // Waits until the other side has done everything that it was told.
  void finish() {
    if (!is_finished) ask({{"do", "finish"}});
  }

  [[noreturn]] void throw_ended() {
    const remote::ProcessEnd end = process->wait();
    const MachineEnded ended("the process that runs the kernels " + end.text(), end.signal);
    if (has_begun && on_end) on_end(ended);
    throw ended;
  }

  std::size_t offset_of(const void* address) const {
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - memory;
    if (offset >= kMostArrayBytes) throw Error("an address lies in no array");
    return offset;
  }

  std::size_t bytes_from(std::size_t offset, std::size_t bytes) const {
    if (bytes > kMostArrayBytes - offset) throw Error("an array lies outside of the memory of arrays");
    return offset;
  }

  std::function<void(const MachineEnded&)> on_end;
  remote::SharedArrays arrays;
  Placement placement{kMostArrayBytes};  // the same as the other side's, so that an array needs no answer
  std::array<int, 2> sockets;
  remote::Channel channel;
  std::unique_ptr<remote::ChildProcess> process;
  std::vector<RemoteModule> modules;
  std::map<std::size_t, std::size_t> allocated;  // the bytes of each array, by its offset
  bool has_begun = false;
  bool is_finished = true;
  std::uintptr_t memory = 0;  // where the other process has the arrays
};

RemoteMachine::RemoteMachine(const RemoteOptions& options) : state_(std::make_unique<State>(options)) {
  if (options.machine.schedule.seed != 0) set_schedule(options.machine.schedule);
}

RemoteMachine::~RemoteMachine() = default;

const std::vector<RemoteModule>& RemoteMachine::modules() const { return state_->modules; }

void* RemoteMachine::allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes) {
  const std::size_t offset = state_->placement.place(bytes, name);
  auto* const memory = reinterpret_cast<void*>(state_->memory + offset);
  Json message = address_json("allocate", memory);
  message["bytes"] = bytes;
  message["name"] = name;
  message["element_bytes"] = element_bytes;
  state_->tell(message);
  state_->allocated[offset] = bytes;
  return memory;
}

void RemoteMachine::release(void* memory) {
  state_->placement.release(state_->offset_of(memory));
  state_->allocated.erase(state_->offset_of(memory));
  state_->tell(address_json("release", memory));
}

unsigned char* RemoteMachine::host(const void* memory) const {
  return state_->arrays.bytes_at(state_->offset_of(memory));
}

void RemoteMachine::mark_written(const void* memory, std::size_t bytes, bool written) {
  Json message = address_json("mark", memory);
  message["bytes"] = bytes;
  message["written"] = written;
  state_->tell(message);
}

bool RemoteMachine::is_written(const void* memory, std::size_t bytes) const {
  state_->finish();
  return state_->arrays.is_written(state_->bytes_from(state_->offset_of(memory), bytes), bytes);
}

void RemoteMachine::protect(const void* memory, bool read_only) {
  Json message = address_json("protect", memory);
  message["read_only"] = read_only;
  state_->tell(message);
}

std::optional<std::vector<SavedArray>> RemoteMachine::save_arrays(std::size_t most_bytes) const {
  state_->finish();
  std::vector<SavedArray> saved;
  std::size_t left = most_bytes;
  for (const auto& [offset, bytes] : state_->allocated) {
    if (bytes > left) return std::nullopt;
    left -= bytes;
    const unsigned char* const first = state_->arrays.bytes_at(offset);
    const std::uint8_t* const written = state_->arrays.written_map(offset);
    saved.push_back({reinterpret_cast<void*>(state_->memory + offset), {first, first + bytes}, {}});
    saved.back().written.assign(written, written + WrittenMap::size_for(bytes));
  }
  return saved;
}

void RemoteMachine::restore_arrays(const std::vector<SavedArray>& arrays) {
  state_->finish();
  for (const SavedArray& array : arrays) {
    const std::size_t offset = state_->offset_of(array.memory);
    const auto known = state_->allocated.find(offset);
    if (known == state_->allocated.end() || known->second != array.bytes.size()) continue;
    std::copy(array.bytes.begin(), array.bytes.end(), state_->arrays.bytes_at(offset));
    std::copy(array.written.begin(), array.written.end(), state_->arrays.written_map(offset));
  }
}

void RemoteMachine::mark_in_shared(const void* memory, std::size_t bytes, std::uint64_t key) {
  Json message = address_json("mark_in_shared", memory);
  message["bytes"] = bytes;
  message["key"] = key;
  state_->tell(message);
}

void RemoteMachine::set_clock_rate(unsigned rate) {
  state_->tell({{"do", "set_clock_rate"}, {"rate", rate}});
}

void RemoteMachine::set_schedule(const Schedule& schedule) {
  state_->tell({{"do", "set_schedule"},
                {"seed", schedule.seed},
                {"drawn", schedule.drawn},
                {"exchanges", schedule.exchanges}});
}

void RemoteMachine::restore_variables(std::size_t module) {
  state_->tell({{"do", "restore_variables"}, {"module", module}});
}

LaunchReport RemoteMachine::launch(std::size_t module, const Kernel& kernel, const LaunchShape& shape,
                                   const void* const* arguments, const std::vector<std::string>& devices) {
  const RemoteModule& loaded = state_->modules.at(module);
  Json values = Json::array();
  for (std::size_t i = 0; i < kernel.signature.parameters.size(); ++i) {
    const auto* const first = static_cast<const unsigned char*>(arguments[i]);
    values.push_back(std::vector<unsigned char>(first, first + kernel.signature.parameters[i].bytes));
  }
  const Json answer = state_->ask({{"do", "launch"},
                                   {"module", module},
                                   {"kernel", kernel.name},
                                   {"grid", remote::json_of(shape.grid)},
                                   {"block", remote::json_of(shape.block)},
                                   {"shared_bytes", shape.dynamic_shared_bytes},
                                   {"first_block", shape.first_block},
                                   {"is_cooperative", shape.is_cooperative},
                                   {"arguments", values},
                                   {"predicted_on", devices}});
  LaunchReport report = remote::report_of(remote::member(answer, "report"), loaded.files);
  if (report.predicted_on.size() != devices.size())
    throw Error("a report does not give each device a predicted time");
  return report;
}

}  // namespace simt
