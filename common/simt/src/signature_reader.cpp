#include "signature_reader.h"

#include <dwarf.h>

#include <map>
#include <optional>

#include "debug_scopes.h"
#include "dwarf_attributes.h"

namespace simt {
namespace {

bool is_transparent(int tag) {
  return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
         tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

// A type with its names and qualifiers taken off; no type is void.
struct BareType {
  std::optional<Dwarf_Die> die;
  bool is_const = false;
};

BareType bare(std::optional<Dwarf_Die> type) {
  BareType result{type};
  while (result.die && is_transparent(dwarf_tag(&*result.die))) {
    result.is_const = result.is_const || dwarf_tag(&*result.die) == DW_TAG_const_type;
    result.die = type_of(&*result.die);
  }
  return result;
}

// g++ says "long unsigned int", clang "unsigned long": one spelling for both, the shorter.
std::string normal_name(const std::string& name) {
  static const std::map<std::string, std::string> shorter{
      {"long int", "long"},
      {"short int", "short"},
      {"long long int", "long long"},
      {"long unsigned int", "unsigned long"},
      {"short unsigned int", "unsigned short"},
      {"long long unsigned int", "unsigned long long"},
      {"unsigned int", "unsigned"},
  };
  const auto found = shorter.find(name);
  return found == shorter.end() ? name : found->second;
}

// As the source would write it; __restrict__ tells a caller nothing.
std::string type_text(std::optional<Dwarf_Die> type) {
  if (!type) return "void";
  switch (dwarf_tag(&*type)) {
    case DW_TAG_pointer_type:
      return type_text(type_of(&*type)) + "*";
    case DW_TAG_reference_type:
      return type_text(type_of(&*type)) + "&";
    case DW_TAG_const_type: {
      auto inner = type_of(&*type);
      const bool of_pointer = inner && dwarf_tag(&*inner) == DW_TAG_pointer_type;
      return of_pointer ? type_text(inner) + " const" : "const " + type_text(inner);
    }
    case DW_TAG_volatile_type:
      return "volatile " + type_text(type_of(&*type));
    case DW_TAG_restrict_type:
      return type_text(type_of(&*type));
    default: {
      const std::string name = normal_name(name_of(&*type));
      return name.empty() ? "unnamed type" : name;
    }
  }
}

TypeKind kind_of_base(Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  Dwarf_Word encoding = 0;
  dwarf_formudata(dwarf_attr_integrate(type, DW_AT_encoding, &attribute), &encoding);
  switch (encoding) {
    case DW_ATE_float:
      return TypeKind::floating;
    case DW_ATE_boolean:
      return TypeKind::boolean;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
      return TypeKind::unsigned_integer;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
      return TypeKind::integer;
    default:
      return TypeKind::aggregate;
  }
}

TypeKind kind_of(BareType& type) {
  if (!type.die) return TypeKind::nothing;
  switch (dwarf_tag(&*type.die)) {
    case DW_TAG_base_type:
      return kind_of_base(&*type.die);
    case DW_TAG_enumeration_type:
      return TypeKind::integer;
    case DW_TAG_pointer_type:
      return TypeKind::pointer;
    default:
      return TypeKind::aggregate;
  }
}

std::size_t bytes_of(BareType& type, TypeKind kind) {
  if (kind == TypeKind::nothing) return 0;
  if (kind == TypeKind::pointer) return sizeof(void*);  // clang does not say it of each pointer
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(&*type.die, &bytes) == 0 ? bytes : 0;
}

Parameter read_parameter(Dwarf_Die* die) {
  Parameter parameter;
  const auto type = type_of(die);
  BareType whole = bare(type);
  parameter.name = name_of(die);
  parameter.type = type_text(type);
  parameter.kind = kind_of(whole);
  parameter.bytes = bytes_of(whole, parameter.kind);
  if (!parameter.is_pointer()) return parameter;
  BareType pointee = bare(type_of(&*whole.die));
  parameter.pointee = kind_of(pointee);
  parameter.pointee_bytes = bytes_of(pointee, parameter.pointee);
  parameter.points_to_const = pointee.is_const;
  return parameter;
}

}  // namespace

Signature read_signature(Dwarf_Die* unit, Dwarf_Addr address) {
  Signature signature;
  auto function = function_at(unit, address);
  if (!function) return signature;
  // A function that was also inlined somewhere has its parameters, all of them, at its origin.
  if (auto origin = referred(&*function, DW_AT_abstract_origin)) function = origin;
  signature.known = true;
  Dwarf_Die child;
  if (dwarf_child(&*function, &child) != 0) return signature;
  do {
    if (dwarf_tag(&child) == DW_TAG_formal_parameter) signature.parameters.push_back(read_parameter(&child));
  } while (dwarf_siblingof(&child, &child) == 0);
  return signature;
}

std::string text_of(const Signature& signature) {
  std::string text = "(";
  for (const Parameter& parameter : signature.parameters) {
    if (text.size() > 1) text += ", ";
    text += parameter.type + (parameter.name.empty() ? "" : " " + parameter.name);
  }
  return text + ")";
}

}  // namespace simt
