// What the banks make of a row of addresses, in words, and what the usual mistakes make of it.

#include <algorithm>
#include <map>
#include <set>

#include "detector.h"
#include "lab/values.h"

namespace detector {
namespace {

constexpr int kWordBytes = 4;

int word_of(int address) { return address / kWordBytes; }

// Not negative, also where the address of an inactive lane is.
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

// What usual mistakes make of a row.
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
  return (lanes.size() == 1 ? "lane " : "lanes ") +
         lab::listed(lanes, 3, [](int lane) { return std::to_string(lane); });
}

using LanesOfWord = std::map<int, std::vector<int>>;

// Bank to word to lanes.
std::map<int, LanesOfWord> banks_of(const Row& row) {
  std::map<int, LanesOfWord> banks;
  for (int lane = 0; lane < WARP; ++lane) {
    if (!is_active(row, lane)) continue;
    const int word = word_of(row.addresses[static_cast<std::size_t>(lane)]);
    banks[bank_of(word)][word].push_back(lane);
  }
  return banks;
}

}  // namespace

bool is_active(const Row& row, int lane) { return (row.active >> lane & 1U) != 0; }

int degree_by_rule(const Row& row) { return most_in_a_bucket(row, is_active, bank_at, word_of_lane); }

std::string why(const Row& row) {
  const auto banks = banks_of(row);
  if (banks.empty()) return "no lane is active";
  const auto busiest = std::max_element(banks.begin(), banks.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  const LanesOfWord& words = busiest->second;
  return "bank " + std::to_string(busiest->first) + " is asked for " +
         (words.size() == 1 ? "one word" : std::to_string(words.size()) + " different words") + ": " +
         lab::listed(words, 3, [](const auto& word) {
           return std::to_string(word.first) + " (" + lanes_text(word.second) + ")";
         });
}

std::string addresses_text(const Row& row) {
  std::string text;
  constexpr int kShown = 6;
  int shown = 0;
  int active = 0;
  for (int lane = 0; lane < WARP; ++lane) {
    if (!is_active(row, lane)) continue;
    if (++active > kShown) continue;
    text += (shown++ == 0 ? "lane " : ", ") + std::to_string(lane) + " at byte " +
            std::to_string(row.addresses[static_cast<std::size_t>(lane)]);
  }
  if (active > kShown) text += " and " + std::to_string(active - kShown) + " more";
  return active == 0 ? "no lane active" : text;
}

std::string guess_mistake(const std::vector<Row>& rows, const std::vector<int>& answers) {
  constexpr std::size_t kTelling = 30;  // of fewer rows several mistakes may say the same
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

}  // namespace detector
