// The model of time: what the compiler expects ptxas to make of a kernel's code (instructions, chains of what waits for each other,
// unrolled rounds, loads in flight), seen in the time that it takes.
#include "timed_kernels.h"

namespace {

using simt_test::kThreads;
class TimeOfCode : public simt_test::TimedKernels {};

// A product, the comparison that waits for it, and a branch that waits for the comparison: 4, 13 and 10 cycles at 1.98 GHz.
TEST_F(TimeOfCode, ALoopThatItsResultEndsWaitsForTheBranch) {
  float* const out = floats("out", 32);
  const auto run = kernel<float*, int>("until_large");
  const simt::PredictedTime time = predicted(launch({1, 1, 1}, {32, 1, 1}, [&] { run(out, 1); }));
  const float rounds = *std::max_element(out, out + 32);
  EXPECT_NEAR((time.us - time.fixed_us) * 1980 / rounds, 27, 3);
}

// ptxas unrolls the loop to sixteen rounds: so many loads are in flight.
// ptxas gives the one of 32 registers 121 words to store and 154 to load (CUDA 13.0), the other none.
TEST_F(TimeOfCode, WhatHasNoRegisterGoesToLocalMemory) {
  const auto spilled = counted("keep_forty<2>", 100, 264, 1024);
  const auto kept = counted("keep_forty<1>", 100, 264, 1024);
  EXPECT_GT(us(spilled), 3 * us(kept));
  EXPECT_TRUE(kept.remarks.empty()) << kept.remarks[0].message;
  ASSERT_EQ(spilled.remarks.size(), 1U);
  EXPECT_EQ(spilled.remarks[0].where.line, line_of("keep_forty(float* out"));
  EXPECT_NE(spilled.remarks[0].message.find("may have 32, which is all that __launch_bounds__ leaves it"),
            std::string::npos)
      << spilled.remarks[0].message;
}

TEST_F(TimeOfCode, ALoopOfOneRoundTakesWhatItsRoundTakes) {
  EXPECT_GT(us(counted("divide_once", 1, 2048)), 2 * us(counted("add_once", 1, 2048)));
}

TEST_F(TimeOfCode, AFunctionOfTheSpecialUnitAloneIsQuicker) {
  EXPECT_GT(us(counted("exact_sines", 500, 528)), 2.5 * us(counted("fast_sines", 500, 528)));
}

TEST_F(TimeOfCode, AnUnrolledLoopHasItsLoadsInFlight) {
  constexpr int kRows = 1024;
  float* const in = floats("in", kRows * 64);
  float* const out = floats("out", 64);
  const auto sum = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kRows, 64); }));
  };
  EXPECT_GT(sum("sum_column_rolled"), 8 * sum("sum_column"));
}

// Loads begin only as registers have room for them.
TEST_F(TimeOfCode, WideLoadsOfAnUnrolledLoopTakeTurns) {
  constexpr int kRows = 1024;
  double* const in = buffer<double>("wide", kRows * 64);
  double* const out = buffer<double>("wide_out", 64);
  const auto product = kernel<const double*, const double*, double*, int, int>("product_column");
  const double wide = us(launch({1, 1, 1}, {64, 1, 1}, [&] { product(in, in, out, kRows, 64); }));
  float* const narrow_in = floats("in", kRows * 64);
  float* const narrow_out = floats("out", 64);
  const auto sum = kernel<const float*, float*, int, int>("sum_column");
  EXPECT_GT(wide, 2 * us(launch({1, 1, 1}, {64, 1, 1}, [&] { sum(narrow_in, narrow_out, kRows, 64); })));
}

TEST_F(TimeOfCode, NoLoadPassesADivisionThatRounds) {
  constexpr int kRows = 1024;
  float* const in = floats("in", kRows * 64);
  float* const out = floats("out", 64);
  const auto sum = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kRows, 64); }));
  };
  EXPECT_GT(sum("sum_quotients"), 2.5 * sum("sum_fast_quotients"));
}

TEST_F(TimeOfCode, FunctionsOfTheHeadersTakeWhatAGpuNeeds) {
  EXPECT_LT(us(counted("byte_products", 2000, 528)), 1.5 * us(counted("word_products", 2000, 528)));
  EXPECT_LT(us(counted("sines_of_pi", 500, 528)), 1.2 * us(counted("sines_of_angles", 500, 528)));
}

