#include "channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "simt/machine.h"

namespace simt::remote {
namespace {

using Length = std::uint32_t;

bool send_all(int descriptor, const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = ::send(descriptor, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Channel::~Channel() { close(descriptor_); }

void Channel::send_later(const std::string& message) {
  if (message.size() > kMostBytes)
    throw Error("a message of " + std::to_string(message.size() >> 20U) + " MiB is too long to be sent");
  const auto length = static_cast<Length>(message.size());
  std::array<char, sizeof length> head{};
  std::memcpy(head.data(), &length, sizeof length);
  outgoing_.append(head.data(), head.size());
  outgoing_ += message;
}

bool Channel::send(const std::string& message) {
  send_later(message);
  return send_pending();
}

bool Channel::send_pending() {
  const std::string bytes = std::move(outgoing_);
  outgoing_.clear();
  return send_all(descriptor_, bytes);
}

bool Channel::receive_until(std::size_t bytes) {
  std::array<char, 1U << 16U>
      piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): costs more than the rest
  while (incoming_.size() < bytes) {
    const ssize_t count = ::recv(descriptor_, piece.data(), piece.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    incoming_.append(piece.data(), static_cast<std::size_t>(count));
  }
  return true;
}

std::optional<std::string> Channel::receive() {
  Length length = 0;
  if (!receive_until(sizeof length)) return std::nullopt;
  std::memcpy(&length, incoming_.data(), sizeof length);
  if (length > kMostBytes || !receive_until(sizeof length + length)) return std::nullopt;
  std::string message = incoming_.substr(sizeof length, length);
  incoming_.erase(0, sizeof length + length);
  return message;
}

}  // namespace simt::remote
