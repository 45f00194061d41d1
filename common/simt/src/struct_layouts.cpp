#include "struct_layouts.h"

#include <algorithm>
#include <string>

#include "dwarf_attributes.h"
#include "machine_headers.h"

namespace simt {
namespace {

bool is_struct(int tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

std::size_t alignment_of(Dwarf_Die* type) {
  std::size_t alignment = 1;
  if (const auto asked_for = number_of(type, DW_AT_alignment)) alignment = *asked_for;
  const int tag = dwarf_tag(type);
  if (is_struct(tag)) {
    for_each_child(type, [&](Dwarf_Die* member) {
      const bool is_part = dwarf_tag(member) == DW_TAG_member || dwarf_tag(member) == DW_TAG_inheritance;
      auto part = is_part ? type_of(member) : std::nullopt;
      if (part) alignment = std::max(alignment, alignment_of(&*part));
    });
    return alignment;
  }
  if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) return sizeof(void*);
  if (tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type)
    return std::max<std::size_t>(alignment, number_of(type, DW_AT_byte_size).value_or(1));
  auto inner = type_of(type);  // arrays, typedefs, qualifiers
  return inner ? std::max(alignment, alignment_of(&*inner)) : alignment;
}

bool is_the_kernels(Dwarf_Die* type) {
  const char* const file = dwarf_decl_file(type);
  return file != nullptr && !is_machine_header(file) && std::string(file).rfind("/usr/", 0) != 0;
}

void note_structs(Dwarf_Die* scope, std::map<std::size_t, std::size_t>& alignments) {
  for_each_child(scope, [&](Dwarf_Die* child) {
    const int tag = dwarf_tag(child);
    if (is_struct(tag) && is_the_kernels(child)) {
      const std::size_t size = number_of(child, DW_AT_byte_size).value_or(0);
      const auto [known, is_new] = alignments.try_emplace(size, alignment_of(child));
      if (!is_new) known->second = std::min(known->second, alignment_of(child));
    }
    if (is_struct(tag) || tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block)
      note_structs(child, alignments);
  });
}

}  // namespace

std::map<std::size_t, std::size_t> smallest_alignments(Dwfl_Module* module) {
  std::map<std::size_t, std::size_t> alignments;
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
    note_structs(unit, alignments);
  }
  return alignments;
}

}  // namespace simt
