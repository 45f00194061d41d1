// A module whose table is whole, but for one thing: the environment's BROKEN_TABLE names it. The table is
// made when the module is loaded.
#include <cstdlib>
#include <cstring>

#include "hand_written.h"

namespace {

using namespace hand_written;  // NOLINT(google-build-using-namespace): the parts of a table

void nothing(Context* /*context*/, const void* const* /*arguments*/) {}

int total;
const int kFixed = 7;
Place places[] = {access(1, PlaceKind::load, 4), access(2, PlaceKind::store, 4)};
Parameter pair[] = {{"a", "int", 4, 0, 0, 0, 0, 0, 0, nullptr, 0},
                    {"b", "int", 4, 0, 0, 0, 0, 0, 4, nullptr, 0}};
Parameter parameters[] = {kPointer, {"p", "Pair", 8, 5, 0, 0, 0, 0, 0, pair, 2}};
Kernel kernels[] = {kernel<nothing>("nothing", parameters)};
simt::abi::SharedArray arrays[] = {{"tile", 0, 128, 4}, {"other", 256, 128, 4}};
simt::abi::Variable variables[] = {{"total", "total", &total, 4, 4, 0, 1, 0}};

const char* const kNoText = reinterpret_cast<const char*>(4096);

struct Change {
  const char* name;
  void (*make)(Module&);
};
const Change kChanges[] = {
    {"places_too_many", [](Module& table) { table.place_count = 60000; }},
    {"places_elsewhere", [](Module& table) { table.places = reinterpret_cast<const Place*>(4096); }},
    {"place_kind", [](Module&) { places[1].kind = static_cast<PlaceKind>(99); }},
    {"place_form", [](Module&) { places[1].atomic_form = 99; }},
    {"place_instruction", [](Module&) { places[1].instruction = 99; }},
    {"place_width", [](Module&) { places[1].width = 3; }},
    {"place_wide", [](Module&) { places[1].width = 32; }},
    {"array_name", [](Module&) { places[0].array = reinterpret_cast<const char*>(&total); }},
    {"files_elsewhere", [](Module& table) { table.files = nullptr; }},
    {"compiler_name", [](Module& table) { table.compiler = nullptr; }},
    {"kernel_name", [](Module&) { kernels[0].written = kNoText; }},
    {"kernel_code", [](Module&) { kernels[0].entry = reinterpret_cast<decltype(Kernel::entry)>(&total); }},
    {"parameters_too_many", [](Module&) { kernels[0].parameter_count = 1U << 30U; }},
    {"parameter_kind", [](Module&) { parameters[0].pointee_kind = 7; }},
    {"parameter_name", [](Module&) { pair[1].type = kNoText; }},
    {"parameter_in_itself",
     [](Module&) { parameters[1].members = parameters + 1, parameters[1].member_count = 1; }},
    // Each holds both, 31 deep: more than can be looked at.
    {"parameters_without_end", [](Module&) { pair[0] = pair[1] = parameters[1]; }},
    {"member_outside", [](Module&) { pair[1].offset = 5; }},
    {"shared_overlap", [](Module&) { arrays[1].offset = 64; }},
    {"shared_outside", [](Module&) { arrays[1].bytes = 1000; }},
    {"shared_endless", [](Module& table) { table.dynamic_shared_offset = std::uint64_t{1} << 40U; }},
    {"variable_outside", [](Module&) { variables[0].bytes = 1U << 30U; }},
    {"variable_fixed", [](Module&) { variables[0].address = const_cast<int*>(&kFixed); }},
};

Module made() {
  Module table = module(places, kernels, arrays, 512);
  table.variables = variables;
  table.variable_count = 1;
  const char* const broken = std::getenv("BROKEN_TABLE");
  for (const Change& change : kChanges) {
    if (broken != nullptr && std::strcmp(broken, change.name) == 0) change.make(table);
  }
  return table;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const simt::abi::Module simt_module = made();
