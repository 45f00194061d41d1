#include "argument_binding.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace simt_tools {
namespace {

using simt::Parameter;
using simt::TypeKind;

// The element type of the same bytes; none for aggregates and void.
std::optional<ElementType> element_type(TypeKind kind, std::size_t bytes) {
  const std::string bits = std::to_string(bytes * 8);
  switch (kind) {
    case TypeKind::integer:
      return type_named("i" + bits);
    case TypeKind::unsigned_integer:
    case TypeKind::boolean:
      return type_named("u" + bits);
    case TypeKind::floating:
      return type_named("f" + bits);
    default:
      return std::nullopt;
  }
}

std::string buffer_example(const Parameter& parameter) {
  const auto type = element_type(parameter.pointee, parameter.pointee_bytes);
  return std::string(type ? name_of(*type) : "f32") + ":1024:iota";
}

// "{f32:1024:iota, {0, 0}, 0}"
std::string struct_example(const Parameter& parameter) {
  std::string text = "{";
  for (const Parameter& member : parameter.members) {
    if (text.size() > 1) text += ", ";
    text += member.is_pointer()      ? buffer_example(member)
            : member.members.empty() ? std::string("0")
                                     : struct_example(member);
  }
  return text + "}";
}

// f16 and bf16 are classes or integers of two bytes to a host compiler: either will do.
bool is_same(ElementType given, TypeKind kind, std::size_t bytes) {
  if (size_of(given) != bytes) return false;
  if (bytes == 2 && is_floating(given)) return true;
  return is_floating(given) == (kind == TypeKind::floating);
}

}  // namespace

std::string compared(const std::string& kernel, const simt::Signature& signature,
                     const std::vector<std::string>& given) {
  std::vector<std::string> wanted;
  std::size_t widest = 0;
  for (const Parameter& parameter : signature.parameters) {
    wanted.push_back(parameter.type + (parameter.name.empty() ? "" : " " + parameter.name));
    widest = std::max(widest, wanted.back().size());
  }
  std::string text = "  " + kernel + simt::text_of(signature);
  for (std::size_t i = 0; i < std::max(wanted.size(), given.size()); ++i) {
    std::string parameter = i < wanted.size() ? wanted[i] : "(no parameter)";
    parameter.resize(std::max(widest, parameter.size()), ' ');
    text += "\n    " + parameter + "   " + (i < given.size() ? given[i] : "(nothing given)");
  }
  return text;
}

std::string Target::shown() const {
  const std::string name = member.empty() ? parameter.name : member;
  return "parameter " + std::to_string(number) + (member.empty() ? ", `" : ", member `") + parameter.type +
         (name.empty() ? "" : " " + name) + "`, ";
}

Target Target::member_target(const simt::Parameter& of) const {
  const bool is_element = !of.name.empty() && of.name.front() == '[';
  return {of, number, member + (member.empty() || is_element ? "" : ".") + of.name};
}

std::vector<std::string> members_for(const Target& target, const std::string& text) {
  const Parameter& parameter = target.parameter;
  if (parameter.kind != TypeKind::aggregate) {
    throw std::invalid_argument(target.shown() + "is no struct, and members in braces are given");
  }
  std::vector<std::string> given = members_of(text);
  if (parameter.members.empty() && !given.empty()) {
    throw std::invalid_argument(target.shown() +
                                "has no members that can be given: it is a union, or has bit-fields");
  }
  if (given.size() != parameter.members.size()) {
    throw std::invalid_argument(target.shown() + "has " + std::to_string(parameter.members.size()) +
                                " members, " + std::to_string(given.size()) + " given; write " +
                                struct_example(parameter));
  }
  return given;
}

std::vector<std::uint8_t> scalar_for(const Target& target, const Argument& argument) {
  const Parameter& parameter = target.parameter;
  const std::string who = target.shown();
  if (parameter.is_pointer()) {
    throw std::invalid_argument(who + "is a pointer, and a single number is given; give a buffer, such as " +
                                buffer_example(parameter) + ", or null");
  }
  const auto type = element_type(parameter.kind, parameter.bytes);
  if (!type) {
    throw std::invalid_argument(who + "is a struct passed by value; give its members in braces, such as " +
                                struct_example(parameter));
  }
  if (!argument.literal.empty()) {  // a bare number is what the parameter is, as in a call in C++
    try {
      std::vector<std::uint8_t> bytes = parse_scalar(argument.literal, *type);
      if (parameter.kind == TypeKind::boolean && bytes.front() > 1)
        throw std::invalid_argument("a bool is 0 or 1");
      return bytes;
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(who + "cannot be " + argument.literal + ": " + error.what());
    }
  }
  if (!is_same(argument.type, parameter.kind, parameter.bytes)) {
    throw std::invalid_argument(who + "is given as " + name_of(argument.type) + "; write " + name_of(*type) +
                                ":…, or the bare number");
  }
  return argument.bytes;
}

void refuse_wrong_buffer(const Target& target, ElementType type) {
  const Parameter& parameter = target.parameter;
  const std::string who = target.shown();
  if (!parameter.is_pointer()) {
    const auto wanted = element_type(parameter.kind, parameter.bytes);
    throw std::invalid_argument(who + "is no pointer, and a buffer is given; give a number" +
                                (wanted ? std::string(", such as ") + name_of(*wanted) + ":4" : ""));
  }
  // Bytes may stand for anything, as may the target of a void*; a struct is made of any elements.
  const bool any = parameter.pointee_bytes <= 1 || !element_type(parameter.pointee, parameter.pointee_bytes);
  if (any || is_same(type, parameter.pointee, parameter.pointee_bytes)) return;
  throw std::invalid_argument(who + "is given elements of type " + name_of(type) + "; write " +
                              buffer_example(parameter).substr(0, buffer_example(parameter).find(':')) +
                              ":…");
}

}  // namespace simt_tools
