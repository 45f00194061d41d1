// A Gpu's end of the channel to the process that drives it. What comes from there is bounded and validated:
// nothing of it is trusted but its words about the GPU.
#pragma once

#include "channel.h"
#include "lab/gpu.h"
#include "messages.h"

namespace lab {

struct Gpu::Connection {
 public:
  // Starts the process that drives the GPU. `lost` becomes why nothing more can be run, once that is so.
  Connection(const GpuOptions& options, std::string& lost);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The answer to a message. Throws what the other side says is wrong, with this message or with what it was
  // told before; simt::MachineEnded when it is gone.
  simt::remote::Json ask(const simt::remote::Json& message);
  // Receives the bytes of a download, which follow its answer.
  void receive_bytes(char* values, std::size_t bytes);

  // Both send their message together with the next one that has an answer.
  void tell(const simt::remote::Json& message);
  void tell_bytes(const char* values, std::size_t bytes);

 private:
  [[noreturn]] void throw_ended();
  [[noreturn]] void throw_error(const simt::remote::Json& answer);

  std::function<void(const simt::MachineEnded&)> on_end_;
  std::string& lost_;
  bool has_begun_ = false;
  std::unique_ptr<simt::remote::Channel> channel_;
  std::unique_ptr<GpuDriving> driving_;
};

}  // namespace lab
