#include "module_test.h"

using simt::FaultKind;
using simt::Op;
using simt::Space;

SIMT_MODULE_TEST(Structs, "structs");

namespace {

struct Pieces {
  const char* kernel;
  std::size_t bytes;  // bytes of a struct
  unsigned width;     // bytes of each piece
  unsigned count;
};

}  // namespace

// The copies are those of nvcc 13, by its PTX for sm_90.
TEST_F(Structs, AreCopiedInPiecesOfTheirAlignment) {
  for (const Pieces& expected : {Pieces{"copy_plain", 16, 4, 4}, Pieces{"copy_aligned", 32, 16, 2},
                                 Pieces{"copy_doubles", 24, 8, 3}, Pieces{"copy_small", 4, 2, 2}}) {
    auto* const in = buffer<unsigned char>(expected.kernel, 32 * expected.bytes);
    auto* const out = buffer<unsigned char>("out", 32 * expected.bytes);
    for (std::size_t i = 0; i < 32 * expected.bytes; ++i) in[i] = static_cast<unsigned char>(i);
    const auto run = kernel<const void*, void*>(expected.kernel);
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
    EXPECT_TRUE(report.faults.empty()) << expected.kernel;
    EXPECT_TRUE(std::equal(in, in + 32 * expected.bytes, out) ||
                expected.bytes == 4);  // padding need not move
    for (const Op op : {Op::load, Op::store}) {
      const auto whole = cost(report, "// whole", Space::global, op);
      EXPECT_EQ(whole.width, expected.width) << expected.kernel;
      EXPECT_EQ(whole.requests, expected.count) << expected.kernel;
    }
  }
}

// The host lays them out so, and reads and writes what kernels do.
TEST_F(Structs, NumbersOf128BitsBeginAtMultiplesOf16Bytes) {
  struct Wide {
    int a;
    alignas(16) long long b[2];
    int c;
  };
  struct Holder {
    unsigned kept[10];
    alignas(16) unsigned long long a;
    alignas(16) float b[4];
  };
  auto* const wide = buffer<Wide>("wide", 32);
  auto* const sums = buffer<long long>("sums", 32);
  for (int i = 0; i < 32; ++i) wide[i] = {i, {1000LL * i, 0}, -2 * i};
  const auto sum = kernel<const void*, long long*>("sum_wide");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { sum(wide, sums); }).faults.empty());
  for (int i = 0; i < 32; ++i) EXPECT_EQ(sums[i], 999LL * i);

  auto* const which = buffer<unsigned>("which", 32);
  auto* const holders = buffer<Holder>("holders", 32);
  for (unsigned i = 0; i < 32; ++i) which[i] = i % 3;
  const auto keep = kernel<const unsigned*, void*>("keep_fields");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { keep(which, holders); }).faults.empty());
  for (unsigned i = 0; i < 32; ++i) {
    EXPECT_EQ(holders[i].kept[9], 10 * (i % 3) + 9);
    EXPECT_EQ(holders[i].a, 100 + i % 3);
    EXPECT_EQ(holders[i].b[3], 4.0F);
  }
}

// Nobody writes it, and a copy of a whole structure reads it: no fault. A member that nobody wrote is one.
TEST_F(Structs, PaddingNeedNotBeWritten) {
  for (const char* const name : {"copy_padded", "copy_mixed", "copy_unnamed", "copy_filled", "copy_shared"}) {
    const auto run = kernel<void*, void*, bool>(name);
    for (const bool writes_last : {true, false}) {
      auto* const in = buffer<double>("in", 128, false);
      auto* const out = buffer<double>("out", 128, false);
      const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out, writes_last); });
      EXPECT_EQ(report.faults.empty(), writes_last)
          << name << ": " << (report.faults.empty() ? "" : report.faults[0].message);
      for (const simt::Fault& fault : report.faults) EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
    }
  }
}

// By pointers, references and values: only what a pointer points to says what is a member.
TEST_F(Structs, PaddingNeedNotBeWrittenWhateverTheCopy) {
  const auto late = kernel<void*, void*, bool>("copy_late");
  for (const bool writes_last : {true, false}) {
    auto* const in = buffer<double>("in", 64, false);
    auto* const out = buffer<double>("out", 64, false);
    EXPECT_EQ(launch({1, 1, 1}, {32, 1, 1}, [&] { late(in, out, writes_last); }).faults.empty(), writes_last);
  }
  auto* const in = buffer<double>("in", 32, false);
  auto* const out = buffer<double>("out", 32, false);
  const auto choice = kernel<void*, void*>("copy_choice");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { choice(in, out); }).faults.empty());
}

