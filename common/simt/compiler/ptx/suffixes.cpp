#include <algorithm>
#include <cctype>

#include "ptx/builder.h"

namespace simtcc::ptx {

std::optional<Type> type_named(const std::string& name) {
  if (name == "pred") return Type{'b', 1};
  if (name == "f16" || name == "bf16") return Type{'b', 16};
  if (name == "f16x2" || name == "bf16x2") return Type{'b', 32};
  if (name.size() < 2 || name.size() > 4 || std::string("busf").find(name[0]) == std::string::npos)
    return std::nullopt;
  for (const unsigned bits : {8U, 16U, 32U, 64U, 128U}) {
    if (name.substr(1) != std::to_string(bits)) continue;
    const bool exists = name[0] == 'b' || (bits != 128 && !(name[0] == 'f' && bits == 8));
    return exists ? std::optional<Type>({name[0], bits}) : std::nullopt;
  }
  return std::nullopt;
}

bool Suffixes::take(const std::string& part) {
  const auto found = std::find(left_.begin(), left_.end(), part);
  if (found == left_.end()) return false;
  left_.erase(found);
  return true;
}

void Suffixes::expect(const std::string& part) {
  if (!take(part)) builder_.refuse("`." + part + "` is missing");
}

std::string Suffixes::one_of(std::initializer_list<const char*> parts) {
  for (const char* part : parts) {
    if (take(part)) return part;
  }
  return "";
}

std::optional<Type> Suffixes::optional_type() {
  for (auto part = left_.begin(); part != left_.end(); ++part) {
    if (const auto type = type_named(*part)) {
      left_.erase(part);
      return type;
    }
  }
  return std::nullopt;
}

Type Suffixes::type() {
  const auto found = optional_type();
  if (!found) builder_.refuse("no type that is known here stands in it");
  return *found;
}

Space Suffixes::space() {
  if (take("global")) return Space::global;
  if (take("shared") || take("shared::cta")) return Space::shared;
  if (take("local")) return Space::local;
  if (take("const")) return Space::constant;
  return Space::generic;
}

void Suffixes::drop(std::initializer_list<const char*> parts) {
  for (const char* part : parts) take(part);
}

void Suffixes::finish() {
  if (!left_.empty()) builder_.refuse("`." + left_.front() + "` is not known here");
}

}  // namespace simtcc::ptx
