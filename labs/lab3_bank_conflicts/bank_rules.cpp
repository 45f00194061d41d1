#include "bank_rules.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace banks {
namespace {

constexpr int kWordBytes = 4;

int word_of(int address) { return address / kWordBytes; }

// Not negative, also where the address of an inactive lane is.
int bank_of(int word) { return ((word % BANKS) + BANKS) % BANKS; }

// The largest number of different keys in one bucket, over the lanes that are accepted.
template <class Accept, class Bucket, class Key>
int most_in_a_bucket(const Row& row, Accept accept, Bucket bucket, Key key) {
  std::map<int, std::set<int>> buckets;
  for (int lane = 0; lane < WARP; ++lane) {
    const int address = row.addresses[static_cast<std::size_t>(lane)];
    if (accept(lane)) buckets[bucket(address)].insert(key(lane, address));
  }
  std::size_t most = 0;
  for (const auto& [number, keys] : buckets) most = std::max(most, keys.size());
  return static_cast<int>(most);
}

int bank_of_address(int address) { return bank_of(word_of(address)); }
int word_of_lane(int, int address) { return word_of(address); }

// --- What the usual mistakes find.

int lanes_of_a_bank(const Row& row) {
  return most_in_a_bucket(
      row, [&](int lane) { return is_active(row, lane); }, bank_of_address,
      [](int lane, int) { return lane; });
}

int inactive_lanes_too(const Row& row) {
  return most_in_a_bucket(
      row, [](int) { return true; }, bank_of_address, word_of_lane);
}

int bytes_for_words(const Row& row) {
  return most_in_a_bucket(
      row, [&](int lane) { return is_active(row, lane); }, [](int address) { return bank_of(address); },
      word_of_lane);
}

int conflicts_for_wavefronts(const Row& row) { return std::max(0, degree_by_rule(row) - 1); }

// One more for each lane whose neighbour below wants another word of the same bank.
int neighbours_only(const Row& row) {
  int degree = row.active == 0 ? 0 : 1;
  for (int lane = 1; lane < WARP; ++lane) {
    if (!is_active(row, lane) || !is_active(row, lane - 1)) continue;
    const int mine = word_of(row.addresses[static_cast<std::size_t>(lane)]);
    const int below = word_of(row.addresses[static_cast<std::size_t>(lane) - 1]);
    if (mine != below && bank_of(mine) == bank_of(below)) ++degree;
  }
  return degree;
}

int words_of_all_banks(const Row& row) {
  return most_in_a_bucket(
      row, [&](int lane) { return is_active(row, lane); }, [](int) { return 0; }, word_of_lane);
}

int nothing_without_lane_0(const Row& row) { return is_active(row, 0) ? degree_by_rule(row) : 0; }

struct Mistake {
  const char* cause;
  int (*degree)(const Row&);
};

constexpr Mistake kMistakes[] = {
    {"lanes that want one and the same word are counted apart: a bank serves them together, as a broadcast",
     lanes_of_a_bank},
    {"inactive lanes are counted: they ask for nothing", inactive_lanes_too},
    {"the bank is taken from the byte address: it is the word's number, address / 4, that counts modulo 32",
     bytes_for_words},
    {"the conflicts are counted, not the wavefronts: an access without conflicts takes 1",
     conflicts_for_wavefronts},
    {"only neighbouring lanes are compared: any two lanes can meet in a bank", neighbours_only},
    {"rows whose lane 0 is inactive get 0: the lane that stores the degree must learn it all the same",
     nothing_without_lane_0},
    {"words of all banks are added up: different banks work at the same time", words_of_all_banks},
};

std::string lanes_text(const std::vector<int>& lanes) {
  std::string text = lanes.size() == 1 ? "lane" : "lanes";
  constexpr std::size_t kShown = 3;
  for (std::size_t i = 0; i < std::min(kShown, lanes.size()); ++i)
    text += (i == 0 ? " " : ", ") + std::to_string(lanes[i]);
  return lanes.size() > kShown ? text + ", ..." : text;
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

int degree_by_rule(const Row& row) {
  return most_in_a_bucket(
      row, [&](int lane) { return is_active(row, lane); }, bank_of_address, word_of_lane);
}

int degree_of_stride(int stride) { return stride == 0 ? 1 : std::gcd(stride, BANKS); }

std::string why(const Row& row) {
  const auto banks = banks_of(row);
  if (banks.empty()) return "no lane is active";
  const auto busiest = std::max_element(banks.begin(), banks.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  const LanesOfWord& words = busiest->second;
  std::string text = "bank " + std::to_string(busiest->first) + " is asked for " +
                     (words.size() == 1 ? "one word" : std::to_string(words.size()) + " different words") +
                     ":";
  constexpr std::size_t kShown = 3;
  std::size_t shown = 0;
  for (const auto& [word, lanes] : words) {
    if (shown == kShown) break;
    text += (shown++ == 0 ? " " : ", ") + std::to_string(word) + " (" + lanes_text(lanes) + ")";
  }
  return words.size() > kShown ? text + ", ..." : text;
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

}  // namespace banks
