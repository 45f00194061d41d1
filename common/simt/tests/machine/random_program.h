// Random kernels of branches, loops and functions, for the module that runs them and the test that knows what
// comes out.
//
// A lane carries a number that says what it does: which branch it takes, how many rounds of a loop it makes.
// So the test can do in lockstep, with a mask of lanes, what the kernel does lane by lane.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace random_program {

enum class Kind : std::uint8_t { access, branch, loop, call, sync, barrier };

struct Node {
  Kind kind = Kind::access;
  std::uint32_t place = 0;        // the place of an access, a sync, a barrier, a call; a loop's round
  std::uint32_t leave_place = 0;  // the end of a call's function
  bool is_long = false;           // a loop has rounds enough to fill a log
  std::vector<Node> first;        // the taken side of a branch; the body of a loop or function
  std::vector<Node> second;       // the other side of a branch
};

constexpr std::uint32_t kPlaces = 512;  // places of each program
constexpr std::uint32_t kPrograms = 120;

// Returns what a lane does at a node, of `choices` things, in this state.
inline std::uint64_t choice(std::uint64_t state, std::uint32_t place, std::uint64_t choices) {
  std::uint64_t mixed = (state + place + 1) * 0x9E3779B97F4A7C15ULL;
  mixed ^= mixed >> 29U;
  mixed *= 0xBF58476D1CE4E5B9ULL;
  mixed ^= mixed >> 32U;
  return mixed % choices;
}
inline std::uint64_t state_in_round(std::uint64_t state, std::uint64_t round) {
  return choice(state, 77 + static_cast<std::uint32_t>(round), ~0ULL);
}
// In every third program eight threads do the same.
inline std::uint64_t first_state(std::uint64_t seed, unsigned thread) {
  return choice(seed * 1000003, seed % 3 == 2 ? thread / 8 : thread, ~0ULL);
}
inline std::uint64_t rounds(std::uint64_t state, const Node& loop) {
  return loop.is_long ? 90 + choice(state, loop.place, 40) : choice(state, loop.place, 5);
}

class Maker {
 public:
  explicit Maker(std::uint32_t seed)
      : random_(seed), first_place_(seed * kPlaces), next_place_(first_place_) {}

  std::vector<Node> make() {
    // A function's places are before those of the kernel, or behind.
    const bool is_before = random_() % 2 == 0;
    if (is_before) make_function();
    std::vector<Node> body = block(0, true);
    if (is_before) return body;
    make_function();
    give_function(body);
    return body;
  }

 private:
  void make_function() {
    in_function_ = true;
    function_ = block(2, false);
    function_.push_back(access());
    leave_place_ = next_place_++;
    in_function_ = false;
    has_function_ = true;
  }
  // Gives the function to the calls that were made before there was one.
  void give_function(std::vector<Node>& nodes) {
    for (Node& node : nodes) {
      if (node.kind == Kind::call) {
        node.first = function_;
        node.leave_place = leave_place_;
      } else {
        give_function(node.first);
        give_function(node.second);
      }
    }
  }
  Node access() {
    Node node;
    node.place = next_place_++;
    return node;
  }
  std::vector<Node> block(unsigned depth, bool all_are_here) {
    std::vector<Node> nodes;
    const unsigned count = 1 + static_cast<unsigned>(random_() % 4);
    for (unsigned i = 0; i < count; ++i) nodes.push_back(statement(depth, all_are_here));
    return nodes;
  }
  Node statement(unsigned depth, bool all_are_here) {
    Node node;
    const auto what = random_() % 10;
    if (what < 4 || depth > 3 || next_place_ - first_place_ > kPlaces - 64) return access();
    if (what < 6) {
      node.kind = Kind::branch;
      node.place = next_place_;  // it has no place of its own
      node.first = block(depth + 1, false);
      if (random_() % 2 == 0) node.second = block(depth + 1, false);
    } else if (what < 8) {
      node.kind = Kind::loop;
      node.is_long = depth == 0 && random_() % 3 == 0;
      node.first = block(depth + 1, false);
      node.place = next_place_++;
    } else if (what == 8 && !in_function_) {
      node.kind = Kind::call;
      node.place = next_place_++;
      if (has_function_) {
        node.first = function_;
        node.leave_place = leave_place_;
      }
    } else if (all_are_here) {
      node.kind = random_() % 2 == 0 ? Kind::sync : Kind::barrier;
      node.place = next_place_++;
    } else {
      return access();
    }
    return node;
  }

  std::mt19937_64 random_;
  std::uint32_t first_place_;
  std::uint32_t next_place_;
  bool in_function_ = false;
  bool has_function_ = false;
  std::vector<Node> function_;
  std::uint32_t leave_place_ = 0;
};

// Notes the kind of each place of a program.
inline void note_kinds(const std::vector<Node>& nodes, std::vector<Kind>& kinds, std::vector<bool>& leaves) {
  for (const Node& node : nodes) {
    if (node.kind != Kind::branch) kinds[node.place] = node.kind;
    if (node.kind == Kind::call) leaves[node.leave_place] = true;
    note_kinds(node.first, kinds, leaves);
    note_kinds(node.second, kinds, leaves);
  }
}

}  // namespace random_program
