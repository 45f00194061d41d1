// What is compared: each a reference solution of a lab beside the library that a user would take.
#pragma once

namespace peers {

void survey_sums();        // lab 8 beside CUB
void survey_histograms();  // lab 8 beside CUB
void survey_gemv();        // lab 7 beside cuBLAS

}  // namespace peers
