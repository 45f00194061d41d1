// What is compared: each a reference solution of a lab beside the library that a user would take.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "clock.h"

namespace peers {

// `call(memory, bytes)` is a function of CUB, which asks for its memory when it is called without.
template <class Call>
std::function<void()> with_memory(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "ask CUB for its memory");
  const auto memory = std::make_shared<Array<char>>(bytes);
  return [=] {
    std::size_t given = bytes;
    check(call(memory->data(), given), "call CUB");
  };
}

void survey_sums();        // lab 8 beside CUB
void survey_histograms();  // lab 8 beside CUB
void survey_gemv();        // lab 7 beside cuBLAS
void survey_gathers();     // lab 6's gather, and a sort by CUB

}  // namespace peers
