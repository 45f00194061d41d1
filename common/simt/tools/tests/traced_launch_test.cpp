// Launches by name: values arrive, buffers live on, and what does not fit is refused in words.
#include "traced_launch.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "module_test.h"
#include "record_json.h"
#include "trace_run.h"

namespace {

using simt_tools::LaunchRequest;
using simt_tools::TraceOptions;
using simt_tools::TraceSession;

class TracedLaunch : public simt_test::ModuleTest {
 protected:
  TracedLaunch() : ModuleTest("traced") {}

  static LaunchRequest request(const std::string& kernel, const std::vector<std::string>& arguments,
                               unsigned threads = 32) {
    return {kernel, {{1, 1, 1}, {threads, 1, 1}, 0}, arguments};
  }

  std::string refusal(const std::string& kernel, const std::vector<std::string>& arguments,
                      unsigned threads = 32) {
    try {
      session_.launch(request(kernel, arguments, threads));
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "launched";
  }

  template <class T>
  T element(const std::string& buffer, std::size_t index = 0) const {
    T value;
    std::memcpy(&value, session_.buffer(buffer).memory + index * sizeof(T), sizeof value);
    return value;
  }

  simt_tools::SessionOptions options_{{2, 0, 1.0}, 1};
  TraceSession session_{module_, options_};
};

TEST_F(TracedLaunch, ValuesArriveAndCostsAreCounted) {
  const auto& launch = session_.launch(request("scale", {"f32:32:iota", "f32:32:uninit", "0.1", "32"}));
  EXPECT_TRUE(launch.report.faults.empty());
  EXPECT_EQ(element<float>("out", 31), 0.1F * 31);
  EXPECT_EQ(cost(launch.report, "out[i] = factor * in[i]", simt::Space::global, simt::Op::load).sectors, 4U);
  EXPECT_EQ(launch.passed[0].buffer, "in");
  EXPECT_EQ(launch.passed[2].buffer, "");
}

TEST_F(TracedLaunch, EveryScalarTypeIsPassed) {
  session_.launch(
      request("every_scalar",
              {"out=f64:7:zeros", "1", "-5", "65535", "5000000000", "i64:-5000000000", "0.1", "1"}, 1));
  const std::vector<double> expected{1, -5, 65535, 5e9, -5e9, 0.1, 1};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(element<double>("out", i), expected[i]) << i;
}

TEST_F(TracedLaunch, MoreArgumentsThanRegisters) {
  session_.launch(request("many", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "i32:1:zeros"}, 1));
  EXPECT_EQ(element<int>("out"), 45);
}

TEST_F(TracedLaunch, KernelsWithoutParametersAndNullPointers) {
  EXPECT_TRUE(session_.launch(request("nothing", {})).report.completed());
  session_.launch(request("or_null", {"null", "i32:1:zeros"}, 1));
  EXPECT_EQ(element<int>("out"), 7);
}

TEST_F(TracedLaunch, InstancesOfTemplatesInNamespacesKeepTheirLines) {
  const auto& launch = session_.launch(request("times<3, int>", {"i32:32:iota", "i32:32:zeros"}));
  EXPECT_EQ(element<int>("out", 5), 15);
  EXPECT_EQ(cost(launch.report, "through a function", simt::Space::global, simt::Op::load).requests, 1U);
}

TEST_F(TracedLaunch, BuffersLiveOnUnderTheirNames) {
  session_.launch(request("scale", {"f32:32:iota", "half=f32:32:zeros", "0.5", "32"}));
  session_.launch(request("scale", {"@half", "f32:32:zeros", "4", "32"}));
  EXPECT_EQ(element<float>("out", 3), 6.0F);
  EXPECT_NE(refusal("scale", {"@hlaf", "@out", "4", "32"}).find("no buffer `hlaf`; there are: in, half, out"),
            std::string::npos);
  EXPECT_NE(refusal("scale", {"half=f32:1:zeros", "@out", "4", "32"}).find("a buffer `half` already"),
            std::string::npos);
  session_.launch(request("scale", {"f32:1:zeros", "f32:1:zeros", "4", "1"}));
  EXPECT_EQ(session_.buffer("in_2").elements, 1U);
}

TEST_F(TracedLaunch, FaultsNameTheBufferByItsParameter) {
  const auto& launch = session_.launch(request("scale", {"f32:33:iota", "f32:20:zeros", "1", "32"}));
  ASSERT_FALSE(launch.report.faults.empty());
  EXPECT_NE(launch.report.faults[0].message.find("`out[20]`"), std::string::npos)
      << launch.report.faults[0].message;
}

TEST_F(TracedLaunch, UninitialisedBuffersAreNotWritten) {
  const auto& launch = session_.launch(request("scale", {"f32:32:uninit", "f32:64:uninit", "1", "32"}));
  ASSERT_EQ(launch.report.faults.size(), 1U);
  EXPECT_EQ(launch.report.faults[0].kind, simt::FaultKind::uninitialized_read);
  EXPECT_TRUE(session_.is_written(session_.buffer("out"), 31));
  EXPECT_FALSE(session_.is_written(session_.buffer("out"), 32));
}

TEST_F(TracedLaunch, WhatDoesNotFitIsShownBesideTheSignature) {
  const std::string count = refusal("scale", {"f32:32:iota", "f32:32:zeros", "1"});
  EXPECT_NE(count.find("`scale` takes 4 arguments, 3 are given"), std::string::npos) << count;
  EXPECT_NE(count.find("scale(const real* in, float* out, float factor, int n)"), std::string::npos) << count;
  EXPECT_NE(count.find("int n            (nothing given)"), std::string::npos) << count;
  EXPECT_NE(refusal("nothing", {"1"}).find("takes 0 arguments, 1 is given"), std::string::npos);
}

TEST_F(TracedLaunch, WrongArgumentsAreRefused) {
  const auto said = [&](const std::vector<std::string>& arguments) { return refusal("scale", arguments); };
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(said({"3", "f32:32:zeros", "1", "32"}),
         "`const real* in`, is a pointer, and a single number is given");
  expect(said({"f32:32:iota", "f32:32:zeros", "1", "f32:4:zeros"}),
         "`int n`, is no pointer, and a buffer is given");
  expect(said({"i32:32:iota", "f32:32:zeros", "1", "32"}), "is given elements of type i32; write f32:");
  expect(said({"f64:32:iota", "f32:32:zeros", "1", "32"}), "is given elements of type f64");
  expect(said({"f32:32:iota", "f32:32:zeros", "1", "32.5"}), "cannot be 32.5: i32 holds whole numbers");
  expect(said({"f32:32:iota", "f32:32:zeros", "1", "f32:32"}), "is given as f32; write i32:");
  expect(said({"f32:32:iota", "f32:32:zeros", "f64:1", "32"}), "is given as f64; write f32:");
  expect(said({"f32:32:rand", "f32:32:zeros", "1", "32"}), "there is no fill `rand`");
  expect(said({"f32:32:iota", "f32:32:zeros", "null", "32"}), "`null` is no number");
  expect(refusal("whole_struct", {"1", "f32:1:zeros"}),
         "`float4 value`, is a struct passed by value; give its members in braces, such as {0, 0, 0, 0}");
  expect(refusal("every_scalar", {"f64:7:zeros", "2", "1", "1", "1", "1", "1", "1"}), "cannot be 2");
  expect(refusal("sclae", {}), "no kernel `sclae` in ");
  expect(refusal("sclae", {}), "; it has: scale, every_scalar");
  expect(refusal("nothing", {}, 2048), "`nothing` cannot be launched: the launch asks for 2048 threads");
}

TEST_F(TracedLaunch, StructsArePassedByTheirMembers) {
  const auto& launch =
      session_.launch(request("fill_view", {"{f32:32:iota, result=f32:64:uninit, {8, 32}, {0.5, 1, 0.5}}"}));
  EXPECT_TRUE(launch.report.faults.empty());
  EXPECT_EQ(element<float>("result", 8 + 31), 62.0F);
  ASSERT_EQ(launch.passed[0].members.size(), 4U);
  EXPECT_EQ(launch.passed[0].members[0].buffer, "in");
  EXPECT_EQ(launch.passed[0].members[1].buffer, "result");
  EXPECT_EQ(launch.passed[0].members[2].members[1].given, "32");
  session_.launch(request("whole_struct", {"{2.5,0,0,0}", "@result"}, 1));
  EXPECT_EQ(element<float>("result"), 2.5F);
}

TEST_F(TracedLaunch, WrongStructsAreRefused) {
  const auto expect = [&](const std::string& given, const std::string& part) {
    const std::string said = refusal("fill_view", {given});
    EXPECT_NE(said.find(part), std::string::npos) << said;
  };
  expect("{f32:32:iota, f32:64:uninit, {8, 32}}",
         "parameter 1, `View view`, has 4 members, 3 given; write {f32:1024:iota, f32:1024:iota, {0, 0}, {0, "
         "0, 0}}");
  expect("{f32:32:iota, i32:64:uninit, {8, 32}, {1, 1, 1}}",
         "parameter 1, member `float* out`, is given elements of type i32; write f32:");
  expect("{f32:32:iota, f32:64:uninit, {8, 3.5}, {1, 1, 1}}", "member `int range.count`, cannot be 3.5");
  expect("{f32:32:iota, f32:64:uninit, {8, 32}, {1, 1, f64:2}}",
         "member `float factors[2]`, is given as f64");
  expect("{f32:32:iota, f32:64:uninit, 8, {1, 1, 1}}",
         "member `Range range`, is a struct passed by value; give its members in braces, such as {0, 0}");
  expect("{f32:32:iota, f32:64:uninit, {8, 32}, {1, 1, 1}", "a bracket is not closed");
  expect("f32:32:iota", "`View view`, is no pointer, and a buffer is given");
  EXPECT_NE(refusal("take_union", {"{1}", "i32:1:zeros"}).find("no members that can be given"),
            std::string::npos);
  EXPECT_NE(refusal("scale", {"{1}", "f32:1:zeros", "1", "1"}).find("is no struct"), std::string::npos);
}

TEST_F(TracedLaunch, BytesAndStructsTakeAnyElements) {
  session_.launch(request("bytes_and_vectors", {"i32:1:zeros", "i8:1:=3", "f32:4:=2", "null"}, 1));
  EXPECT_EQ(element<int>("any"), 5);
}

TEST_F(TracedLaunch, RandomFillsFollowTheDataSeed) {
  session_.launch(request("scale", {"f32:32:random", "f32:32:zeros", "1", "32"}));
  TraceSession again(module_, options_);
  again.launch(request("scale", {"f32:32:random", "f32:32:zeros", "1", "32"}));
  EXPECT_EQ(std::memcmp(session_.buffer("out").memory, again.buffer("out").memory, 128), 0);
  TraceSession other(module_, {options_.machine, 2});
  other.launch(request("scale", {"f32:32:random", "f32:32:zeros", "1", "32"}));
  EXPECT_NE(std::memcmp(session_.buffer("out").memory, other.buffer("out").memory, 128), 0);
  session_.launch(request("scale", {"other=f32:32:random", "@out", "1", "32"}));  // no two buffers alike
  EXPECT_NE(std::memcmp(session_.buffer("in").memory, session_.buffer("other").memory, 128), 0);
}

TEST_F(TracedLaunch, OutputsThatAreNotWrittenCanBeAskedFor) {
  const auto asked = request("scale", {"f32:64:iota", "f32:64:uninit", "1", "50"}, 64);
  EXPECT_FALSE(session_.launch(asked).has_faults());
  options_.expect_written = true;
  TraceSession strict(module_, options_);
  const auto& launch = strict.launch(asked);
  EXPECT_TRUE(launch.has_faults());
  ASSERT_EQ(launch.unwritten.size(), 1U);
  EXPECT_EQ(launch.unwritten[0].message(),
            "14 of 64 elements of `out` were never written, the first is `out[50]`");
  const auto& second = strict.launch(request("scale", {"@in", "@out", "1", "63"}, 64));
  ASSERT_EQ(second.unwritten.size(), 1U);
  EXPECT_EQ(second.unwritten[0].message(), "1 of 64 elements of `out` was never written: `out[63]`");
  EXPECT_FALSE(strict.launch(request("scale", {"@in", "@out", "1", "64"}, 64)).has_faults());
  EXPECT_FALSE(strict.launch(request("scale", {"@in", "f32:64:zeros", "1", "1"})).has_faults());
}

TraceOptions options_for(const std::vector<std::string>& words) {
  std::vector<std::string> all{"module.so"};
  all.insert(all.end(), words.begin(), words.end());
  return simt_tools::parse_trace_options(all);
}

TEST_F(TracedLaunch, OrderDependenceIsFound) {
  const auto differences = [&](const std::vector<std::string>& words) {
    return simt_tools::run_trace(module_, options_for(words)).differences;
  };
  const auto found = differences(
      {"--kernel", "last_one_wins", "--grid", "1", "--block", "256", "--arg", "i32:4:zeros", "--seeds", "4"});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].name, "out");
  EXPECT_EQ(found[0].elements, 1U);
  EXPECT_EQ(found[0].first_element, 0U);
  EXPECT_EQ(found[0].before, "224");
  EXPECT_NE(found[0].after, "224");
  EXPECT_TRUE(differences({"--kernel", "scale", "--grid", "4", "--block", "64", "--arg", "f32:256:iota",
                           "--arg", "f32:256:zeros", "--arg", "2", "--arg", "256", "--seeds", "4"})
                  .empty());
}

