// How fast the parts of each device are, in units that do not depend on a launch. The one list of the model's constants.
#pragma once

#include "simt/devices.h"

namespace simt {

struct TimeConstants {
  // ns: from the launch until its first block begins, and from its last until it counts as over.
  double fixed_ns = 2190;
  // ns of loads that find what they want in L1, in L2, in DRAM; in shared memory.
  double l1_ns = 17.4;
  // 146 for a thread alone (docs/measurements/h200/latency.md); with l2_loaded below, the best of seven pairs.
  double l2_ns = 193;
  double dram_ns = 350;
  double shared_ns = 12.6;
  double line_ns = 5.3;  // more for each further line of a request
  double barrier_ns = 7.3;
  // Of the code that no warp of an SM has come by before, which L2 has: for each instruction of 16 bytes (docs/measurements/time_model.md,
  // "Mechanisms").
  double fetch_ns = 1.48;
  double block_ns = 0.557;  // of the whole GPU, between the beginnings of two blocks
  // Cycles of an SM.
  double issue = 1.12;    // of one of its four schedulers, for a warp instruction
  double unit = 1.075;    // …of a scheduler's slower unit, for one that the compiler expects
  double line = 1.525;    // of its data path, for each line of a request
  double line_hit = 0.4;  // …that L1 has: 0.25 in order, 0.34 at random (agreement/timing/paths.cu)
  // of the way to constants, for each word that a warp wants (gamma_lookup_2m and crc32_20k_messages_of_80 of
  // agreement/timing/unseen.cu, crc_constant of held_out.cu)
  double constant = 2.1;
  // ns of a constant that the first cache of constants has, and of one that the second has: constant_chain_1k and
  // constant_chain_8k of agreement/timing/mechanisms.cu, less the shift that each link waits for.
  double constant_ns = 15.2;
  double constant_second_ns = 53;
  double wavefront = 1.0;  // of its data path, for a pass over the banks
  double store_queue = 2060;
  // A store to a line waits so long for further ones of its warp (docs/measurements/time_model.md, "Stores that go together").
  double joined_ns = 76;
  // What L2 has for all SMs together: GB/s of whole lines; which part of a line's time its sectors take when it is read; the
  // least that a line takes when it is written, as a part of a whole one's time.
  double l2_read_gb_per_s = 11150;
  double l2_write_gb_per_s = 4550;
  double l2_read_dense = 0.94;
  double l2_write_line = 0.345;
  // The same of a line with a sector that is written only in part, and of each of its sectors; 0.254 and 0.239 where nothing else goes on.
  // In local memory such a line takes longer, and keeps its warp for some cycles of the SM (agreement/timing/paths.cu).
  double l2_part_line = 0.264;
  double l2_part_sector = 0.253;
  double l2_part_local = 1.27;
  double local_part_line = 4.25;
  double local_part_sector = 2.6;
  // And of the line of an atomic operation: the least, and each sector; how much longer one takes that is touched in part.
  double l2_atomic_line = 0.463;
  // …where nobody reads the answer: atomic_table_adds_unseen_256k of mechanisms.cu, beside atomic_table_adds_256k.
  double l2_sum_line = 0.328;
  double l2_atomic_sector = 0.195;
  double l2_atomic_part = 1.17;
  // …and of each further pass over one of its sectors, where lanes want one word (docs/measurements/time_model.md, "Atomic operations").
  double l2_pass = 0.437;
  // Atomic operations on the words of a table, one after the other (H200, driver 580.159.04, 1 December 2026, mechanisms.cu,
  // atomic_long_walk_fails_64k_1_threads and so on): how much later an answer comes than a load's.
  double atomic_answer_ns = 35;
  double l2_port_bytes = 64;  // a cycle, of one SM
  // DRAM: what a launch that only reads or only writes gets, and one that writes as much as it reads.
  double dram_read_gb_per_s = 4620;
  double dram_copy_gb_per_s = 4230;
  // ps of a fetch or write-back that is alone in its line, beyond its bytes: l2_cache.h.
  double lone_read_ps = 1.59;
  double lone_write_ps = 12;
  double lone_scattered_ps = 2.8;
  // A load from DRAM takes longer the busier DRAM is: times 1 + loaded * share ^ loaded_power.
  double loaded = 1.7;
  double loaded_power = 1.44;
  double l2_loaded = 1;    // the same of a load from L2 and the busier of L2's ways, reads and writes
  double l2_bytes = 26e6;  // of data that is kept, once in each half
  // How parts that are nearly as busy as the busiest one add to it: as a norm of this power, so much of each.
  double together = 1.205;
  double together_power = 3.07;
  // Compare-and-swap, agreement/timing/mechanisms.cu: between two of one word that succeed (242 where 132 lanes try, 337 where
  // 1,056 do: swap_one_lane_132_warps_1_words and so on); between two owners of a lock (locks_1); a sector's time for an
  // attempt (swap_add_4096_threads_1_words; a slice's is that of any atomic operation). Of k lanes that try at a time one
  // succeeds in k ^ swap_power attempts: more of them than one in a round trip, because they do not come together.
  double swap_ns = 290;
  double lock_ns = 900;
  double swap_sector_ns = 1.19;
  double swap_power = 0.8;
  // How often a lane fails that has what it expects from L1, where the word is as it was before the others came: cas_random_64Ki of
  // launches.cu, cas_double_add of held_out.cu.
  double swap_stale = 1.6;
  // Atomic operations on shared memory (H200, driver 580.159.04, 30 November 2026, docs/measurements/time_model.md): how much later an
  // answer comes than a load's, 48 and 54 cycles; of one that adds floats, a loop around a compare-and-swap, each pass, 105 cycles; and
  // how long it keeps a word from other warps, 85 cycles where eight want the same 32 words, 43 where 32 do.
  double shared_answer_ns = 13;
  double shared_spin_ns = 53;
  double shared_spin_word_ns = 30;
  // A slice's pass over any sector for an atomic operation; an integer's over one sector after another one.
  double atomic_slice_ns = 0.754;
  double atomic_ns = 0.743;
  double l1_total_kib = 256;  // with shared memory
  double error = 0.20;        // the mean of launches that the constants were not fitted to: time_model.md
};

TimeConstants time_constants_of(const Device& device);

}  // namespace simt
