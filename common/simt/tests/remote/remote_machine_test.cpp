// A machine in another process: what it shares, what it answers, and what hostile kernels can do to it.
#include "simt/remote_machine.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

namespace {

constexpr simt::LaunchShape kOneWarp{{1, 1, 1}, {32, 1, 1}, 0};
constexpr simt::LaunchShape kOneThread{{1, 1, 1}, {1, 1, 1}, 0};

class RemoteMachine : public testing::Test {
 protected:
  RemoteMachine() : machine_(options()) {
    in_ = machine_.allocate(kBytes, "in", sizeof(int));
    out_ = machine_.allocate(kBytes, "out", sizeof(int));
    machine_.mark_written(in_, kBytes);
  }

  static simt::RemoteOptions options() {
    simt::RemoteOptions options;
    options.program = SIMT_MACHINE;
    options.modules = {HOSTILE_MODULE};
    options.machine.time_limit_seconds = 1;
    return options;
  }

  int* in() { return reinterpret_cast<int*>(machine_.host(in_)); }
  int* out() { return reinterpret_cast<int*>(machine_.host(out_)); }

  simt::LaunchReport launch(const char* kernel, const simt::LaunchShape& shape = kOneThread) {
    const void* const arguments[] = {&in_, &out_};
    return machine_.launch(0, *machine_.modules().front().find(kernel), shape, arguments);
  }

  // Returns the operating system's answer to a kernel's system call: an errno, or 0.
  int answer_to(long number, std::vector<int> arguments = {}) {
    arguments.insert(arguments.begin(), static_cast<int>(number));
    arguments.resize(4);
    std::copy(arguments.begin(), arguments.end(), in());
    launch("call_system");
    return out()[0];
  }

  static constexpr std::size_t kBytes = 32 * sizeof(int);
  simt::RemoteMachine machine_;
  void* in_ = nullptr;
  void* out_ = nullptr;
};

TEST_F(RemoteMachine, LeavesOutTheBlocksBeforeTheFirst) {
  simt::LaunchShape shape = kOneWarp;
  shape.first_block = 1;
  EXPECT_TRUE(launch("copy", shape).faults.empty());
  EXPECT_FALSE(machine_.is_written(out_, sizeof(int)));
}

TEST_F(RemoteMachine, SharesArraysAndReportsWhatKernelsDid) {
  for (int i = 0; i < 32; ++i) in()[i] = i * i;
  EXPECT_FALSE(machine_.is_written(out_, kBytes));
  const simt::LaunchReport report = launch("copy", kOneWarp);
  ASSERT_TRUE(report.faults.empty()) << report.faults.front().message;
  EXPECT_EQ(out()[31], 31 * 31);
  EXPECT_TRUE(machine_.is_written(out_, kBytes));
  ASSERT_EQ(report.accesses.size(), 2U);
  EXPECT_EQ(report.accesses.front().requests, 1U);
  EXPECT_EQ(report.accesses.front().sectors, 4U);
  EXPECT_EQ(report.accesses.front().example.array, "in");
  EXPECT_EQ(report.accesses.front().where, (simt::SourceLine{"kernels.cu", 1}));
}

TEST_F(RemoteMachine, PredictsTimesOnTheDevicesThatAreNamedAndOnNoOthers) {
  EXPECT_TRUE(launch("copy", kOneWarp).predicted_on.empty());
  const void* const arguments[] = {&in_, &out_};
  const simt::Kernel& copy = *machine_.modules().front().find("copy");
  const simt::LaunchReport report =
      machine_.launch(0, copy, kOneWarp, arguments, {"NVIDIA H100", "NVIDIA H200"});
  ASSERT_EQ(report.predicted_on.size(), 2U);
  for (const simt::PredictedTime& time : report.predicted_on) {
    EXPECT_EQ(time.why_not, "");
    EXPECT_GT(time.us, time.fixed_us);
    EXPECT_GT(time.fixed_us, 0);
    EXPECT_EQ(time.busiest_block, 1) << "there is one";
  }
  EXPECT_TRUE(launch("copy", kOneWarp).predicted_on.empty());
  EXPECT_THROW(machine_.launch(0, copy, kOneWarp, arguments, {"no GPU"}), simt::Error);
}

TEST_F(RemoteMachine, TakesTheScheduleItBeginsWithAndAnyLaterOne) {
  EXPECT_EQ(launch("copy", kOneWarp).order.exchanged.made, 0U);
  machine_.set_schedule(5);
  EXPECT_GT(launch("copy", kOneWarp).order.exchanged.made, 0U);
  simt::RemoteOptions drawn = options();
  drawn.machine.schedule = 5;
  simt::RemoteMachine other(drawn);
  void* const in = other.allocate(kBytes, "in", sizeof(int));
  void* const out = other.allocate(kBytes, "out", sizeof(int));
  other.mark_written(in, kBytes);
  const void* const arguments[] = {&in, &out};
  const simt::LaunchReport report =
      other.launch(0, *other.modules().front().find("copy"), kOneWarp, arguments);
  EXPECT_GT(report.order.exchanged.made, 0U);
}

TEST_F(RemoteMachine, SavesArraysAndPutsThemBack) {
  in()[0] = 7;
  const auto saved = machine_.save_arrays(2 * kBytes);
  ASSERT_TRUE(saved);
  EXPECT_FALSE(machine_.save_arrays(kBytes)) << "too many bytes";
  launch("copy", kOneWarp);
  EXPECT_TRUE(machine_.is_written(out_, kBytes));
  in()[0] = 8;
  machine_.restore_arrays(*saved);
  EXPECT_EQ(in()[0], 7);
  EXPECT_FALSE(machine_.is_written(out_, kBytes));
}

TEST_F(RemoteMachine, KeepsTheBlocksOfACooperativeLaunch) {
  for (int i = 0; i < 4; ++i) in()[i] = 10 * i;
  simt::LaunchShape shape{{4, 1, 1}, {1, 1, 1}};
  EXPECT_EQ(launch("wait_for_all", shape).faults.size(), 1U);
  shape.is_cooperative = true;
  const simt::LaunchReport report = launch("wait_for_all", shape);
  ASSERT_TRUE(report.faults.empty()) << report.faults.front().message;
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out()[i], 10 * ((i + 1) % 4) + 1);
}

