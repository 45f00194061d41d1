// Messages of a process that nobody trusts: what is wrong with one is said, whatever it is.
#include "messages.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "channel.h"

namespace {

using simt::remote::Channel;
using simt::remote::Json;

const std::vector<std::string> kFiles{"kernel.cu"};

simt::LaunchReport full_report() {
  simt::LaunchReport report;
  simt::AccessCost access;
  access.where = {"kernel.cu", 3};
  access.space = simt::Space::shared;
  access.op = simt::Op::store;
  access.width = 16;
  access.instruction = simt::Instruction::matrix2;
  access.requests = 5;
  access.lanes = 160;
  access.array = "tile";
  access.worst_instruction.bank_conflicts = 31;
  access.instructions = 3;
  access.joined_lines = {4, 7};
  access.wavefronts = 1ULL << 60U;
  access.example.array = "tile";
  access.example.offsets.fill(-1);
  access.example.passes.of_words.assign(std::size_t{4} * simt::kWarpSize, -1);
  access.example.passes.of_words[5] = 31;
  access.example.passes.group_starts = {0, 8};
  report.accesses.push_back(access);
  simt::Fault fault;
  fault.kind = simt::FaultKind::race;
  fault.message = "two threads\n";
  fault.advice = "look";
  fault.where = {"kernel.cu", 4};
  fault.count = 9;
  report.faults.push_back(fault);
  report.printed = "\x80 is no UTF-8";
  report.shared_arrays.push_back({"tile", 4096});
  report.remarks.push_back({"odd", {"kernel.cu", 5}});
  report.in_flight = {640, 20, 64, 2048};
  report.barriers = {12, 34};
  report.passage = {56, 78};
  report.warp_shares = {80, 20, 8};
  report.order = {true, {9, simt::Drawn::lanes, 4, 0, 7, 3}, {{{"kernel.cu", 6}, 1ULL << 63U, 5}}};
  simt::PredictedTime time;
  time.us = 12.5;
  time.least_us = 8;
  time.error = 0.12;
  time.limiter = "DRAM";
  time.resident_blocks = 8;
  time.fixed_us = 2;
  time.busiest_block = 0.25;
  time.lines.push_back({{"kernel.cu", 3}, 0.75});
  report.predicted_on.push_back(time);
  return report;
}

Json sent() { return simt::remote::message_of(simt::remote::text_of(simt::remote::json_of(full_report()))); }

TEST(Messages, AReportArrivesAsItWasSent) {
  const simt::LaunchReport report = simt::remote::report_of(sent(), kFiles);
  ASSERT_EQ(report.accesses.size(), 1U);
  EXPECT_EQ(report.accesses.front().where, (simt::SourceLine{"kernel.cu", 3}));
  EXPECT_EQ(report.accesses.front().space, simt::Space::shared);
  EXPECT_EQ(report.accesses.front().wavefronts, 1ULL << 60U);
  EXPECT_EQ(report.accesses.front().instruction, simt::Instruction::matrix2);
  EXPECT_EQ(report.accesses.front().array, "tile");
  EXPECT_EQ(report.accesses.front().worst_instruction.bank_conflicts, 31U);
  EXPECT_EQ(report.accesses.front().instructions, 3U);
  EXPECT_EQ(report.accesses.front().example.offsets[31], -1);
  EXPECT_EQ(report.accesses.front().example.passes.of_words,
            full_report().accesses.front().example.passes.of_words);
  EXPECT_EQ(report.accesses.front().example.passes.group_starts, (std::vector<std::int8_t>{0, 8}));
  ASSERT_EQ(report.faults.size(), 1U);
  EXPECT_EQ(report.faults.front().kind, simt::FaultKind::race);
  EXPECT_EQ(report.faults.front().message, "two threads\n");
  EXPECT_EQ(report.faults.front().advice, "look");
  EXPECT_EQ(report.printed, "\xEF\xBF\xBD is no UTF-8") << "as U+FFFD";
  EXPECT_EQ(report.shared_arrays.front().bytes, 4096U);
  EXPECT_EQ(report.remarks.front().where.line, 5U);
  EXPECT_EQ(report.in_flight.bytes, 640U);
  EXPECT_EQ(report.in_flight.waits, 20U);
  EXPECT_EQ(report.in_flight.most, 64U);
  EXPECT_EQ(report.in_flight.resident_threads, 2048U);
  EXPECT_EQ(report.barriers.of_blocks, 12U);
  EXPECT_EQ(report.barriers.of_warps, 34U);
  EXPECT_EQ(report.passage.stored, 56U);
  EXPECT_EQ(report.passage.read_back, 78U);
  EXPECT_EQ(report.warp_shares.evenness(), 0.5);
  ASSERT_EQ(report.predicted_on.size(), 1U);
  EXPECT_EQ(report.predicted_on.front().work_us(), 10.5);
  EXPECT_EQ(report.predicted_on.front().limiter, "DRAM");
  EXPECT_EQ(report.predicted_on.front().busiest_block, 0.25);
  EXPECT_EQ(report.predicted_on.front().lines.front().where, (simt::SourceLine{"kernel.cu", 3}));
  EXPECT_EQ(report.predicted_on.front().lines.front().share, 0.75);
}

// Every value in turn replaced by others of every type, or taken out: never more than an error.
void spoil(Json& whole, const Json::json_pointer& at, std::size_t& refused) {
  const Json original = whole[at];
  for (const Json& other : {Json(nullptr), Json(-1), Json(1e300), Json("text"), Json::array({1, 2}),
                            Json::object(), Json(true), Json(~0ULL)}) {
    whole[at] = other;
    try {
      simt::remote::report_of(whole, kFiles);
    } catch (const simt::Error&) {
      ++refused;
    }
  }
  whole[at] = original;
}

TEST(Messages, WhatIsNoReportIsRefusedAndNothingWorse) {
  Json whole = sent();
  std::size_t refused = 0;
  const Json flat = whole.flatten();
  for (const auto& [path, value] : flat.items()) spoil(whole, Json::json_pointer(path), refused);
  EXPECT_GT(refused, 200U);
}

TEST(Messages, ALineOfAnotherFileIsRefused) {
  Json whole = sent();
  whole["faults"][0]["where"]["file"] = "/etc/passwd";
  EXPECT_THROW(simt::remote::report_of(whole, kFiles), simt::Error);
}

TEST(Messages, ATimeThatNoLaunchTakesIsRefused) {
  for (const auto& [name, value] : {std::pair{"us", -1.0}, {"us", 1.0}, {"us", 1e300}, {"error", -0.5}}) {
    Json whole = sent();
    whole["predicted_on"][0][name] = value;
    EXPECT_THROW(simt::remote::report_of(whole, kFiles), simt::Error) << name << ' ' << value;
  }
  Json whole = sent();
  whole["predicted_on"][0]["lines"][0]["share"] = 1.5;
  EXPECT_THROW(simt::remote::report_of(whole, kFiles), simt::Error);
}

TEST(Messages, APassThatSharedMemoryCannotTakeIsRefused) {
  for (const int pass : {-2, 32}) {
    Json whole = sent();
    whole["accesses"][0]["example"]["passes"][7] = pass;
    EXPECT_THROW(simt::remote::report_of(whole, kFiles), simt::Error) << pass;
  }
  Json narrower = sent();
  narrower["accesses"][0]["width"] = 8;
  EXPECT_THROW(simt::remote::report_of(narrower, kFiles), simt::Error);
}

TEST(Messages, DeepNestingIsNoTrouble) {
  const std::string deep(5'000'000, '[');
  EXPECT_THROW(simt::remote::message_of(deep), simt::Error);
  EXPECT_THROW(simt::remote::message_of("{\"a\":" + deep), simt::Error);
}

class Channels : public testing::Test {
 protected:
  Channels() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    ours_ = pair[0];
    theirs_ = pair[1];
  }

  int ours_ = -1;
  int theirs_ = -1;
};

TEST_F(Channels, MessagesKeepTheirOrderAndEnds) {
  Channel ours(ours_);
  Channel theirs(theirs_);
  ours.send_later("one");
  ours.send_later("");
  ASSERT_TRUE(ours.send("three"));
  EXPECT_EQ(theirs.receive(), "one");
  EXPECT_EQ(theirs.receive(), "");
  EXPECT_EQ(theirs.receive(), "three");
}

TEST_F(Channels, ATooLongMessageIsNotSentAndNotTaken) {
  Channel ours(ours_);
  EXPECT_THROW(ours.send(std::string(Channel::kMostBytes + 1, 'x')), simt::Error);
  ASSERT_EQ(write(theirs_, "\xff\xff\xff\xff", 4), 4);
  EXPECT_EQ(ours.receive(), std::nullopt);
  close(theirs_);
}

TEST_F(Channels, TheOthersEndIsNoted) {
  Channel ours(ours_);
  ASSERT_EQ(write(theirs_, "\x09\0\0\0half", 8), 8);
  close(theirs_);
  EXPECT_EQ(ours.receive(), std::nullopt);
  EXPECT_FALSE(ours.send("anybody?"));
}

}  // namespace