// A branch that leaves the loop comes after the use of what was loaded before it.
TEST_F(TimeOfCode, ALoopIsLeftOnlyAfterItsLoadsWereUsed) {
  constexpr int kRows = 1024;
  float* const in = floats("in", kRows * 64);
  float* const out = floats("out", 64);
  const auto sum = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {64, 1, 1}, [&] { run(in, out, kRows, 64); }));
  };
  EXPECT_GT(sum("sum_until_negative"), 3 * sum("sum_column"));
}

// One HFMA2 stands for what the machine computes with a hundred instructions. A chain of them is still expected to take some
// six times as long as one of floats, where a GPU needs less than twice.
TEST_F(TimeOfCode, ArithmeticWithHalvesDoesNotTakeWhatTheMachineNeedsForIt) {
  const double halves = us(counted("arithmetic_with_halves", 8000, 16, 32));
  const double singles = us(counted("arithmetic", 8000, 16, 32));
  EXPECT_LT(halves, 10 * singles);
  EXPECT_GT(halves, singles / 4);
}

// Loops whose bounds depend on a loop around them that asks to be unrolled: the array becomes registers, as with nvcc.
TEST_F(TimeOfCode, NestedLoopsThatAskToBeUnrolledNeedNoLocalMemory) {
  float* const in = floats("in", 9 * kThreads);
  float* const out = floats("out", kThreads);
  const auto run = kernel<const float*, float*>("sort_nine");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (const simt::AccessCost& access : report.accesses) EXPECT_NE(access.space, simt::Space::local);
}

// The same without being asked, where each index is known in the end (agreement/timing/outside.cu: batched_small, sgemm_8x8).
TEST_F(TimeOfCode, LoopsAroundALocalArrayBecomeRegisters) {
  float* const in = floats("in", 36 * kThreads);
  float* const out = floats("out", 36 * kThreads);
  const auto run = kernel<const float*, float*>("small_products");
  const auto report = launch({1, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (const simt::AccessCost& access : report.accesses) EXPECT_NE(access.space, simt::Space::local);
}

// A signed number is rounded towards zero before it is shifted.
TEST_F(TimeOfCode, ASignedDivisionByAPowerOfTwoIsMoreThanAShift) {
  const double shifts = us(counted("quarters_of_unsigned", 2000, 1056));
  EXPECT_GT(us(counted("quarters_of_signed", 2000, 1056)), 1.25 * shifts);
}

// A guarded stretch of four loads from shared memory took 204 cycles a round, the same without its branch 165, and a round that passes it by
// 46 (H200: docs/measurements/time_model.md, "Mechanisms").
TEST_F(TimeOfCode, ABranchThatIsKeptTakesTimeWhicheverWayLanesGo) {
  const double none = us(nothing());
  const double plain = us(counted("follow_tile<false>", 0, 1, 32)) - none;
  const double guarded = us(counted("follow_tile<true>", 1024, 1, 32)) - none;
  EXPECT_GT(guarded, 1.12 * plain);
  EXPECT_LT(guarded, 1.35 * plain);
  EXPECT_GT(us(counted("follow_tile<true>", 0, 1, 32)) - none, 0.18 * guarded);
}

TEST_F(TimeOfCode, TwoShortSidesArePredicatedAsOneIs) {
  EXPECT_LT(us(counted("add_by_choice<true>", 4, 1, 32)),
            1.2 * us(counted("add_by_choice<false>", 4, 1, 32)));
}

// IMAD.HI, SHF, LEA.HI and IMAD, and without the third where there is no sign.
TEST_F(TimeOfCode, ARemainderOfSignedNumbersTakesOneInstructionMore) {
  const double without = us(counted("thirds_of_unsigned", 2000, 1, 32));
  EXPECT_GT(us(counted("thirds_of_signed", 2000, 1, 32)), 1.12 * without);
}

// What nvcc makes of addresses in global memory (nvdisasm, sm_90, CUDA 13.0): IMAD.WIDE for an index of 32 bits; IADD3, LEA.HI.X.SX32, LEA and
// LEA.HI.X for one into a row; LEA and LEA.HI.X for an index of 64 bits, which the loop's sum and comparison take two more for; two sums for bytes.
TEST_F(TimeOfCode, AnAddressIsAsManyInstructionsAsItsIndexNeeds) {
  const unsigned array = issued_for_sum<float>("sum_of_array");
  EXPECT_NEAR(issued_for_sum<float>("sum_of_row"), array + 3 * kRounds, 4);
  EXPECT_NEAR(issued_for_sum<float>("sum_by_wide_index"), array + 3 * kRounds, 4);
  EXPECT_NEAR(issued_for_sum<unsigned char>("sum_of_bytes"),
              issued_for_sum<unsigned>("sum_of_words") + kRounds, 4);
}

// An index that goes on by a row is part of the address: a load, an addition, and IMAD.WIDE or two IADD3.
TEST_F(TimeOfCode, AnAddressGoesOnByARow) {
  constexpr int kRows = 256;
  float* const in = floats("in", kRows * 32);
  float* const out = floats("out", 32);
  const auto narrow = kernel<const float*, float*, int, int>("sum_column");
  const auto wide =
      kernel<const float*, float*, unsigned long long, unsigned long long>("sum_column_by_wide_index");
  EXPECT_LT(issued(launch({1, 1, 1}, {32, 1, 1}, [&] { narrow(in, out, kRows, 32); })), 4.6 * kRows);
  EXPECT_LT(issued(launch({1, 1, 1}, {32, 1, 1}, [&] { wide(in, out, kRows, 32); })), 7.3 * kRows);
}

// LLVM computes each tap's address in the tap's own block; ptxas computes one, and reaches the others by a constant.
TEST_F(TimeOfCode, PredicatedBlocksShareAnAddress) {
  float* const in = floats("in", 1024);
  float* const out = floats("out", 1024);
  const auto run = kernel<const float*, float*, int>("five_taps");
  EXPECT_LE(issued(launch({4, 1, 1}, {kThreads, 1, 1}, [&] { run(in, out, 1024); })), 50U);
}

// ISETP joins the second comparison to the first, and a store behind a condition is predicated: its address is that of the next store.
TEST_F(TimeOfCode, AConditionTakesItsComparisons) {
  const unsigned one = issued_for_store("store_above_low");
  EXPECT_EQ(one, issued_for_store("store_always") + 1);
  EXPECT_EQ(issued_for_store("store_between"), one + 1);
}

// Lanes that take different sides go apart, and their warp takes both (two_sides_by_lane of agreement/timing/mechanisms.cu).
TEST_F(TimeOfCode, LanesThatGoApartTakeBothSides) {
  EXPECT_GT(us(counted("two_sides", 1, 132, 512)), 1.3 * us(counted("two_sides", 32, 132, 512)));
}

// The same where each round accesses memory: which sides a warp took is counted there, too.
TEST_F(TimeOfCode, SidesWithoutAccessesAreTakenByTheLanesThatComeToThem) {
  const double together = us(counted("sides_between_stores", 32, 132, 512));
  EXPECT_GT(us(counted("sides_between_stores", 1, 132, 512)), 1.25 * together);
}

TEST_F(TimeOfCode, OfALoopInALoopTheSlowestLaneCountsInEachRound) {
  EXPECT_GT(us(counted("until_a_bit", 1, 132, 512)), 1.8 * us(counted("until_a_bit", 32, 132, 512)));
}

// Wherever its lanes go, a warp issues what is predicated (k_reduce_strided of agreement/timing/held_out.cu).
TEST_F(TimeOfCode, APredicatedBlockIsIssuedByWarpsThatTakeNoPart) {
  const simt::PredictedTime all = predicted(counted("add_below", 1024, 264, 1024));
  const simt::PredictedTime none = predicted(counted("add_below", 0, 264, 1024));
  EXPECT_GT(none.us, 0.6 * all.us);
}

// A search takes as long where it finds nothing (digest_search of agreement/timing/judged.cu: 14.6 us on an H200).
TEST_F(TimeOfCode, WhatNoStepFollowsTakesTime) {
  const simt::PredictedTime all = predicted(counted("find_rarely<96>", 1, 1056, 256));
  EXPECT_EQ(all.limiter, "instructions");
  EXPECT_GT(all.us, 1.5 * us(counted("find_rarely<4>", 1, 1056, 256)));
}

// nvcc divides by a power of two that it knows in each of the eight rounds.
TEST_F(TimeOfCode, AFewRoundsAroundABarrierAreUnrolled) {
  EXPECT_LT(issued(counted("butterflies", 0, 1)), 150U);
}

// 18 cycles (chain_count_bits of agreement/timing/mechanisms.cu), where other functions of bits take 4.
TEST_F(TimeOfCode, CountingBitsTakesLonger) {
  EXPECT_GT(us(counted("counted_bits", 4096, 1, 32)), 1.2 * us(counted("turned_bits", 4096, 1, 32)));
}

// The same page: 66 cycles a round, and 303 with four sides.
TEST_F(TimeOfCode, SidesComeOneAfterTheOther) {
  const double one = us(counted("take_sides", 1, 1, 32));
  EXPECT_GT(us(counted("take_sides", 4, 1, 32)), 2.2 * one);
  EXPECT_GT(us(counted("take_sides", 8, 1, 32)), 1.2 * us(counted("take_sides", 4, 1, 32)));
}

// ptxas predicates the two, so neither load waits for the other (k_march3d of agreement/timing/launches.cu).
TEST_F(TimeOfCode, TheEndsOfARowAreLoadedTogether) {
  float* const in = floats("in");
  float* const out = floats("out", 32);
  const auto of = [&](const char* name) {
    const auto run = kernel<const float*, float*, int>(name);
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 128); }));
  };
  EXPECT_LT(of("load_both_ends"), 1.2 * of("load_one_end"));
}