// The first store to a bit-field loads the word that it is in. Reading one that nobody wrote is a fault all the same.
TEST_F(Structs, BitFieldsMayBeWrittenOneByOne) {
  auto* const in = buffer<std::uint64_t>("in", 64, false);
  auto* const out = buffer<std::uint64_t>("out", 64, false);
  const auto copy = kernel<void*, void*>("copy_bits");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { copy(in, out); }).faults.empty());
  EXPECT_EQ(out[0] & 0x3FFFFU, 3U | 1U << 5U);
  auto* const unwritten = buffer<std::uint64_t>("unwritten", 64, false);
  const auto count = kernel<void*, void*>("count_bits");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { count(unwritten, out); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
}

TEST_F(Structs, AnArgumentsMemberMayBeChosenByBranches) {
  auto* const which = buffer<unsigned>("which", 64);
  auto* const out = buffer<unsigned>("out", 32, false);
  for (unsigned i = 0; i < 32; ++i) {
    which[i] = i % 8;
    which[i + 32] = 9;
  }
  struct Four {
    unsigned x, y, z, w;
  };
  const auto run = kernel<Four, Four, const unsigned*, unsigned*, unsigned>("pick_member");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] {
                run({1, 2, 3, 4}, {5, 6, 7, 8}, which, out, 3);
              }).faults.empty());
  const unsigned expected[] = {901, 902, 903, 504, 504, 504, 604, 604};
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], expected[i % 8]) << i;
}

TEST_F(Structs, PaddingIsKnownWhateverTheOptimiserDoes) {
  auto* const in = buffer<float>("in", 256, false);
  auto* const out = buffer<float>("out", 32 * 40, false);
  const auto by_memcpy = kernel<float*, float*>("copy_by_memcpy");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { by_memcpy(in, out); }).faults.empty());
  const auto ahead = kernel<float*, int, int>("copy_ahead_of_a_loop");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { ahead(out, 3, 1); }).faults.empty());
  const auto large = kernel<float*>("copy_large");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { large(out); }).faults.empty());
}

TEST_F(Structs, UnwrittenMembersAreFoundWhateverTheOptimiserDoes) {
  auto* const out = buffer<float>("out", 32 * 40, false);
  const auto chosen = kernel<float*, bool>("read_chosen");
  auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { chosen(out, true); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// of the chosen one"));
  const auto large = kernel<float*>("copy_large_and_full");
  fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { large(out); }));
  EXPECT_EQ(fault.kind, FaultKind::uninitialized_read);
  EXPECT_EQ(fault.where.line, line_of("// a large one"));
}

TEST_F(Structs, MergedCopiesKeepTheirMembers) {
  const auto neighbours = kernel<float*, bool>("copy_neighbours");
  for (const bool writes_last : {true, false}) {
    auto* const out = buffer<float>("out", 128, false);
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { neighbours(out, writes_last); });
    EXPECT_EQ(report.faults.empty(), writes_last);
    EXPECT_EQ(cost(report, "// merged", Space::shared, Op::load).width, 16U);
  }
}

// nvcc 13 makes LDG.128, STS.128 and LDS.128 of these: it believes the cast on either side.
TEST_F(Structs, AreCopiedAsTheVectorsThatTheyAreCastTo) {
  auto* const in = buffer<float>("in", 128);
  auto* const out = buffer<float>("out", 128);
  for (int i = 0; i < 128; ++i) in[i] = static_cast<float>(i);
  const auto by_vectors = kernel<float*, float*>("tile_by_vectors");
  simt::LaunchReport report = launch({1, 1, 1}, {32, 1, 1}, [&] { by_vectors(in, out); });
  EXPECT_TRUE(report.faults.empty());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], in[i ^ 4]) << i;
  const auto expect_vectors = [&](const char* line, Space space, Op op) {
    const auto access = cost(report, line, space, op);
    EXPECT_EQ(access.width, 16U) << line;
    EXPECT_EQ(access.requests, 1U) << line;
  };
  expect_vectors("// to the tile", Space::global, Op::load);
  expect_vectors("// to the tile", Space::shared, Op::store);
  expect_vectors("// from the tile", Space::shared, Op::load);
  expect_vectors("// from the tile", Space::global, Op::store);
  const auto registers = kernel<float*, float*>("tile_from_registers");
  report = launch({1, 1, 1}, {32, 1, 1}, [&] { registers(in, out); });
  EXPECT_TRUE(report.faults.empty());
  // Behind LLVM 14 pointers do not say what they point to, and both sides are variables here.
  if (module_.compiler().rfind("clang 14.", 0) == 0)
    expect_vectors("// from registers", Space::shared, Op::store);
  expect_vectors("// to registers", Space::shared, Op::load);
}

