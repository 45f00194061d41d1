// A kernel that does what a random program says; random_program_test.cpp knows what comes out.
#include <array>

#include "hand_written.h"
#include "random_program.h"

namespace {

using hand_written::Code;
using hand_written::Context;
using hand_written::Place;
using hand_written::PlaceKind;
using namespace random_program;

std::vector<std::vector<Node>> programs() {
  std::vector<std::vector<Node>> made;
  for (std::uint32_t seed = 0; seed < kPrograms; ++seed) made.push_back(Maker(seed).make());
  return made;
}
const std::vector<std::vector<Node>> kProgramTable = programs();

// The table is in the module's own memory, where the machine expects tables.
using PlaceTable = std::array<Place, std::size_t{kPrograms} * kPlaces>;

PlaceTable places() {
  std::vector<Kind> kinds(std::size_t{kPrograms} * kPlaces, Kind::access);
  std::vector<bool> leaves(std::size_t{kPrograms} * kPlaces);
  for (const auto& program : kProgramTable) note_kinds(program, kinds, leaves);
  PlaceTable made;
  for (std::uint32_t place = 0; place < kPrograms * kPlaces; ++place) {
    switch (kinds[place]) {
      case Kind::loop:
        made[place] = hand_written::point(place + 1, PlaceKind::round);
        break;
      case Kind::call:
        made[place] = hand_written::point(place + 1, PlaceKind::call);
        break;
      case Kind::sync:
      case Kind::barrier:
        made[place] = hand_written::point(place + 1, PlaceKind::intrinsic);
        break;
      default:
        made[place] = leaves[place] ? hand_written::point(place + 1, PlaceKind::leave)
                                    : hand_written::access(place + 1, PlaceKind::load, 4);
    }
  }
  return made;
}
const PlaceTable kPlaceTable = places();

void run(Code& lane, const std::vector<Node>& nodes, std::uint64_t state, const int* in) {
  for (const Node& node : nodes) {
    switch (node.kind) {
      case Kind::access:
        lane.load(node.place, in + choice(state, node.place, 64) + lane.thread());
        break;
      case Kind::branch:
        run(lane, choice(state, node.place, 2) == 0 ? node.first : node.second, state, in);
        break;
      case Kind::loop: {
        const std::uint64_t wanted = rounds(state, node);
        for (std::uint64_t round = 0; round < wanted; ++round) {
          if (round > 0) lane.round(node.place);
          run(lane, node.first, state_in_round(state, round), in);
        }
        break;
      }
      case Kind::call:
        lane.call(node.place);
        run(lane, node.first, state, in);
        lane.leave(node.leave_place);
        break;
      case Kind::sync:
        lane.sync_warp(node.place);
        break;
      case Kind::barrier:
        lane.barrier(node.place);
        break;
    }
  }
}

void random_kernel(Context* context, const void* const* arguments) {
  Code lane(context);
  const auto* const in = hand_written::argument<const int*>(arguments, 0);
  const auto seed = hand_written::argument<std::uint32_t>(arguments, 1);
  run(lane, kProgramTable[seed], first_state(seed, lane.thread()), in);
}

constexpr simt::abi::Parameter kPointerAndSeed[] = {hand_written::kPointer,
                                                    {"", "unsigned", 4, 1, 0, 0, 0, 0, 0, nullptr, 0}};
constexpr simt::abi::Kernel kKernels[] = {
    hand_written::kernel<random_kernel>("random_kernel", kPointerAndSeed)};

simt::abi::Module made() {
  simt::abi::Module module{};
  module.version = simt::abi::kVersion;
  module.compiler = "by hand";
  module.source = "kernels.cu";
  module.files = hand_written::kFiles;
  module.file_count = 1;
  module.place_count = kPrograms * kPlaces;
  module.places = kPlaceTable.data();
  module.kernels = kKernels;
  module.kernel_count = 1;
  return module;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const simt::abi::Module simt_module = made();
