#include "detector.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "lab/accesses.h"
#include "lab/drawn.h"
#include "lab/expectations.h"
#include "lab/lane_rows.h"
#include "lab/values.h"
#include "simt/words.h"

namespace detector {
namespace {

constexpr int kWordBytes = 4;

int word_of(int address) { return address / kWordBytes; }
// The bank is not negative, not even for the address of an inactive lane.
int bank_of(int word) { return ((word % BANKS) + BANKS) % BANKS; }
int bank_at(int address) { return bank_of(word_of(address)); }

// The largest number of different keys that lanes have in one bucket.
template <class Accept, class Bucket, class Key>
int most_in_a_bucket(const Row& row, Accept accept, Bucket bucket, Key key) {
  std::map<int, std::set<int>> buckets;
  for (int lane = 0; lane < WARP; ++lane) {
    const int address = row.addresses[static_cast<std::size_t>(lane)];
    if (accept(row, lane)) buckets[bucket(address)].insert(key(lane, address));
  }
  std::size_t most = 0;
  for (const auto& [number, keys] : buckets) most = std::max(most, keys.size());
  return static_cast<int>(most);
}

int word_of_lane(int, int address) { return word_of(address); }

// A usual mistake, and the degree that it gives a row.
struct Mistake {
  const char* cause;
  int (*degree)(const Row&);
};

// One more for each lane whose neighbour below wants another word of the same bank.
int neighbours_only(const Row& row) {
  int degree = row.active == 0 ? 0 : 1;
  for (std::size_t lane = 1; lane < WARP; ++lane) {
    const int mine = word_of(row.addresses[lane]);
    const int below = word_of(row.addresses[lane - 1]);
    const bool both = (row.active >> (lane - 1) & 3U) == 3U;
    if (both && mine != below && bank_of(mine) == bank_of(below)) ++degree;
  }
  return degree;
}

constexpr Mistake kMistakes[] = {
    {"lanes that want one and the same word are counted apart: a bank serves them together, as a broadcast",
     [](const Row& row) {
       return most_in_a_bucket(row, is_active, bank_at, [](int lane, int) { return lane; });
     }},
    {"inactive lanes are counted: they ask for nothing",
     [](const Row& row) {
       return most_in_a_bucket(
           row, [](const Row&, int) { return true; }, bank_at, word_of_lane);
     }},
    {"the bank is taken from the byte address: it is the word's number, address / 4, that counts modulo 32",
     [](const Row& row) { return most_in_a_bucket(row, is_active, bank_of, word_of_lane); }},
    {"the conflicts are counted, not the wavefronts: an access without conflicts takes 1",
     [](const Row& row) { return std::max(0, degree_by_rule(row) - 1); }},
    {"only neighbouring lanes are compared: any two lanes can meet in a bank", neighbours_only},
    {"rows whose lane 0 is inactive get 0: the lane that stores the degree must learn it all the same",
     [](const Row& row) { return is_active(row, 0) ? degree_by_rule(row) : 0; }},
    {"words of all banks are added up: different banks work at the same time",
     [](const Row& row) {
       return most_in_a_bucket(
           row, is_active, [](int) { return 0; }, word_of_lane);
     }},
};

std::string lanes_text(const std::vector<int>& lanes) {
  return simt::noun_for(lanes.size(), "lane") + " " +
         lab::listed(lanes, 3, [](int lane) { return std::to_string(lane); });
}

// Bank to word to lanes.
auto banks_of(const Row& row) {
  std::map<int, std::map<int, std::vector<int>>> banks;
  for (int lane = 0; lane < WARP; ++lane) {
    if (!is_active(row, lane)) continue;
    const int word = word_of(row.addresses[static_cast<std::size_t>(lane)]);
    banks[bank_of(word)][word].push_back(lane);
  }
  return banks;
}

// Says what makes the row's degree: "bank 5 must deliver 3 different words: 5 (lanes 0, 7), 37 (lane 2), ..."
std::string why(const Row& row) {
  const auto banks = banks_of(row);
  if (banks.empty()) return "no lane is active";
  const auto busiest = std::max_element(banks.begin(), banks.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  const auto& words = busiest->second;
  return "bank " + std::to_string(busiest->first) + " must deliver " +
         (words.size() == 1 ? "one word" : std::to_string(words.size()) + " different words") + ": " +
         lab::listed(words, 3, [](const auto& word) {
           return std::to_string(word.first) + " (" + lanes_text(word.second) + ")";
         });
}

// "lane 0 at byte 128, 1 at 260, ..." of the active lanes, in short.
std::string addresses_text(const Row& row) {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> texts;
  for (int lane = 0; lane < WARP; ++lane) {
    const int address = row.addresses[static_cast<std::size_t>(lane)];
    if (is_active(row, lane)) texts.push_back(std::to_string(lane) + " at byte " + std::to_string(address));
  }
  if (texts.empty()) return "no lane active";
  const std::size_t more = texts.size() - std::min(texts.size(), kShown);
  texts.resize(texts.size() - more);
  return "lane " + lab::listed(texts, kShown, [](const std::string& text) { return text; }) +
         (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

// The mistake that answers every row as `answers` does, in words; empty when none of the known ones does.
std::string guess_mistake(const std::vector<Row>& rows, const std::vector<int>& answers) {
  constexpr std::size_t kTelling = 30;  // with fewer rows several mistakes may fit
  if (rows.size() < kTelling) return "";
  const bool one_answer =
      std::all_of(answers.begin(), answers.end(), [&](int answer) { return answer == answers[0]; });
  if (one_answer) return "every row gets the same answer: does it depend on the addresses?";
  for (const Mistake& mistake : kMistakes) {
    std::size_t alike = 0;
    while (alike < rows.size() && mistake.degree(rows[alike]) == answers[alike]) ++alike;
    if (alike == rows.size()) return mistake.cause;
  }
  return "";
}

// An inactive lane holds any address, of the banks that the others use, so that it matters.
void forget_inactive(Row& row, std::mt19937_64& random) {
  std::uniform_int_distribution<int> any(0, 1023);
  for (int lane = 0; lane < WARP; ++lane) {
    if (!is_active(row, lane))
      row.addresses[static_cast<std::size_t>(lane)] = kWordBytes * BANKS * any(random);
  }
}

bool is_load(const simt::AccessCost& access) { return lab::is_traffic(access, simt::Op::load); }

}  // namespace

bool is_active(const Row& row, int lane) { return (row.active >> lane & 1U) != 0; }

int degree_by_rule(const Row& row) { return most_in_a_bucket(row, is_active, bank_at, word_of_lane); }

std::vector<Row> measured_rows() {
  std::vector<Row> rows;
  std::mt19937_64 random = lab::Session::current().random("inactive lanes");
  for (const simt::Op op : {simt::Op::load, simt::Op::store}) {
    for (const fidelity::Pattern& pattern : lab::hardware_patterns(simt::Space::shared, op, kWordBytes)) {
      Row row;
      for (std::size_t lane = 0; lane < WARP; ++lane) {
        if (pattern.offsets[lane] >= 0) row.active |= 1U << lane;
        row.addresses[lane] = pattern.offsets[lane];
      }
      row.degree = static_cast<int>(pattern.measured.wavefronts.value());
      row.origin = "pattern " + pattern.id + ", a " + simt::name_of(op);
      forget_inactive(row, random);
      rows.push_back(row);
    }
  }
  std::shuffle(rows.begin(), rows.end(), random);  // a row's number tells nothing of its degree
  return rows;
}

std::vector<Row> random_rows(int count, const std::string& purpose, bool all_lanes) {
  std::vector<Row> rows(static_cast<std::size_t>(count));
  std::mt19937_64 random = lab::Session::current().random(purpose);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    const lab::LaneRow drawn = lab::random_lane_row(random);
    for (std::size_t lane = 0; lane < WARP; ++lane) row.addresses[lane] = kWordBytes * drawn.numbers[lane];
    row.active = all_lanes ? 0xFFFFFFFF : drawn.active;
    row.degree = degree_by_rule(row);
    row.origin = "row " + std::to_string(i);
    forget_inactive(row, random);
  }
  return rows;
}

Detector::Detector(std::vector<Row> rows, std::size_t before)
    : Problem(lab::checked("rows"), simt::plural(before + rows.size(), "row")),
      before_(before),
      rows_(std::move(rows)),
      addresses_(*this, "addresses", (before + rows_.size()) * WARP,
                 [this] {
                   std::vector<int> all(before_ * WARP);
                   for (const Row& row : rows_)
                     all.insert(all.end(), row.addresses.begin(), row.addresses.end());
                   return all;
                 }),
      active_(*this, "active", before + rows_.size(),
              [this] {
                std::vector<unsigned> all(before_);
                for (const Row& row : rows_) all.push_back(row.active);
                return all;
              }),
      degree_(*this, "degree", before + rows_.size()) {}

// `first_block`: the machine leaves out those before it.
lab::Call Detector::call(std::uint64_t first_block) const {
  simt::LaunchShape launch = lab::blocks_of(DETECTOR_BLOCK, WARP * rows());
  launch.first_block = first_block;
  return lab::Kernel<decltype(detect_conflicts)>("detect_conflicts")
      .call(launch, addresses_.device(), active_.device(), degree_.device(), rows());
}

lab::LaunchResult Detector::run() { return Problem::run(call()); }

bool Detector::is_right(std::size_t row) const { return degree_.holds(before_ + row, rows_[row].degree); }

int Detector::agreed(std::size_t first) const {
  int agreed = 0;
  for (std::size_t row = 0; row < first; ++row) agreed += is_right(row) ? 1 : 0;
  return agreed;
}

bool Detector::expect_degrees(const lab::LaunchResult& run) const {
  const int wrong = rows() - agreed();
  if (wrong == 0) return true;
  fail(run, lab::text_of({static_cast<std::size_t>(wrong), rows_.size(), "row"}), "it takes");
  return false;
}

bool Detector::expect_many_degrees(const std::string& purpose) {
  constexpr int kNumbersOf16Bits = 1 << 16;
  constexpr int kRowsPerBlock = DETECTOR_BLOCK / WARP;
  const int count = lab::drawn("many rows", kNumbersOf16Bits + 1, kNumbersOf16Bits + kRowsPerBlock);
  Detector last(random_rows(count - kNumbersOf16Bits, purpose), kNumbersOf16Bits);
  const lab::LaunchResult end = last.Problem::run(last.call(kNumbersOf16Bits / kRowsPerBlock));
  if (end.report.faults.empty() && last.agreed() == static_cast<int>(last.rows_.size())) return true;
  Detector all(random_rows(count, purpose));
  return lab::expect_values_and_no_faults(all.run(),
                                          [&](const auto& run) { return all.expect_degrees(run); });
}

bool Detector::expect_right(const lab::LaunchResult& run) const {
  using simt::Op;
  return lab::expect_no_faults(run) && expect_degrees(run) &&
         lab::expect_no_other_traffic(run,
                                      {{"addresses", Op::load}, {"active", Op::load}, {"degree", Op::store}});
}

bool Detector::expect_coalesced(const lab::LaunchResult& run) const {
  if (const auto known = lab::verdict_without_counts()) return *known;
  constexpr std::uint64_t kAddressSectors = WARP * sizeof(int) / simt::kSectorBytes;
  const auto count = static_cast<std::uint64_t>(rows_.size());
  const lab::AccessSum loads = lab::sum_of(run.report, is_load);
  const double a_row = static_cast<double>(loads.sectors) / static_cast<double>(count);
  if (lab::weigh(a_row, lab::Comparison::at_most, kAddressSectors + 1, "sectors loaded a row")) {
    return lab::expect_sectors(run, {{"degree", simt::Op::store, count},
                                     {"addresses", simt::Op::load, loads.sectors},
                                     {"active", simt::Op::load, loads.sectors}});
  }
  const bool one_by_one = loads.lanes < 2 * loads.requests;
  const simt::AccessCost* const worst =
      lab::costliest(run.report, is_load, [](const simt::AccessCost& access) { return access.sectors; });
  lab::fail_at(
      run, lab::line_of(worst),
      "the kernel loads " + std::to_string(loads.sectors) + " sectors in " + std::to_string(loads.requests) +
          " requests for " + std::to_string(count) + " rows: " + std::to_string(kAddressSectors) +
          " sectors hold a row's addresses and 1 its mask\n  " +
          (one_by_one ? "one lane loads a row alone: let each lane load its own address"
                      : "neighbouring lanes must load neighbouring addresses: a row belongs to a warp"));
  return false;
}

void Detector::fail(const lab::LaunchResult& run, const std::string& headline,
                    const std::string& truth) const {
  std::size_t first = 0;
  while (is_right(first)) ++first;
  bool all_written = true;
  std::vector<int> answers;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    all_written = all_written && degree_.is_written(i);
    answers.push_back(degree_[i]);
  }
  const Row& row = rows_[first];
  const std::string found = degree_.is_written(first) ? "your kernel says " + std::to_string(degree_[first])
                                                      : "your kernel stored nothing";
  const std::string cause = all_written ? guess_mistake(rows_, answers) : "";
  lab::fail_at(run, lab::line_that_stores(run, "degree"),
               headline + " " + row.origin + "\n  " + addresses_text(row) + "\n  " + truth + " " +
                   simt::plural(row.degree, "wavefront") + ", " + found + "; " + why(row) +
                   lab::where_type_ends(first, "a row's number") + (cause.empty() ? "" : "\n  " + cause));
}

}  // namespace detector
