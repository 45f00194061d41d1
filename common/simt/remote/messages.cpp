#include "messages.h"

namespace simt::remote {
namespace {

[[noreturn]] void refuse(const char* name, const std::string& what) {
  throw Error(std::string("a message of the machine's process cannot be read: `") + name + "` is " + what);
}

}  // namespace

std::string text_of(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json message_of(const std::string& text) {
  Json message = Json::parse(text, nullptr, false);
  if (!message.is_object()) throw Error("a message of the machine's process is no JSON object");
  return message;
}

const Json& member(const Json& object, const char* name) {
  if (!object.is_object()) refuse(name, "asked of what is no object");
  const auto found = object.find(name);
  if (found == object.end()) refuse(name, "missing");
  return *found;
}

std::string string_in(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_string()) refuse(name, "no text");
  return value.get<std::string>();
}

bool bool_in(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_boolean()) refuse(name, "neither true nor false");
  return value.get<bool>();
}

std::uint64_t unsigned_in(const Json& object, const char* name, std::uint64_t most) {
  const Json& value = member(object, name);
  if (!value.is_number_unsigned()) refuse(name, "no whole number of 0 or more");
  const auto number = value.get<std::uint64_t>();
  if (number > most) refuse(name, "larger than " + std::to_string(most));
  return number;
}

std::int64_t integer_in(const Json& object, const char* name) {
  const Json& value = member(object, name);
  const bool fits =
      value.is_number_integer() &&
      (!value.is_number_unsigned() ||
       value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  if (!fits) refuse(name, "no whole number of 64 bits");
  return value.get<std::int64_t>();
}

double double_in(const Json& object, const char* name) {
  const Json& value = member(object, name);
  if (!value.is_number()) refuse(name, "no number");
  return value.get<double>();
}

const Json& list_in(const Json& object, const char* name, std::size_t most) {
  const Json& value = member(object, name);
  if (!value.is_array()) refuse(name, "no list");
  if (value.size() > most) refuse(name, "a list of more than " + std::to_string(most));
  return value;
}

Json json_of(const Dim3& size) { return {{"x", size.x}, {"y", size.y}, {"z", size.z}}; }

Dim3 dim3_in(const Json& object, const char* name) {
  const Json& size = member(object, name);
  return {number_in<unsigned>(size, "x"), number_in<unsigned>(size, "y"), number_in<unsigned>(size, "z")};
}

}  // namespace simt::remote
