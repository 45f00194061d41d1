// A SIMT machine in a process of its own, with the modules whose kernels it runs. The calls are Machine's
// (simt/machine.h). Arrays are in memory that both processes map; everything else is messages, which are
// bounded and validated here (remote/messages.h). So whatever a kernel does, it does to that process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simt/machine.h"

namespace simt {

// The process ended by itself: a crash that the machine did not catch, or a limit.
class MachineEnded : public Error {
 public:
  // signal: 0 where it ended with an exit status.
  MachineEnded(const std::string& what, int ended_by) : Error(what), signal_(ended_by) {}
  int signal() const { return signal_; }

 private:
  int signal_;
};

struct RemoteOptions {
  std::string program;               // simt_machine
  std::vector<std::string> sandbox;  // the words of a command that starts a program confined; empty: none
  std::vector<std::string> modules;  // their files
  MachineOptions machine;
  // Called before MachineEnded is thrown, for a program that rather ends itself.
  std::function<void(const MachineEnded&)> on_end;
};

// A module that another process has loaded. Its kernels have no code here.
struct RemoteModule {
  std::string path;
  std::string compiler;
  std::string source;
  std::vector<std::string> files;  // the files that lines can be in
  std::vector<Kernel> kernels;

  const Kernel* find(const std::string& name) const;
};

// What an array holds, and which of its bytes are written.
struct SavedArray {
  void* memory = nullptr;  // where kernels have it
  std::vector<unsigned char> bytes;
  std::vector<std::uint8_t> written;  // WrittenMap's, of the same bytes
};

class RemoteMachine {
 public:
  // The most bytes that all arrays of such a machine can hold together.
  static constexpr std::size_t kMostArrayBytes = std::size_t{2} << 30U;

  // Starts the process, and loads the modules. Throws Error when it cannot be started, or confined where a
  // sandbox is named, and when a module cannot be loaded.
  explicit RemoteMachine(const RemoteOptions& options);
  ~RemoteMachine();
  RemoteMachine(const RemoteMachine&) = delete;
  RemoteMachine& operator=(const RemoteMachine&) = delete;

  const std::vector<RemoteModule>& modules() const;

  // These are like Machine's. Addresses are those of the kernels: `host` says where such bytes are in this
  // process.
  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_bytes);
  void release(void* memory);
  unsigned char* host(const void* memory) const;
  void mark_written(const void* memory, std::size_t bytes, bool written = true);
  bool is_written(const void* memory, std::size_t bytes) const;
  void protect(const void* memory, bool read_only = true);
  void mark_in_shared(const void* memory, std::size_t bytes, std::uint64_t key);
  void set_clock_rate(unsigned rate);
  void set_schedule(const Schedule& schedule);
  // This is like Module's. `module`: its number in modules().
  void restore_variables(std::size_t module);

  // All arrays, in order of their addresses; none where they have more than `most_bytes`.
  std::optional<std::vector<SavedArray>> save_arrays(std::size_t most_bytes) const;
  // Those that are still there hold again what they held.
  void restore_arrays(const std::vector<SavedArray>& arrays);

  // `module`: the one whose kernel it is. `devices`: names of simt::devices() whose predicted times the report shall
  // have, LaunchReport::predicted_on; noting what these need takes time as well. Throws MachineEnded when the process
  // ends, now and at every later call that needs an answer.
  LaunchReport launch(std::size_t module, const Kernel& kernel, const LaunchShape& shape,
                      const void* const* arguments, const std::vector<std::string>& devices = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt
