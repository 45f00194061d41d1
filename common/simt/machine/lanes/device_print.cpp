#include "lanes/device_print.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>

namespace simt {
namespace {

constexpr std::size_t kMostText = 1024;  // one line of a kernel's output; longer ones are cut

struct Printed {
  std::string text;
  std::int32_t conversions = 0;  // arguments used; -1: the format is not a text of the module
  bool stores = false;           // it has the conversion %n, which CUDA's has not
};

// One conversion of a format: "%-*.3lld".
struct Conversion {
  std::string flags;   // flags, width and precision, with every * filled in
  std::string length;  // "ll"
  char letter = '\0';  // 'd'
  const char* end = nullptr;
};

class Values {
 public:
  Values(std::uint32_t count, const std::uint64_t* values) : left_(count), next_(values) {}
  std::uint64_t take() {
    if (left_ == 0) return 0;
    --left_;
    ++taken_;
    return *next_++;
  }
  std::int32_t taken() const { return taken_; }

 private:
  std::uint32_t left_;
  const std::uint64_t* next_;
  std::int32_t taken_ = 0;
};

Conversion conversion_at(const char* at, Values& values) {
  Conversion conversion;
  for (; *at != '\0' && std::strchr("0123456789$#-+ '.*", *at) != nullptr; ++at) {
    if (*at == '*') {
      conversion.flags += std::to_string(static_cast<std::int32_t>(values.take()));
    } else if (*at != '$') {
      conversion.flags += *at;
    }
  }
  for (; *at != '\0' && std::strchr("hlLjztqI", *at) != nullptr; ++at) conversion.length += *at;
  conversion.letter = *at;
  conversion.end = *at == '\0' ? at : at + 1;
  return conversion;
}

// A width or precision of thousands fills the line, and no more.
template <class T>
std::string formatted(const std::string& flags, const char* letter, T value) {
  char text[kMostText];
  const std::string format = "%" + flags + letter;
  const int length = std::snprintf(text, sizeof text, format.c_str(), value);
  return length < 0
             ? ""
             : std::string(text, std::min<std::size_t>(static_cast<std::size_t>(length), sizeof text - 1));
}

// Sign-extends the low bytes of a value, as many as the length modifier names.
std::int64_t as_signed(std::uint64_t value, const std::string& length) {
  if (length.empty()) return static_cast<std::int32_t>(value);
  if (length == "h") return static_cast<std::int16_t>(value);
  if (length == "hh") return static_cast<std::int8_t>(value);
  return static_cast<std::int64_t>(value);
}
std::uint64_t as_unsigned(std::uint64_t value, const std::string& length) {
  if (length.empty()) return static_cast<std::uint32_t>(value);
  if (length == "h") return static_cast<std::uint16_t>(value);
  if (length == "hh") return static_cast<std::uint8_t>(value);
  return value;
}

std::string converted(AccessDoor& door, const Conversion& conversion, Values& values) {
  const char letter[2] = {conversion.letter, '\0'};
  const std::string wide = std::string("ll") + letter;
  switch (conversion.letter) {
    case '%':
      return "%";
    case 'd':
    case 'i':
      return formatted(conversion.flags, wide.c_str(),
                       static_cast<long long>(as_signed(values.take(), conversion.length)));
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return formatted(conversion.flags, wide.c_str(),
                       static_cast<unsigned long long>(as_unsigned(values.take(), conversion.length)));
    case 'c':
      return formatted(conversion.flags, letter, static_cast<int>(values.take() & 0xFFU));
    case 'p':
      return formatted(conversion.flags, letter, reinterpret_cast<const void*>(values.take()));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      const std::uint64_t bits = values.take();
      double number = 0;
      std::memcpy(&number, &bits, sizeof number);
      return formatted(conversion.flags, letter, number);
    }
    case 's': {
      const std::optional<std::string> text = door.text_at(values.take(), kMostText);
      return formatted(conversion.flags, letter, text ? text->c_str() : "(not a string)");
    }
    default:
      // A conversion that CUDA does not have is printed as it is written
      return "%" + conversion.flags + conversion.length + letter;
  }
}

Printed print_formatted(const Module::Image& module, AccessDoor& door, const char* format,
                        std::uint32_t count, const std::uint64_t* values_given) {
  Printed printed;
  const char* at = module.text_at(reinterpret_cast<std::uintptr_t>(format));
  if (at == nullptr) {
    printed.conversions = -1;
    return printed;
  }
  Values values(count, values_given);
  while (*at != '\0' && printed.text.size() < kMostText) {
    if (*at != '%') {
      printed.text += *at++;
      continue;
    }
    const Conversion conversion = conversion_at(at + 1, values);
    printed.stores |= conversion.letter == 'n';
    printed.text += converted(door, conversion, values);
    at = conversion.end;
  }
  printed.text.resize(std::min(printed.text.size(), kMostText));
  printed.conversions = values.taken();
  return printed;
}

}  // namespace

std::int32_t DevicePrint::print(std::uint32_t place, const char* format, std::uint32_t count,
                                const std::uint64_t* values) {
  // CUDA's own buffer, cudaLimitPrintfFifoSize, is 1 MiB.
  constexpr std::size_t kLimit = std::size_t{1} << 20U;
  bool stores = false;
  std::int32_t conversions = 0;
  {
    const Printed printed = print_formatted(launch_->module, door_, format, count, values);
    stores = printed.stores;
    conversions = printed.conversions;
    const std::size_t before = launch_->printed_bytes.fetch_add(printed.text.size());
    if (!stores && before + printed.text.size() <= kLimit) {
      if (texts_.empty() || texts_.back().first != lane_.block()) texts_.emplace_back(lane_.block(), "");
      texts_.back().second += printed.text;
    }
  }
  if (stores) lane_.stop(FaultKind::crash, "printf: the conversion %n is not CUDA's", place);
  return conversions;
}

}  // namespace simt
