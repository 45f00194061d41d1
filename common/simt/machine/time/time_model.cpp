#include "time/time_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_map>
#include <vector>

#include "common/for_each_lane.h"
#include "time/l2_cache.h"
#include "time/sm_program.h"

namespace simt {
namespace {

constexpr unsigned kRegistersOfSm = 65536;
constexpr unsigned kRegisterUnit = 256;             // that a warp gets at a time
constexpr std::uint64_t kReservedShared = 1024;     // of each block, for the system
constexpr std::uint64_t kMostOperations = 400'000;  // that are simulated, of the blocks of one SM
constexpr auto kDram = static_cast<std::size_t>(Resource::dram);
constexpr auto kAtomics = static_cast<std::size_t>(Resource::atomics);

// No part does better than this share of what is measured of it when nothing else is in its way (the nearest of 2,497 is
// rotate_by_quaternions of agreement/timing/practice.cu, much of whose output stays in L2: 1.015 of its measured time).
constexpr double kBest = 0.88;
constexpr double kBestDataPath = 0.6;
// nvcc may add up a warp's values first, and a slice may be better than those that were measured.
constexpr double kBestAtomics = 0.35;
// A part that is busy for less of the time does not limit a launch.
constexpr double kBusy = 0.6;

// The sizes of shared memory that an SM of compute capability 8.0 and 9.0 can be divided by (CUDA C++ Programming Guide,
// "Shared Memory"): the rest is L1.
double l1_bytes(const Occupancy& occupancy, double resident, const TimeConstants& constants) {
  constexpr std::array<double, 10> kSizes{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
  constexpr double kLeastKib = 8;
  const double of_block =
      occupancy.shared_bytes == 0 ? 0 : static_cast<double>(occupancy.shared_bytes + kReservedShared);
  const double wanted = of_block * resident / 1024;
  const auto* const taken = std::lower_bound(kSizes.begin(), kSizes.end() - 1, wanted);
  return std::max(kLeastKib, constants.l1_total_kib - *taken) * 1024;
}

// By how many standard deviations of its sum the SM with most work is above the mean. It would be 2.6 of 132 SMs if blocks came in any
// order; but neighbours, which are alike, lie on different SMs. Fitted to three launches (mandelbrot of agreement/timing/fresh.cu, unseen.cu
// and outside.cu: 0.9 to 2.0). Of 24 predictions of all sets, for both GPUs, that it changes by more
// than 1 %, it brings 20 closer.
constexpr double kLargestOfSms = 1.4;

// How a grid lies on the SMs.
struct Grid {
  double blocks = 0;
  double of_busiest = 0;  // blocks that the SM with most of them gets

  // The SMs that there would be if each had as many.
  double sms() const { return blocks / of_busiest; }
};

// The rates of one SM, of what all SMs have together its part: the busiest one's is larger than that of others.
SmRates rates_of(const TimeConstants& c, const Device& device, const Grid& grid, double read_share) {
  SmRates rates;
  const double ghz = device.clock_ghz;
  rates.l1_latency = c.l1_ns * ghz;
  rates.l2_latency = c.l2_ns * ghz;
  rates.dram_latency = c.dram_ns * ghz;
  rates.line_latency = c.line_ns * ghz;
  rates.shared_latency = c.shared_ns * ghz;
  rates.barrier = c.barrier_ns * ghz;
  rates.fetch = c.fetch_ns * ghz;
  rates.issue = c.issue;
  rates.unit = c.unit;
  rates.line = c.line;
  rates.wavefront = c.wavefront;
  rates.store_queue = c.store_queue;
  rates.joined = c.joined_ns * ghz;
  rates.constant = c.constant;
  rates.constant_latency = c.constant_ns * ghz;
  rates.constant_second_latency = c.constant_second_ns * ghz;
  rates.shared_answer = c.shared_answer_ns * ghz;
  rates.shared_spin = c.shared_spin_ns * ghz;
  rates.shared_spin_word = c.shared_spin_word_ns * ghz;
  const auto whole_line = [&](double gb_per_s) {
    return std::max(kLineBytes / gb_per_s * ghz * grid.sms(), kLineBytes / c.l2_port_bytes);
  };
  const double read = whole_line(c.l2_read_gb_per_s);
  rates.l2_read_sector = read * c.l2_read_dense / kSectorsALine;
  rates.l2_read_line = read * (1 - c.l2_read_dense);
  const double written = whole_line(c.l2_write_gb_per_s);
  rates.l2_write_line = written * c.l2_write_line;
  rates.l2_write_sector = written / kSectorsALine;
  rates.l2_part_line = written * c.l2_part_line;
  rates.l2_part_sector = written * c.l2_part_sector;
  rates.l2_part_local = c.l2_part_local;
  rates.l2_atomic_line = written * c.l2_atomic_line;
  rates.l2_sum_line = written * c.l2_sum_line;
  rates.l2_atomic_sector = written * c.l2_atomic_sector;
  rates.l2_pass = written * c.l2_pass;
  rates.l2_atomic_part = c.l2_atomic_part;
  rates.atomic_answer = c.atomic_answer_ns * ghz;
  rates.local_part_line = c.local_part_line;
  rates.local_part_sector = c.local_part_sector;
  rates.line_hit = c.line_hit;
  const double peak =
      c.dram_copy_gb_per_s + (c.dram_read_gb_per_s - c.dram_copy_gb_per_s) * std::abs(2 * read_share - 1);
  rates.dram_byte = ghz * grid.sms() / peak;
  rates.dram_ns = ghz * grid.sms();
  rates.block_interval = c.block_ns * ghz * grid.sms();
  return rates;
}

// The sampled blocks that are simulated: as many as the busiest SM has, and as can be afforded.
std::vector<SmProgram> programs_of(const LaunchTraffic& traffic, double wanted) {
  std::vector<SmProgram> programs;
  std::uint64_t operations = 0;
  for (const BlockTraffic& block : traffic.blocks) {
    if (static_cast<double>(programs.size()) >= wanted || operations > kMostOperations) break;
    programs.push_back(program_of(*traffic.module, block));
    operations += programs.back().operations;
  }
  return programs;
}

class Model {
 public:
  Model(const LaunchTraffic& traffic, const Occupancy& occupancy, const Device& device,
        const TimeConstants& constants)
      : traffic_(traffic),
        device_(device),
        constants_(constants),
        places_(traffic.module->place_count),
        resident_(resident_blocks(occupancy, device)),
        grid_{static_cast<double>(occupancy.blocks),
              std::ceil(static_cast<double>(occupancy.blocks) / device.multiprocessors)},
        l2_(replay_l2(
            traffic,
            {constants.l2_bytes,
             {constants.lone_read_ps, constants.lone_write_ps, constants.lone_scattered_ps},
             static_cast<std::uint64_t>(resident_) * static_cast<unsigned>(device.multiprocessors)})),
        l1_bytes_(l1_bytes(occupancy, std::min<double>(resident_, grid_.of_busiest), constants)) {}

  ModelledTime run() {
    ModelledTime result;
    result.resident_blocks = resident_;
    const std::vector<SmProgram> programs = programs_of(traffic_, grid_.of_busiest);
    if (programs.empty()) return result;
    simulated_ = programs.size();
    swaps_ = swaps();
    unevenness_ = unevenness_of_slices();
    const double steady = simulate(programs);
    const Heaviest heaviest = heaviest_block();
    // The blocks beside one that took all work from a queue show what it costs to find the queue empty.
    const double scale = heaviest.takes_from_queue ? 1 : work_scale(programs.size());
    const double cycles =
        (run_.cycles + (grid_.of_busiest - static_cast<double>(programs.size())) * steady) * scale;
    const double uneven = uneven_cycles() * scale;
    const double longest =
        std::max({1.0, cycles, heaviest.cycles, uneven, longest_warp()});  // an empty kernel takes no cycle
    const double atomics = atomic_cycles();
    for (std::size_t i = 0; i < kResources; ++i) result.share[i] = run_.busy[i] / std::max(1.0, run_.cycles);
    result.share[kAtomics] = atomics / std::max(longest, atomics);
    result.least_ns = std::max(kBestAtomics * pass_cycles(), busiest_alone() * cycles) / device_.clock_ghz;
    result.ns = together(longest, atomics, result.share) / device_.clock_ghz + constants_.fixed_ns;
    // Where atomic operations take longest, the other parts are busy for less of the time.
    for (std::size_t i = 0; i < kResources; ++i)
      result.share[i] *= i == kAtomics ? 1 : longest / std::max(longest, atomics);
    result.of_places = std::move(run_.of_places);
    set_limiters(result);
    return result;
  }

 private:
  SmRates rates(const Grid& grid) const {
    SmRates rates = rates_of(constants_, device_, grid, read_share());
    rates.l1_bytes = l1_bytes_;
    rates.swap_attempts = swaps_.attempts;
    rates.l2_atomic_line *= unevenness_;
    rates.l2_sum_line *= unevenness_;
    return rates;
  }

  // Of DRAM's bytes, those that are read.
  double read_share() const {
    const double bytes = l2_.read + l2_.written;
    return bytes == 0 ? 1 : l2_.read / bytes;
  }

  // Which share of the time DRAM is busy, and the busier of L2's two ways.
  struct Load {
    double dram = 0;
    double l2 = 0;
  };
  static Load load_of(const SmRun& run) {
    const auto busy = [&](Resource resource) {
      return run.busy[static_cast<std::size_t>(resource)] / std::max(1.0, run.cycles);
    };
    return {busy(Resource::dram), std::max(busy(Resource::l2_read), busy(Resource::l2_write))};
  }

  // Simulates the blocks, and returns the cycles that each more takes once the SM is full: what the second half of them
  // adds to the first. The latencies of DRAM and L2 depend on how busy they are, and that on how long all takes.
  double simulate(const std::vector<SmProgram>& programs) {
    const auto with = [&](std::size_t count, const Load& load) {
      SmRates loaded = rates(grid_);
      loaded.dram_latency *= 1 + constants_.loaded * std::pow(load.dram, constants_.loaded_power);
      loaded.l2_latency *= 1 + constants_.l2_loaded * load.l2;
      return simulate_sm(programs, count, resident_, places_, loaded, l2_);
    };
    const std::size_t half = (programs.size() + 1) / 2;
    Load load;
    double half_cycles = 0;
    for (int round = 0; round < 3; ++round) {
      const SmRun first = with(half, load);
      const bool has_moved = note_l1(first);
      half_cycles = first.cycles;
      const Load found = load_of(first);
      if (!has_moved && found.dram == load.dram && found.l2 == load.l2) break;
      load = {(load.dram + found.dram) / 2, (load.l2 + found.l2) / 2};
    }
    run_ = with(programs.size(), load);
    if (note_l1(run_)) run_ = with(programs.size(), load);
    if (half < programs.size())
      return (run_.cycles - half_cycles) / static_cast<double>(programs.size() - half);
    // One block alone says nothing of a second one: if they run at a time, it adds what the busiest part has to do for it.
    return resident_ > programs.size() ? *std::max_element(run_.busy.begin(), run_.busy.end()) : run_.cycles;
  }

  // What DRAM and L2 do for a place's loads is done for those that go past L1. Returns whether these are far fewer or more than was known.
  bool note_l1(const SmRun& run) {
    constexpr double kLeast = 0.01;
    constexpr double kFar = 1.5;
    bool is_far = false;
    for (std::size_t place = 0; place < l2_.places.size(); ++place) {
      if (run.asked[place] == 0) continue;
      double& known = l2_.places[place].past_l1;
      const double found = std::max(kLeast, run.past_l1[place] / run.asked[place]);
      is_far |= found > kFar * known || kFar * found < known;
      known = found;
    }
    return is_far;
  }

  // What the SM takes whose blocks have the most work by chance, if its own parts are what keeps it busy. Blocks are handed out
  // before anybody knows how long each takes; only those of further waves go to whichever SM is free. The sum of an SM's blocks
  // differs from the mean by what these differ by themselves, and of all SMs' sums the largest counts.
  double uneven_cycles() const {
    const auto count = static_cast<double>(traffic_.blocks.size());
    if (count < 2) return 0;
    double sum = 0;
    double squares = 0;
    for (const BlockTraffic& block : traffic_.blocks) {
      sum += static_cast<double>(block.work);
      squares += static_cast<double>(block.work) * static_cast<double>(block.work);
    }
    if (sum == 0) return 0;
    const double mean = sum / count;
    const double differs = std::sqrt(std::max(0.0, squares / count - mean * mean)) / mean;
    const double at_a_time = std::min<double>(grid_.of_busiest, resident_);
    const double more = kLargestOfSms * differs * std::sqrt(at_a_time) / grid_.of_busiest;
    const double busy = std::max(run_.busy[static_cast<std::size_t>(Resource::issue)],
                                 run_.busy[static_cast<std::size_t>(Resource::data_path)]);
    const double simulated = std::min<double>(grid_.of_busiest, static_cast<double>(simulated_));
    return busy * grid_.of_busiest / std::max(1.0, simulated) * (1 + more);
  }

  double mean_work() const { return static_cast<double>(traffic_.work) / grid_.blocks; }

  // The mean block's work beside what was simulated of the sampled ones.
  double work_scale(std::size_t simulated) const {
    const double work = std::accumulate(
        traffic_.blocks.begin(), traffic_.blocks.begin() + static_cast<std::ptrdiff_t>(simulated), 0.0,
        [](double sum, const BlockTraffic& block) { return sum + static_cast<double>(block.work); });
    if (work == 0) return 1;
    const double scale = mean_work() * static_cast<double>(simulated) / work;
    constexpr double kAlike = 0.02;
    return std::abs(scale - 1) > kAlike ? scale : 1;
  }

  struct Heaviest {
    double cycles = 0;
    bool takes_from_queue = false;
  };

  // A block that does more than those that one place of an SM gets one after another decides how long all takes, however many
  // others there are.
  Heaviest heaviest_block() const {
    constexpr double kMoreThanItsPart = 1.2;
    const auto work = static_cast<double>(traffic_.heaviest.work);
    const double one_after_another = std::max(1.0, grid_.of_busiest / resident_);
    if (work <= kMoreThanItsPart * mean_work() * one_after_another) return {};
    const Grid alone{std::max(1.0, static_cast<double>(traffic_.work) / work), 1};
    const std::vector<SmProgram> one{program_of(*traffic_.module, traffic_.heaviest)};
    const double cycles = simulate_sm(one, 1, 1, places_, rates(alone), l2_).cycles;
    if (!takes_from_queue(traffic_.heaviest)) return {cycles, false};
    const double at_a_time = std::min(grid_.blocks, static_cast<double>(resident_) * device_.multiprocessors);
    return {cycles * static_cast<double>(traffic_.work) / work / at_a_time, true};
  }

  // A launch lasts until its last warp ends, and no other can help that one: its block alone takes so long.
  double longest_warp() const {
    constexpr double kMoreThanSampled = 1.1;
    std::uint64_t sampled = 0;
    for (const BlockTraffic& block : traffic_.blocks) sampled = std::max(sampled, block.longest_work);
    if (static_cast<double>(traffic_.longest.longest_work) <= kMoreThanSampled * static_cast<double>(sampled))
      return 0;
    if (takes_from_queue(traffic_.longest)) return 0;
    const std::vector<SmProgram> one{program_of(*traffic_.module, traffic_.longest)};
    const Grid alone{static_cast<double>(device_.multiprocessors), 1};
    return simulate_sm(one, 1, 1, places_, rates(alone), l2_).cycles;
  }

  // Whether a block asks for its next piece of work by an atomic operation, again and again: the machine runs blocks one after
  // another, and the first has taken all of it, where a GPU's blocks share it.
  static bool takes_from_queue(const BlockTraffic& block) { return block.answers > block.warps.size(); }

  // What the busiest slice, the busiest sector and the most wanted compare-and-swap take, one after the other.
  double atomic_cycles() const {
    return std::max(pass_cycles(sectors_in_turn()), swaps_.ns * device_.clock_ghz);
  }

  // Compare-and-swaps of words that are no locks.
  struct Swaps {
    double ns = 0;        // what they take if nothing else is in their way
    double attempts = 1;  // of each until it succeeds
  };

  // Each success follows the one before on its word by a round trip at least, and costs the attempts of those that fail.
  Swaps swaps() const {
    Swaps result;
    if (traffic_.swaps.empty()) return result;
    const double share = std::min(
        1.0, static_cast<double>(resident_) * static_cast<unsigned>(device_.multiprocessors) / grid_.blocks);
    const double rounds = swaps_a_lane();
    std::unordered_map<std::uint64_t, double> of_slice;
    std::unordered_map<std::uint64_t, double> of_sector;
    const auto add = [&](std::uint64_t word, double attempts) {
      result.ns = std::max({result.ns, constants_.atomic_slice_ns * (of_slice[slice_of(word)] += attempts),
                            constants_.swap_sector_ns * (of_sector[word / kSectorBytes] += attempts)});
    };
    double attempts = 0;
    double successes = 0;
    for (const auto& [word, count] : traffic_.swaps) {
      const auto of_word = static_cast<double>(count);
      const auto released = traffic_.releases.find(word);
      const bool is_lock = released != traffic_.releases.end() && 2 * released->second >= count;
      // Who finds the word taken goes on.
      const auto claimed = traffic_.claims.find(word);
      if (!is_lock && claimed != traffic_.claims.end() && claimed->second == count) continue;
      result.ns = std::max(result.ns, of_word * (is_lock ? constants_.lock_ns : constants_.swap_ns));
      if (is_lock) continue;
      const double tried = attempts_of(of_word, of_word * std::min(share, 1 / rounds), rounds);
      add(word, tried);
      attempts += tried;
      successes += of_word;
    }
    if (successes != 0) result.attempts = attempts / successes;
    return result;
  }

  // Of `together` lanes that want one word at a time fewer and fewer are left in the last of their rounds. And each finds in L1 what the
  // word was before the others came, but for the first of them.
  double attempts_of(double successes, double together, double rounds) const {
    const double power = constants_.swap_power;
    const double of_last = 1 / (1 + power);
    const double failed = std::pow(std::max(1.0, together), power) * (rounds - 1 + of_last) / rounds;
    return successes * std::max(1.0, failed) +
           (traffic_.has_looks ? constants_.swap_stale * (successes - 1) : 0);
  }

  // How often a lane that swaps does so, each time to its success. Of the lanes of a request that want one word one succeeds.
  double swaps_a_lane() const {
    std::size_t successes = 0;
    int lanes = 0;
    for (const BlockTraffic& block : traffic_.blocks) {
      for (const WarpTraffic& warp : block.warps) {
        std::uint32_t swapping = 0;
        for (const Step& step : warp.steps) {
          if (step.kind != StepKind::atomic || step.space != Space::global ||
              (traffic_.module->places[step.place].flags & abi::kSwaps) == 0)
            continue;
          std::set<std::uint64_t> words;
          for_each_lane(step.lanes, [&](unsigned lane) { words.insert(block.address_of(step, lane)); });
          successes += words.size();
          swapping |= step.lanes;
        }
        lanes += __builtin_popcount(swapping);
      }
    }
    return lanes == 0 ? 1 : std::max(1.0, static_cast<double>(successes) / lanes);
  }

  // `in_turn`: how many times as long sectors take that are passed over one after the other.
  double pass_cycles(double in_turn = 1) const {
    std::uint64_t of_slice = 0;
    for (const auto& [slice, passes] : traffic_.atomic_passes) of_slice = std::max(of_slice, passes);
    std::uint64_t of_sector = 0;
    for (const std::uint64_t passes : traffic_.sector_passes) of_sector = std::max(of_sector, passes);
    constexpr double kTenths = 10;
    return std::max(static_cast<double>(of_slice) / kTenths * constants_.atomic_slice_ns,
                    static_cast<double>(of_sector) / kTenths * constants_.atomic_ns * in_turn) *
           device_.clock_ghz;
  }

  // slice_of() tells neighbouring pieces of memory apart, and which of them are of one slice of L2 is not known. As if they came in any order,
  // the busiest slice has so many times as much to do as in a table of a megabyte: 1.2 standard deviations more than the mean
  // (bloom_add_100000_small of agreement/timing/first_sight, degree_count_3m_edges of outside.cu).
  double unevenness_of_slices() const {
    constexpr double kSlices = 96;
    constexpr double kDeviations = 1.2;
    constexpr double kPiecesOfMegabyte = 2048;
    const auto busiest = [](double pieces) {
      return 1 + kDeviations / std::sqrt(std::max(1.0, pieces / kSlices));
    };
    double sum = 0;
    double squares = 0;
    for (const auto& [slice, passes] : traffic_.atomic_passes) {
      sum += static_cast<double>(passes);
      squares += static_cast<double>(passes) * static_cast<double>(passes);
    }
    return sum == 0 ? 1 : std::max(1.0, busiest(sum * sum / squares) / busiest(kPiecesOfMegabyte));
  }

  using Wanted = std::unordered_map<std::uint64_t, double>;  // by sector: how many lanes
  static constexpr std::size_t kTurns = 32;

  // Where warps add several sums one after the other, all of them want the same sector at a time: how many times as long that
  // takes as the sector that is wanted most (36 sums of gram_8 of agreement/timing/judged.cu).
  double sectors_in_turn() const {
    const std::array<Wanted, kTurns> turns = wanted_in_turn();
    Wanted all;
    double in_turn = 0;
    for (const Wanted& turn : turns) {
      double sum = 0;
      for (const auto& [sector, lanes] : turn) {
        sum += lanes;
        all[sector] += lanes;
      }
      const double most = most_of(turn);
      if (2 * most < sum) return 1;  // they are spread out
      in_turn += most;
    }
    return all.empty() ? 1 : std::max(1.0, in_turn / most_of(all));
  }

  // What the sampled warps' atomic operations want at a time, if all warps begin together.
  std::array<Wanted, kTurns> wanted_in_turn() const {
    std::array<Wanted, kTurns> turns;
    for (const BlockTraffic& block : traffic_.blocks) {
      for (const WarpTraffic& warp : block.warps) {
        std::vector<const Step*> atomics;
        for (const Step& step : warp.steps)
          if (step.kind == StepKind::atomic && step.space == Space::global) atomics.push_back(&step);
        for (std::size_t i = 0; i < atomics.size(); ++i) {
          Wanted& turn = turns[i * kTurns / atomics.size()];
          for_each_lane(atomics[i]->lanes,
                        [&](unsigned lane) { ++turn[block.address_of(*atomics[i], lane) / kSectorBytes]; });
        }
      }
    }
    return turns;
  }

  static double most_of(const Wanted& wanted) {
    double most = 0;
    for (const auto& [sector, lanes] : wanted) most = std::max(most, lanes);
    return most;
  }

  // Parts that are nearly as busy as the busiest one get into its way now and then.
  double together(double longest, double atomics, const std::array<double, kResources>& share) const {
    const double power = constants_.together_power;
    const double busiest = *std::max_element(share.begin(), share.end() - 1);
    double others = std::pow(atomics / longest, power);
    for (std::size_t i = 0; i < kResources; ++i) {
      // Nobody waits for what L2 writes back to DRAM.
      const double awaited = i == kDram ? read_share() : 1;
      if (i != kAtomics && share[i] < busiest)
        others += std::pow(constants_.together * awaited * share[i], power);
    }
    return longest * std::pow(1 + others, 1 / power);
  }

  // The share of the time that the busiest part needs by itself. Left out is what simtcc and ptxas may differ in (the
  // instructions of a loop, arrays in local memory), and writes to L2, which are slower one by one than together.
  double busiest_alone() const {
    double most = kBest * std::max(run_.busy[kDram], run_.busy[static_cast<std::size_t>(Resource::l2_read)]);
    // nvcc makes fewer requests of atomic operations than the machine counts where it adds up a warp's values first.
    if (!has_local_memory() && traffic_.atomic_passes.empty())
      most = std::max(most, kBestDataPath * run_.busy[static_cast<std::size_t>(Resource::data_path)]);
    return most / std::max(1.0, run_.cycles);
  }

  bool has_local_memory() const {
    const abi::Module& module = *traffic_.module;
    for (std::uint32_t i = 0; i < module.place_count; ++i) {
      if ((module.places[i].flags & abi::kLocal) != 0 && run_.of_places[i] > 0) return true;
    }
    return false;
  }

  static void set_limiters(ModelledTime& result) {
    std::array<std::size_t, kResources> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return result.share[a] > result.share[b]; });
    const bool is_latency = result.share[order[0]] < kBusy;
    result.limiter = is_latency ? Resource::latency : static_cast<Resource>(order[0]);
    const bool is_next_latency = !is_latency && result.share[order[1]] < kBusy / 2;
    result.next = is_next_latency ? Resource::latency : static_cast<Resource>(order[is_latency ? 0 : 1]);
  }