TEST_F(TracedLaunch, NothingRunsAfterALaunchThatStopped) {
  const auto trace = simt_tools::run_trace(
      module_,
      options_for({"--kernel", "or_null", "--grid", "1", "--block", "1", "--arg", "i32:1:zeros", "--arg",
                   "null", "--then", "--kernel", "nothing", "--grid", "1", "--block", "1"}));
  EXPECT_TRUE(trace.has_faults());
  EXPECT_EQ(trace.not_run, std::vector<std::string>{"nothing"});
}

TEST_F(TracedLaunch, TheDocumentHoldsTheReportWhole) {
  const auto options =
      options_for({"--kernel", "scale", "--grid", "1", "--block", "32", "--arg", "f32:32:iota", "--arg",
                   "f32:64:uninit", "--arg", "0.1", "--arg", "32", "--dump", "out:33"});
  const auto document = trace_document(simt_tools::run_trace(module_, options), options, module_);
  EXPECT_EQ(document["compiler"], module_.compiler());
  const auto& launch = document["launches"][0];
  EXPECT_EQ(launch["signature"], "scale(const real* in, float* out, float factor, int n)");
  EXPECT_EQ(launch["parameters"][0]["buffer"], "in");
  EXPECT_EQ(launch["unwritten"].size(), 0U);
  EXPECT_EQ(launch["remarks"].size(), 0U);
  EXPECT_EQ(launch["accesses"].size(), 2U);
  EXPECT_EQ(launch["accesses"][0]["file"], module_.source());
  EXPECT_EQ(launch["accesses"][0]["lanes"], 32);
  EXPECT_EQ(launch["accesses"][0]["example"]["addresses"].size(), 32U);
  EXPECT_EQ(launch["totals"][0]["space"], "global");
  EXPECT_EQ(launch["totals"][0]["bytes_asked"], 128);
  const auto& values = document["dumps"][0]["values"];
  EXPECT_EQ(values[1], 0.1);
  EXPECT_TRUE(values[32].is_null());
}

TEST(RecordJson, AnExampleInSharedMemoryHasItsPasses) {
  simt::ExampleRequest example;
  EXPECT_FALSE(nlohmann::json(example).contains("passes"));
  example.passes = {{0, 1, -1}, {0}};
  EXPECT_EQ(nlohmann::json(example)["passes"], nlohmann::json({0, 1, -1}));
  EXPECT_EQ(nlohmann::json(example)["group_starts"], nlohmann::json::array({0}));
}

TEST_F(TracedLaunch, TheDocumentTellsOfMembersAndOfWhatIsNotWritten) {
  const auto options = options_for({"--kernel", "fill_view", "--grid", "1", "--block", "32", "--arg",
                                    "{f32:32:iota, f32:40:uninit, {8, 30}, {1, 1, 1}}", "--expect-written"});
  const auto trace = simt_tools::run_trace(module_, options);
  EXPECT_TRUE(trace.has_faults());
  const auto document = trace_document(trace, options, module_);
  const auto& launch = document["launches"][0];
  EXPECT_EQ(launch["parameters"][0]["members"][1]["buffer"], "out");
  EXPECT_EQ(launch["parameters"][0]["members"][2]["members"][0]["given"], "8");
  const auto& unwritten = launch["unwritten"][0];
  EXPECT_EQ(unwritten["buffer"], "out");
  EXPECT_EQ(unwritten["elements"], 40);
  EXPECT_EQ(unwritten["count"], 10);
  EXPECT_EQ(unwritten["first"], 0);
}