// What nvcc does with such loops: docs/measurements/time_model.md.
TEST_F(TimeOfCode, LoopsAreUnrolledAgainUnlessTheyAreTold) {
  const auto sum = [&](const char* name) {
    float* const in = floats("in");
    float* const out = floats("out");
    const auto run = kernel<const float*, float*, int, int>(name);
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 1024, 1024); }));
  };
  const double told = sum("sum_by_four");
  for (const char* const again : {"sum_column", "sum_positive", "sum_thirds", "sum_halves"})
    EXPECT_LT(sum(again), 0.6 * told) << again;
}

// There are two units for sums and products of floats, and ptxas lets one of them follow another at once. It lets two cycles pass behind a sum of
// integers, even where nothing waits for it (docs/measurements/time_model.md, "Stall counts").
TEST_F(TimeOfCode, AWarpAloneIssuesSumsOfFloatsNearlyTwiceAsFastAsOfIntegers) {
  constexpr int kSums = 128;
  EXPECT_NEAR(cycles_a_round("sixteen_sums") / kSums, 1.2, 0.1);
  EXPECT_NEAR(cycles_a_round("sixteen_integer_sums") / kSums, 2, 0.1);
}

// 13 cycles from a comparison to what it predicates, and 4 from the sum to the next comparison.
TEST_F(TimeOfCode, APredicateIsWaitedFor) {
  constexpr int kSteps = 8;
  EXPECT_NEAR(cycles_a_round("predicated_chain") / kSteps, 17, 2);
}

// Minima and comparisons take a unit that does one in two cycles; meanwhile other warps issue what goes to other units
// (CUDA C++ Programming Guide, "Arithmetic Instructions").
TEST_F(TimeOfCode, AUnitThatIsBusyLeavesOthersTheirSlots) {
  const double least = us(counted("fold<By::least>", 500, 132, 1024));
  const double sums = us(counted("fold<By::sum>", 500, 132, 1024));
  EXPECT_GT(least, 2.2 * sums);
  EXPECT_LT(us(counted("fold<By::both>", 500, 132, 1024)), 0.65 * least);
}

// Of 22 instructions for a division those that depend on the divisor alone stand ahead of the loop.
TEST_F(TimeOfCode, WhatADivisorNeedsIsDoneAheadOfItsLoop) {
  EXPECT_LT(issued(counted("divide_by_one", 9, 1)), issued(counted("divide_by_each", 9, 1)) - 256U * 5);
}

// Nothing is moved out of a branch that may never be taken.
TEST_F(TimeOfCode, WhatADivisorNeedsStaysInABranch) {
  EXPECT_GT(issued_a_round("divide_in_some_rounds"), issued_a_round("divide_in_rounds") + 8);
}

// The machine code of CUDA 13.0 for sm_90 has so many instructions between a loop's label and its branch.
TEST_F(TimeOfCode, ARoundTakesAsManyInstructionsAsInMachineCode) {
  constexpr double kApart = 1;
  EXPECT_NEAR(issued_a_round("sum_in_steps"), 8, kApart);
  EXPECT_NEAR(issued_a_round("sum_pairs_in_steps"), 13, kApart);
  EXPECT_NEAR(issued_a_round("sum_by_block_size"), 6, kApart);
  EXPECT_NEAR(issued_a_round("sum_neighbours_in_steps"), 12, kApart);
  EXPECT_NEAR(issued_a_round("sum_rows_in_shared"), 8, kApart);
  EXPECT_NEAR(issued_a_round("divide_in_rounds"), 17, kApart);
}