  const LaunchTraffic& traffic_;
  const Device& device_;
  TimeConstants constants_;
  std::size_t places_;
  unsigned resident_;
  Grid grid_;
  L2Replay l2_;
  double l1_bytes_;
  Swaps swaps_;
  double unevenness_ = 1;      // of L2's slices
  SmRun run_;                  // of the sampled blocks
  std::size_t simulated_ = 0;  // of these, so many
};

}  // namespace

unsigned resident_blocks(const Occupancy& occupancy, const Device& device) {
  const unsigned warps = (occupancy.threads + kWarpSize - 1) / kWarpSize;
  const unsigned of_warp =
      (occupancy.registers * kWarpSize + kRegisterUnit - 1) / kRegisterUnit * kRegisterUnit;
  const auto shared_of_sm = static_cast<std::uint64_t>(device.shared_per_multiprocessor);
  auto most = static_cast<unsigned>(device.blocks_per_multiprocessor);
  most = std::min(most, static_cast<unsigned>(device.threads_per_multiprocessor) / (warps * kWarpSize));
  if (of_warp != 0) most = std::min(most, kRegistersOfSm / (of_warp * warps));
  most = std::min(most, static_cast<unsigned>(shared_of_sm / (occupancy.shared_bytes + kReservedShared)));
  return std::max(1U, most);
}

ModelledTime model_time(const LaunchTraffic& traffic, const Occupancy& occupancy, const Device& device,
                        const TimeConstants& constants) {
  return Model(traffic, occupancy, device, constants).run();
}

}  // namespace simt
