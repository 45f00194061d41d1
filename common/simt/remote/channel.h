// Messages between two processes, over a pair of connected sockets: a length of four bytes, then the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace simt::remote {

class Channel {
 public:
  // Longer ones are refused on either side: what a hostile peer can make this process hold.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

  // Owns the descriptor.
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // Keeps a message for the next one that is sent at once, because each wakes the other side. Throws Error if
  // the message is too long.
  void send_later(const std::string& message);
  // Returns false if the other side is gone.
  bool send(const std::string& message);
  // Sends the messages that send_later() has kept.
  bool send_pending();
  // Waits for one; nothing when the other side is gone, or sends something that is not a message.
  std::optional<std::string> receive();

 private:
  bool receive_until(std::size_t bytes);

  int descriptor_;
  std::string outgoing_;
  std::string incoming_;  // bytes that were received and not returned yet
};

}  // namespace simt::remote
