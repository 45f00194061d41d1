#include "gpu_connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "cuda/gpu_service.h"

namespace lab {

using simt::remote::Json;

Gpu::Connection::Connection(const GpuOptions& options, std::string& lost)
    : on_end_(options.on_end), lost_(lost) {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
    throw simt::Error(std::string("cannot make a channel to the GPU's process: ") + std::strerror(errno));
  channel_ = std::make_unique<simt::remote::Channel>(pair[0]);
  driving_ = options.start(pair[1]);
}

// Nobody waits for the process of a lost GPU: it may wait for a kernel that does not end.
Gpu::Connection::~Connection() {
  channel_->send_pending();
  channel_.reset();
  if (lost_.empty()) driving_->ended();
}

Json Gpu::Connection::ask(const Json& message) {
  channel_->send(simt::remote::text_of(message));
  const std::optional<std::string> text = channel_->receive();
  if (!text) throw_ended();
  Json answer = simt::remote::message_of(*text);
  if (answer.contains("error")) throw_error(answer);
  has_begun_ = true;
  return answer;
}

void Gpu::Connection::tell(const Json& message) { channel_->send_later(simt::remote::text_of(message)); }

void Gpu::Connection::tell_bytes(const char* values, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += cuda::kPieceBytes)
    channel_->send_later({values + at, std::min(cuda::kPieceBytes, bytes - at)});
}

void Gpu::Connection::receive_bytes(char* values, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes;) {
    const std::optional<std::string> piece = channel_->receive();
    if (!piece || piece->empty() || piece->size() > bytes - at) throw_ended();
    std::copy(piece->begin(), piece->end(), values + at);
    at += piece->size();
  }
}

void Gpu::Connection::throw_ended() {
  const simt::MachineEnded ended = driving_->ended();
  lost_ = ended.what();
  if (has_begun_ && on_end_) on_end_(ended);
  throw ended;
}

void Gpu::Connection::throw_error(const Json& answer) {
  const std::string words = simt::remote::string_in(answer, "error");
  const std::string kind = simt::remote::string_in(answer, "kind");
  lost_ = simt::remote::string_in(answer, "lost");
  if (kind == "no_gpu") throw NoGpu(words);
  if (kind == "gpu") throw GpuError(words);
  if (kind != "fault") throw simt::Error(words);
  simt::Fault fault;
  fault.kind = simt::remote::choice_in<simt::FaultKind>(answer, "fault");
  fault.message = words;
  fault.names_a_thread = false;
  throw KernelFault(fault);
}

}  // namespace lab
