// Reference solutions of labs 7 and 8 beside CUB and cuBLAS on this machine's GPU, and what lab 6's gather
// gains by other loads and by a sort, as CSV.
#include "clock.h"
#include "surveys.h"

int main() {
  peers::print_header();
  peers::survey_sums();
  peers::survey_histograms();
  peers::survey_gemv();
  peers::survey_gathers();
}
