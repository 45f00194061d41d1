// Halves on the host: what they hold, how they are shown, and what a checked input of them is filled with.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "lab/problem.h"
#include "tensor_tiles.h"

namespace tiles {

constexpr std::size_t kTileHalves = std::size_t{TILE} * TILE;
constexpr std::size_t kTileBytes = kTileHalves * sizeof(__half);

// Any bits at all, NaNs and infinities among them. Of two neighbours, which make a word, the second is never
// negative: a word whose sign the machine has changed (lab/shared_passage.h) is then none of the input's.
std::vector<__half> halves_of_any_bits(std::size_t count, const std::string& purpose);

// Halves that need all 11 bits, with magnitudes from 1/8 to 16: no shorter type holds them, and sums of their
// products are rounded. The second of two neighbours is positive, as above. The last bit but one of the first
// tells the matrices apart, so that no word is in both.
enum class Matrix { queries, keys };
std::vector<__half> drawn_halves(std::size_t count, const std::string& purpose, Matrix matrix);

// Returns what two neighbouring halves become when they pass through shared memory while `change` marks
// words.
template <class Change>
std::vector<__half> marked_halves(std::vector<__half> values, const Change& change) {
  for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
    float word = 0;
    std::memcpy(&word, static_cast<const void*>(&values[i]), sizeof word);
    word = change(word);
    std::memcpy(static_cast<void*>(&values[i]), &word, sizeof word);
  }
  return values;
}

// Four hexadecimal digits.
std::string bits_text(__half value);

// Names the place of a half in its matrix: "K[70][3]".
std::string element_text(const std::string& array, std::size_t index);

}  // namespace tiles