TEST_F(Structs, GoThroughALocalArrayAsVectors) {
  auto* const in = buffer<float>("in", 256);
  auto* const out = buffer<float>("out", 256, false);
  for (int i = 0; i < 256; ++i) in[i] = static_cast<float>(i);
  const auto run = kernel<float*, float*>("by_way_of_registers");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(report.accesses.size(), 4U);
  for (const char* const which : {"// the first four", "// the next four"}) {
    for (const bool is_load : {true, false}) {
      const auto access =
          cost(report, std::string(which) + (is_load ? " into registers" : " out of registers"),
               Space::global, is_load ? Op::load : Op::store);
      EXPECT_EQ(access.width, 16U) << which;
      EXPECT_EQ(access.requests, 1U) << which;
    }
  }
  for (int i = 0; i < 256; ++i) EXPECT_EQ(out[i], static_cast<float>(2 * i)) << i;
}

TEST_F(Structs, GoThroughAMemberAsVectors) {
  auto* const in = buffer<float>("in", 128);
  auto* const out = buffer<float>("out", 128, false);
  for (int i = 0; i < 128; ++i) in[i] = static_cast<float>(i);
  const auto run = kernel<float*, float*>("by_way_of_members");
  const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { run(in, out); });
  EXPECT_TRUE(report.faults.empty());
  EXPECT_EQ(report.accesses.size(), 2U);
  EXPECT_EQ(cost(report, "// into a member", Space::global, Op::load).width, 16U);
  EXPECT_EQ(cost(report, "// out of a member", Space::global, Op::store).width, 16U);
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], static_cast<float>(2 * i)) << i;
}

TEST_F(Structs, AreMisalignedWhereTheirVectorsAre) {
  auto* const in = buffer<float>("in", 128);
  auto* const out = buffer<float>("out", 128);
  const auto odd_rows = kernel<float*, float*>("tile_of_odd_rows");
  const auto fault = only_fault(launch({1, 1, 1}, {32, 1, 1}, [&] { odd_rows(in, out); }));
  EXPECT_EQ(fault.kind, FaultKind::misaligned);
  EXPECT_EQ(fault.where.line, line_of("// at an odd row"));
}

TEST_F(Structs, OfFloatsMayBeAtAnyFloat) {
  auto* const in = buffer<float>("in", 129);
  auto* const out = buffer<float>("out", 128);
  for (int i = 0; i < 129; ++i) in[i] = static_cast<float>(i);
  const auto by_structs = kernel<const float*, void*>("tile_by_structs");
  EXPECT_TRUE(launch({1, 1, 1}, {32, 1, 1}, [&] { by_structs(in, out); }).faults.empty());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out[i], in[(i ^ 4) + 1]) << i;
}

// LLVM makes one load of it, from an address that is the argument's or an array's.
TEST_F(Structs, AMemberOfAnArgumentOrWhatItPointsTo) {
  struct Sized {
    unsigned most;
    const unsigned* count;
  };
  auto* const others = buffer<Sized>("others", 32);
  auto* const counts = buffer<unsigned>("counts", 64);
  auto* const out = buffer<unsigned>("out", 128);
  for (unsigned i = 0; i < 64; ++i) counts[i] = 100 + i;
  for (unsigned i = 0; i < 32; ++i) others[i] = {i, i % 2 == 0 ? nullptr : counts + i};
  const auto sizes = kernel<Sized, const Sized*, unsigned*>("chosen_sizes");
  for (const unsigned* const count :
       {static_cast<const unsigned*>(nullptr), static_cast<const unsigned*>(counts)}) {
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { sizes({1000, count}, others, out); });
    EXPECT_TRUE(report.faults.empty()) << report.faults[0].message;
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(out[i], (count == nullptr ? 1000U : 100U) + (i % 2 == 0 ? i : 100 + i)) << i;
  }
  const auto behind = kernel<Sized, unsigned*>("chosen_behind_branches");
  for (const unsigned* const count :
       {static_cast<const unsigned*>(nullptr), static_cast<const unsigned*>(counts)}) {
    const auto report = launch({1, 1, 1}, {32, 1, 1}, [&] { behind({7, count}, out); });
    EXPECT_TRUE(report.faults.empty()) << report.faults[0].message;
    for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], count == nullptr ? 7U : 100 + i) << i;
  }
}