TEST_F(TimeOfCode, RoundsAroundBarriersAreUnrolledWhereTheirStepIsKnown) {
  EXPECT_NEAR(issued_a_round("barriers_in_rounds"), 6.4, 0.6);  // 16 rounds at once
  EXPECT_NEAR(issued_a_round("barriers_by_block_size"), 11, 1);
}

// Four rounds at once, and ptxas makes 16 of these.
TEST_F(TimeOfCode, RoundsAroundShufflesAreUnrolled) {
  EXPECT_LT(issued_a_round("shuffles_in_rounds"), issued_a_round("shuffles_round_by_round") - 2);
}

TEST_F(TimeOfCode, RoundsAroundManyShufflesAreNot) {
  constexpr double kOfCounter = 1;  // an instruction or two, half of them where two rounds are one
  const double of_each = issued_a_round("exchange<24>") - issued_a_round("exchange<22>");
  EXPECT_GT(of_each, 4 + kOfCounter / 2);
}

// Each of these figures is what the machine code of CUDA 13.0 for sm_90 has in a round beyond one of sum_of<Nothing>.
TEST_F(TimeOfCode, AFastFunctionScalesWhatItsUnitCannotTake) {
  const double nothing = issued_a_round("sum_of<Nothing>");
  EXPECT_EQ(issued_a_round("sum_of<FastExponential>"), nothing + 5);
  EXPECT_EQ(issued_a_round("sum_of<FastLogarithm>"), nothing + 4);  // its product is one with the sum
  EXPECT_EQ(issued_a_round("sum_of<FastPower>"), nothing + 9);
}

TEST_F(TimeOfCode, SpecialFunctionsTakeWhatNvccMakesOfThem) {
  EXPECT_NEAR(issued_a_round("sum_of<LogarithmOfGamma>"), issued_a_round("sum_of<Nothing>") + 50, 1);
}

TEST_F(TimeOfCode, AFunctionOfDoublesIsNotMostlyForTheirUnit) {
  EXPECT_NEAR(issued_a_round("sum_of<ErrorOfDouble>"), issued_a_round("sum_of<Nothing>") + 161, 8);
}

TEST_F(TimeOfCode, AMatchIsOneInstruction) {
  EXPECT_NEAR(issued_a_round("sum_of<Match>"), issued_a_round("sum_of<Nothing>") + 1, 1);
}

TEST_F(TimeOfCode, GroupsOfLanesVoteOneAfterAnother) {
  EXPECT_NEAR(issued_a_round("sum_of<VoteOfHalves>"), issued_a_round("sum_of<Vote>") + 10, 2);
}

TEST_F(TimeOfCode, TheLeastOfThreeIsOneInstruction) {
  EXPECT_EQ(issued_a_round("sum_of<LeastOfThree>"),
            issued_a_round("sum_of<LeastOfTwo>") + 1);  // for its exclusive or
}

// The routine that divides has 66 instructions.
TEST_F(TimeOfCode, ALongDivisionIsARoutine) {
  EXPECT_NEAR(issued_a_round("sum_of<LongRemainder>"), issued_a_round("sum_of<Nothing>") + 80, 8);
}

TEST_F(TimeOfCode, AHalfBecomesAFloatByAnInstruction) {
  EXPECT_EQ(issued_a_round("sum_of_halves"), issued_a_round("sum_of<Nothing>") + 1);
}

TEST_F(TimeOfCode, AProductIsWideWhereItsNumbersWereExtendedBefore) {
  EXPECT_NEAR(issued_a_round("sum_by_wide_product"), 17, 1);
  EXPECT_NEAR(issued_a_round("sum_by_wide_sum"), 12, 1);
}

TEST_F(TimeOfCode, APredicatedBlockLoadsItsPointer) { EXPECT_EQ(issued_a_round("sum_of_guarded"), 13); }

TEST_F(TimeOfCode, OneLaneCountsForAll) {
  const double counts = issued_a_round("count_in_one_place<false>");
  EXPECT_NEAR(counts, 14, 1);
  EXPECT_NEAR(issued_a_round("count_in_one_place<true>"), 15, 2);
}

TEST_F(TimeOfCode, ABranchThatIsDecidedBeforeIsNone) { EXPECT_NEAR(issued_a_round("search_by_steps"), 9, 1); }

// A sum for the fourth number, and FMUL.
TEST_F(TimeOfCode, OfASumOfTwoProductsOneIsFused) {
  EXPECT_EQ(issued_a_round("sum_of<TwoProducts>"), issued_a_round("sum_of<OneProduct>") + 2);
}