TEST_F(RemoteMachine, SaysWithTheNextAnswerWhatWentWrongBeforeIt) {
  machine_.restore_variables(7);
  EXPECT_THROW(launch("copy", kOneWarp), simt::Error);
  EXPECT_TRUE(launch("copy", kOneWarp).completed()) << "once";
}

TEST_F(RemoteMachine, TellsOfFaultsWithTheirPlaces) {
  machine_.mark_written(in_, kBytes, false);
  EXPECT_EQ(launch("copy", kOneWarp).faults.front().kind, simt::FaultKind::uninitialized_read);
  machine_.protect(out_);
  const simt::LaunchReport report = launch("copy", kOneWarp);
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front().kind, simt::FaultKind::forbidden_write);
  EXPECT_EQ(report.faults.front().where.line, 2U);
  machine_.protect(out_, false);
  EXPECT_TRUE(launch("copy", kOneWarp).completed());
}

TEST_F(RemoteMachine, ReusesTheMemoryOfReleasedArraysAsUnwritten) {
  launch("copy", kOneWarp);
  machine_.release(out_);
  out_ = machine_.allocate(kBytes, "out", sizeof(int));
  EXPECT_FALSE(machine_.is_written(out_, kBytes));
}

TEST_F(RemoteMachine, AModuleThatIsNoneIsNamed) {
  simt::RemoteOptions wrong = options();
  wrong.modules = {"/nowhere/module.so"};
  try {
    const simt::RemoteMachine machine(wrong);
    FAIL() << "was loaded";
  } catch (const simt::Error& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/module.so: "), std::string::npos) << error.what();
  }
}

TEST_F(RemoteMachine, ASandboxThatFailsIsQuoted) {
  simt::RemoteOptions broken = options();
  broken.sandbox = {"/bin/sh", "-c", "echo 'sandbox: no namespaces' >&2; exit 1"};
  try {
    const simt::RemoteMachine machine(broken);
    FAIL() << "was started";
  } catch (const simt::Error& error) {
    EXPECT_NE(std::string(error.what()).find("no namespaces"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("ended with status 1"), std::string::npos) << error.what();
  }
}

TEST_F(RemoteMachine, TheProcessEndsAloneAndSaysHow) {
  in()[0] = 7;
  try {
    launch("leave");
    FAIL() << "has answered";
  } catch (const simt::MachineEnded& ended) {
    EXPECT_EQ(ended.signal(), 0);
    EXPECT_NE(std::string(ended.what()).find("ended with status 7"), std::string::npos) << ended.what();
  }
  EXPECT_THROW(launch("copy"), simt::MachineEnded) << "it stays ended";
}

TEST_F(RemoteMachine, ASignalThatEndsItIsTold) {
  try {
    launch("abort_now");
    FAIL() << "has answered";
  } catch (const simt::MachineEnded& ended) {
    EXPECT_EQ(ended.signal(), SIGABRT);
  }
}

TEST_F(RemoteMachine, AnAnswerThatIsNoReportIsAnError) { EXPECT_THROW(launch("answer"), simt::Error); }

#if !defined(__SANITIZE_ADDRESS__)
TEST_F(RemoteMachine, KernelsOpenNoFiles) {
  launch("open_file");
  EXPECT_EQ(out()[0], EPERM);
}

TEST_F(RemoteMachine, KernelsStartNothingAndReachNobody) {
  for (const long number :
       {SYS_execve, SYS_clone, SYS_clone3, SYS_socket, SYS_ptrace, SYS_process_vm_writev, SYS_kill, SYS_prctl,
        SYS_unshare, SYS_mount, SYS_bpf, SYS_io_uring_setup, SYS_memfd_create})
    EXPECT_EQ(answer_to(number), EPERM) << number;
  EXPECT_EQ(answer_to(SYS_tgkill, {1, 1, 0}), EPERM);
}

TEST_F(RemoteMachine, KernelsMapMemoryButNoCode) {
  constexpr int kPage = 4096;
  EXPECT_EQ(answer_to(SYS_mmap, {0, kPage, PROT_READ}), EINVAL) << "neither shared nor private, but allowed";
  EXPECT_EQ(answer_to(SYS_mmap, {0, kPage, PROT_READ | PROT_EXEC}), EPERM);
  EXPECT_EQ(answer_to(SYS_mprotect, {0, 0, PROT_READ | PROT_EXEC}), EPERM);
}
#endif

}  // namespace
