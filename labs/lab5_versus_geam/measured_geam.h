// The measured form of lab 5's checks: geam_transpose beside cublasSgeam, on a GPU and in one run.
#pragma once

namespace geam {

// At every listed shape that the GPU's memory holds, with and without B: at least this part of cublasSgeam's
// bandwidth. Plots the parts. Throws simt::Error, and gives no verdict, where there is no cuBLAS.
void expect_measured(double part);

}  // namespace geam