TEST_F(TimeOfCode, WhereSharedMemoryBeginsIsFoundInTheRoundsThatNeedIt) {
  EXPECT_NEAR(issued_a_round("sum_of_shared<false>"), issued_a_round("sum_of_shared<true>") + 7, 1);
}

// The loads of a loop whose number of rounds ptxas finds begin together; those of one that stores as well, round by round.
TEST_F(TimeOfCode, UnsignedStepsAreUnrolledWhereNothingIsStored) {
  EXPECT_LT(us_a_round("sum_by_unsigned_steps"), 0.5 * us_a_round("sum_in_steps"));
  EXPECT_GT(us_a_round("scale_by_unsigned_steps"), 0.9 * us_a_round("sum_in_steps"));
}

TEST_F(TimeOfCode, LoadsBehindABranchOnAnAnswerWaitForIt) {
  EXPECT_GT(us_a_round("count_by_answers"), 2 * us_a_round("count_without_answers"));
}

TEST_F(TimeOfCode, LoadsBehindALoopAroundACompareAndSwapWaitForIt) {
  EXPECT_GT(us_a_round("add_in_shared<float>"), 2 * us_a_round("add_in_shared<int>"));
}

TEST_F(TimeOfCode, AnOperandInConstantMemoryTakesAnInstruction) {
  const unsigned of_numbers = issued(counted("polynomial_of_numbers", 3, 1, 32));
  EXPECT_EQ(issued(counted("polynomial_of_constants", 3, 1, 32)), of_numbers + 4);
}

// Logic keeps its unit for two cycles an instruction, which is time and no further instruction.
TEST_F(TimeOfCode, AUnitsCyclesAreNoInstructions) {
  constexpr int kMany = 2000;
  const auto logic = counted("rounds_of_logic", kMany, 1056);
  const auto products = counted("rounds_of_products", kMany, 1056);
  const auto of_products = static_cast<double>(computed(products));
  EXPECT_NEAR(static_cast<double>(computed(logic)), of_products, 0.1 * of_products);
  EXPECT_GT(us(logic), 1.4 * us(products));
}

TEST_F(TimeOfCode, AValueThatAPredicatePassesOnIsMoved) {
  const auto of = [&](const char* name) {
    float* const in = floats("in", 64);
    float* const out = floats("out", 64);
    const auto run = kernel<const float*, float*, int>(name);
    return issued(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 32); }));
  };
  EXPECT_EQ(of("keep_the_larger"), of("keep_its_own") + 1);
}

TEST_F(TimeOfCode, FewRoundsOverHalvesBecomeOneStretch) {
  EXPECT_LT(issued(counted("halves_of_a_tile", 9, 1, 32)), 32U * 4);
}

TEST_F(TimeOfCode, ArithmeticTakesTimeWhereItIsMuch) {
  const simt::LaunchReport report = counted("arithmetic", 5000, 1056);
  const simt::PredictedTime time = predicted(report);
  EXPECT_EQ(time.limiter, "instructions");
  EXPECT_GT(time.us, 7 * us(counted("arithmetic", 500, 1056)));
}

// agreement/timing/mechanisms.cu: a round of two_sides_by_warp takes 108 cycles, of which the arithmetic is 40.
TEST_F(TimeOfCode, ABranchInALoopWithoutAccessesTakesTime) {
  constexpr int kRoundsOfLoop = 256;
  const double more = us(counted("two_sides", 32, 1, 32)) - us(nothing());
  EXPECT_GT(more * kCyclesPerMicrosecond / kRoundsOfLoop, 80);
}

// nvcc makes comparisons and branches of a switch, which take time whichever way a warp goes (parse_lines of agreement/timing/practice.cu).
TEST_F(TimeOfCode, ASwitchTakesTheTimeOfItsBranches) {
  constexpr int kRoundsOfLoop = 64;
  const double more = us(counted("three_ways", 1, 1, 32)) - us(nothing());
  EXPECT_GT(more * kCyclesPerMicrosecond / kRoundsOfLoop, 66);
}

