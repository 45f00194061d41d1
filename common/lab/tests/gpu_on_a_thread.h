// The fake driver's GPU, driven by a thread of the test: what the fake driver is told and answers is in the
// memory of the test.
#pragma once

#include <memory>
#include <thread>

#include "channel.h"
#include "gpu_service.h"
#include "lab/gpu.h"

class GpuThread : public lab::GpuDriving {
 public:
  explicit GpuThread(int socket)
      : thread_([socket] {
          simt::remote::Channel channel(socket);
          lab::cuda::serve_gpu(channel);
        }) {}
  ~GpuThread() override { join(); }
  GpuThread(const GpuThread&) = delete;
  GpuThread& operator=(const GpuThread&) = delete;

  simt::MachineEnded ended() override {
    join();
    return {"the thread that drives the GPU ended", 0};
  }

 private:
  void join() {
    if (thread_.joinable()) thread_.join();
  }

  std::thread thread_;
};

inline lab::GpuOptions gpu_on_a_thread() {
  lab::GpuOptions options;
  options.start = [](int socket) { return std::make_unique<GpuThread>(socket); };
  return options;
}