TEST(TraceOptionsTest, LaunchesAndOptionsAreRead) {
  const TraceOptions options =
      options_for({"--kernel", "a",       "--grid",    "4,2",    "--block",         "32,8,2",  "--shared",
                   "4Ki",      "--arg",   "1",         "--then", "--kernel",        "b<1, 2>", "--grid",
                   "1",        "--block", "32",        "--dump", "x:all",           "--dump",  "y",
                   "--seed",   "3",       "--workers", "1",      "--expect-written"});
  ASSERT_EQ(options.launches.size(), 2U);
  EXPECT_EQ(options.launches[0].shape.grid.y, 2U);
  EXPECT_EQ(options.launches[0].shape.block.z, 2U);
  EXPECT_EQ(options.launches[0].shape.dynamic_shared_bytes, 4096U);
  EXPECT_EQ(options.launches[0].arguments, std::vector<std::string>{"1"});
  EXPECT_EQ(options.launches[1].kernel, "b<1, 2>");
  EXPECT_TRUE(options.launches[1].arguments.empty());
  EXPECT_EQ(options.dumps[0].elements, SIZE_MAX);
  EXPECT_EQ(options.session.machine.schedule.seed, 3U);
  EXPECT_TRUE(options.session.expect_written);
}

TEST(TraceOptionsTest, WrongOnesAreNamed) {
  const auto refused = [](const std::vector<std::string>& words) -> std::string {
    try {
      options_for(words);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused({"--kernel", "a", "--grid", "1"}), "launch 1 has no --block");
  EXPECT_EQ(refused({"--kernel", "a", "--grid", "1", "--block", "1", "--then"}), "launch 2 has no --kernel");
  EXPECT_EQ(refused({"--grid"}), "--grid needs a value");
  EXPECT_EQ(refused({"--gird", "1"}), "unknown option `--gird`");
  for (const char* const shape : {"0", "1,2,3,4", "a", "1,,2", "", "-1", "1.5"}) {
    EXPECT_NE(refused({"--grid", shape}).find("--grid needs one to three positive numbers"),
              std::string::npos);
  }
  EXPECT_NE(refused({"--seed", "-1"}).find("--seed needs a whole number"), std::string::npos);
  EXPECT_NE(refused({"--time-limit", "0"}).find("positive number of seconds"), std::string::npos);
}

}  // namespace