// ptxas predicates up to 8 instructions, and up to 20 where what follows loads: docs/measurements/time_model.md, "Branches and sides". A branch
// takes more than 20 cycles besides.
TEST_F(TimeOfCode, AStretchIsPredicatedUpToAsManyInstructionsAsWithPtxas) {
  const auto cycles = [&](const char* name) { return us_a_round(name) * kCyclesPerMicrosecond; };
  constexpr double kSum = 4;
  EXPECT_GT(cycles("guarded_sums<10, false>") - cycles("guarded_sums<8, false>"), 2 * kSum + 20);
  EXPECT_LT(cycles("guarded_sums<20, true>") - cycles("guarded_sums<10, true>"), 10 * kSum + 10);
  EXPECT_GT(cycles("guarded_sums<22, true>") - cycles("guarded_sums<20, true>"), 2 * kSum + 20);
}

// Each load is waited for where its side stores it, and the next begins behind that (diffusion_march of agreement/timing/blind).
TEST_F(TimeOfCode, EdgesOfATileAreLoadedOneAfterTheOther) {
  constexpr int kRoundsOfTiles = 32;
  float* const in = floats("in");
  float* const out = floats("out", 32);
  const auto of = [&](const char* name) {
    const auto run = kernel<const float*, float*, int>(name);
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, kRoundsOfTiles); })) - us(nothing());
  };
  EXPECT_GT(of("load_edges<4>"), 2 * of("load_edges<1>"));
}

// ptxas does without a few registers where an SM has room for 2,048 threads then: 29 for the first of these kernels, 46 for the other.
TEST_F(TimeOfCode, NearlyAFullSmIsAFullOne) {
  float* const in = floats("in");
  float* const out = floats("out", 32);
  const auto registers = [&](const char* name) {
    const auto run = kernel<const float*, float*, int>(name);
    return launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 8); }).occupancy.registers;
  };
  EXPECT_EQ(registers("keep_values<22>"), 32U);
  EXPECT_GT(registers("keep_values<40>"), 40U);
}

// With 40 sums in registers a round's 40 loads begin in groups of six or so (selective_scan of agreement/timing/blind): each group waits
// for DRAM, which takes some 800 cycles.
TEST_F(TimeOfCode, LoadsTakeTurnsWhereManyValuesStay) {
  float* const in = floats("in");
  float* const out = floats("out", 32);
  const auto run = kernel<const float*, float*, int>("weigh_states");
  const auto of = [&](int rounds) {
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, rounds); }));
  };
  EXPECT_GT((of(64) - of(32)) * kCyclesPerMicrosecond / 32, 2500);
}

// A loop of unknown length is neither unrolled by nvcc nor by ptxas, and each of its rounds waits for its own loads.
TEST_F(TimeOfCode, ALoopWithLdgThatAPlainLoadEndsIsNotUnrolled) {
  constexpr int kOfRow = 2048;
  int* const start = buffer<int>("start", 2);
  int* const column = buffer<int>("column", kOfRow);
  float* const value = floats("value", kOfRow);
  float* const x = floats("x", kOfRow);
  float* const y = floats("y", 1);
  start[0] = 0, start[1] = kOfRow;
  for (int i = 0; i < kOfRow; ++i) column[i] = i;
  const auto of = [&](const char* name) {
    const auto run = kernel<const int*, const int*, const float*, const float*, float*>(name);
    return us(launch({1, 1, 1}, {1, 1, 1}, [&] { run(start, column, value, x, y); }));
  };
  const double rolled = of("sum_rows_by_ldg");
  EXPECT_GT(rolled, 1.5 * of("sum_rows_by_ldg_restricted")) << "by four, by ptxas alone";
  for (const char* const unrolled : {"sum_rows_by_ldg_to_known_end", "sum_rows"})
    EXPECT_GT(rolled, 1.7 * of(unrolled)) << unrolled;
}

// nvcc unrolls by four, and ptxas by four again if it finds the number of rounds.
TEST_F(TimeOfCode, ACounterThatIsWidenedAndMultipliedIsUnrolledByNvccAlone) {
  constexpr int kRows = 1024;
  constexpr int kColumns = 64;
  float* const in = floats("in", kRows * kColumns);
  float* const out = floats("out", kColumns);
  const auto told = kernel<const float*, float*, int, int>("sum_by_four");
  const double by_four = us(launch({1, 1, 1}, {32, 1, 1}, [&] { told(in, out, kRows, kColumns); }));
  const auto of = [&](const char* name) {
    const auto run = kernel<const float*, float*, int, int, int>(name);
    return us(launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 0, kRows, kColumns); }));
  };
  EXPECT_NEAR(of("sum_from_first_widened") / by_four, 1, 0.15);
  EXPECT_NEAR(of("sum_to_widened_bound") / by_four, 1, 0.15);
  EXPECT_LT(of("sum_from_zero_widened"), 0.5 * by_four);
  EXPECT_LT(of("sum_from_first_narrow"), 0.5 * by_four);
}

// Addresses of shared memory have 32 bits, as the index has: LDS adds the distance, whether or not the index wraps around.
TEST_F(TimeOfCode, AnUnsignedIndexIntoATileTakesNoFurtherAddresses) {
  EXPECT_EQ(issued(counted("sum_window<unsigned int>", 3, 1, 32)),
            issued(counted("sum_window<int>", 3, 1, 32)));
}

// nvcc computes it, and multiplies by the result.
TEST_F(TimeOfCode, ASineOfAConstantIsANumber) {
  EXPECT_EQ(issued(counted("transform_by_cospi", 3, 1, 32)),
            issued(counted("transform_by_numbers", 3, 1, 32)));
}

// A round has sixteen loads of four words each, for all of which registers have no room beside 64 values. ptxas begins the next ones when words
// that came before are used, so that sums hide a part of their latency: an H200 takes 224 cycles (driver 580.159.04, CUDA 13.0, 1 December 2026).
// In groups that are waited for as a whole it would be more than 400.
TEST_F(TimeOfCode, WordsOfARowComeWhileOthersAreMultiplied) {
  EXPECT_LT(cycles_a_round("multiply_row_of_shared"), 375);
  EXPECT_GT(cycles_a_round("multiply_row_of_shared"), 200);
}

// Machine code of CUDA 13.0 for sm_90 has 17 instructions for four rounds, and 6 for one where the sum of the counter and the step may overflow.
TEST_F(TimeOfCode, AStepThatIsKnownAtRunTimeOnlyIsUnrolledByFour) {
  EXPECT_NEAR(issued_a_round("sum_by_grid"), 4.25, 0.5);
  EXPECT_NEAR(issued_a_round("sum_by_block_size"), 6, 0.5);
}

TEST_F(TimeOfCode, AStepOfZeroStaysAnEndlessLoop) {
  float* const in = floats("in", 1024);
  float* const out = floats("out", 32);
  const auto run = kernel<const float*, float*, int, int>("sum_by_step");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, 1024, 0); });
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults[0].kind, simt::FaultKind::time_limit);
  EXPECT_EQ(report.faults[0].message, "the kernel does not finish: this loop's step is 0");
}

// Sixteen rounds at once, as upwards.
TEST_F(TimeOfCode, ALoopThatCountsDownIsUnrolledTwice) {
  EXPECT_LT(us_a_round("sum_downwards"), 0.5 * us_a_round("sum_in_steps"));
}

// 73 instructions for sixteen rounds.
TEST_F(TimeOfCode, TakingAQuadApartCountsForNothing) {
  EXPECT_NEAR(4 * issued_a_round("scale_quads"), 4.6, 0.6);
}

// nvcc unrolls by the size of the functions' code: around 60 instructions by two, around 17 by four, and around a loop not at all.
TEST_F(TimeOfCode, LoopsAroundFunctionsAreUnrolledByTheirSize) {
  EXPECT_EQ(issued_a_round("map<TwoLogarithms>"), issued_a_round("map_by<TwoLogarithms, 2>"));
  EXPECT_NEAR(issued_a_round("map<Tangent>"), 20.5, 1);  // 79 for four; 28 for each by itself
  EXPECT_EQ(issued_a_round("map<Sine>"), issued_a_round("map_by<Sine, 1>"));
}

TEST_F(TimeOfCode, KnownRoundsAreUnrolledByTheirSize) {
  EXPECT_EQ(issued_a_round("add_in_sixteen<18>"), issued_a_round("add_in_sixteen_by<18, 16>"));
  EXPECT_EQ(issued_a_round("add_in_sixteen<30>"), issued_a_round("add_in_sixteen_by<30, 4>"));
}

// A compare-and-swap that expects a constant does not wait for those before it: 264 that change a word take 290 ns each.
TEST_F(TimeOfCode, WhoFindsAWordTakenGoesOn) {
  constexpr unsigned kClaiming = 264;
  int* const words = buffer<int>("words", 32);
  const auto of = [&](const char* name) {
    words[0] = -1;
    const auto run = kernel<int*, int>(name);
    return us(launch({kClaiming, 1, 1}, {32, 1, 1}, [&] { run(words, 7); }));
  };
  EXPECT_GT(of("swap_word"), 5 * of("claim_word"));
}

}  // namespace
