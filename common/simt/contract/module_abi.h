// The contract between simtcc, which makes modules, and the machine, which runs them: plain data that both
// sides read, and the functions that a module's code asks of the machine.
//
// A module exports one symbol, `simt_module`, a Module. Its kernels run one lane at a time, or several side by side. Before each load
// and store of memory that lanes can share, or that is the lane's own, the code compares the address with a
// window, and afterwards appends one entry to the lane's log: the place (16 bits) and the address (48 bits).
// The machine reads the logs of a warp's 32 lanes together, and knows from the places what the lanes did at
// once: see Place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::abi {

inline constexpr std::uint32_t kVersion = 20;
inline constexpr unsigned kLanes = 32;
inline constexpr unsigned kAddressBits = 48;  // the address bits of a log entry; the place is above them
inline constexpr std::uint32_t kMostPlaces = 1U << 16U;
inline constexpr std::uint32_t kValueOfWarp = 1U << 31U;  // Place::stored_value
inline constexpr std::uint32_t kAnyValueWillDo = 1U << 30U;

// The dynamic shared memory that a block may have on sm_90: 227 KiB (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability").
inline constexpr std::size_t kDynamicSharedCapacity = 232448;

// A function's most of the processor's stack, where its code does not touch each page that it takes. Two such
// functions, one above the other, cannot step over what guards a lane's stack.
inline constexpr std::size_t kMostFrameBytes = std::size_t{32} * 1024;

inline constexpr std::uint64_t entry(std::uint32_t place, std::uint64_t address) {
  return std::uint64_t{place} << kAddressBits | address;
}
inline constexpr std::uint32_t place_of(std::uint64_t logged) {
  return static_cast<std::uint32_t>(logged >> kAddressBits);
}
inline constexpr std::uint64_t address_of(std::uint64_t logged) {
  return logged & ((std::uint64_t{1} << kAddressBits) - 1);
}

// The kinds of steps that the lanes of a warp can take at a point of the program. Places are numbered in
// program order: of two places that one lane can reach without beginning another round of a loop that holds
// both, the one reached first has the lower number, and the places of a loop's body, its `round` last, are
// numbered without a gap. So the lanes of a warp stay together if the lanes with the lowest next place always
// go on: lanes that left a loop wait behind it, and a round begins when every lane that is still in the loop
// has come to its end.
enum class PlaceKind : std::uint8_t {
  load,
  store,
  atomic,
  round,      // another round of a loop begins; logged without an address
  call,       // a function that could not be inlined is entered: its places follow, up to a `leave`
  leave,      // …and left
  intrinsic,  // a barrier, a shuffle, a fence: the runtime function logs it where it must
  // Asynchronous copies (cp.async). The source's address is logged with the bytes that are copied in its low
  // bits, modulo the width; 0: none are. Behind it comes the destination's, at a place of its own.
  copy_source,
  copy_target,
  copy_commit,  // a group of copies ends
  // Wait until only so many groups are unfinished: logged as an address, plus 1; 0: until none is
  copy_wait,
  // A loop without a place in it has ended. Logged as an address: Computed.
  computed,
};

inline constexpr bool is_copy(PlaceKind kind) {
  return kind >= PlaceKind::copy_source && kind <= PlaceKind::copy_wait;
}

inline constexpr std::uint32_t kComputedInstructions = 256;

// What a lane logs of a loop without a place in it.
inline constexpr unsigned kShareBits = 8;
inline constexpr unsigned kSidesBits = 12;
inline constexpr std::uint64_t kWholeShare = (1U << kShareBits) - 1;
inline constexpr std::uint64_t kMostComputed = (std::uint64_t{1} << 28U) - 1;
struct Computed {
  std::uint64_t whole = 0;  // warp instructions of all rounds, with both sides of each branch in each
  std::uint64_t share = 0;  // of these the lane went by so many, in parts of kWholeShare
  std::uint64_t sides = 0;  // equal if two lanes took the same sides in the same rounds, else most likely not

  std::uint64_t taken() const { return whole * share / kWholeShare; }
};
inline constexpr Computed computed_of(std::uint64_t logged) {
  return {logged >> (kShareBits + kSidesBits), logged >> kSidesBits & kWholeShare,
          logged & ((1U << kSidesBits) - 1)};
}

inline constexpr std::uint8_t kVolatile = 1;
// Divisions, which have that bit to themselves: by a loop's step, to know how often it goes round.
inline constexpr std::uint8_t kOfStep = 1;
inline constexpr std::uint8_t kAnswerUsed = 2;  // atomic operations: somebody reads the result
// A load whose value only ever is what a compare-and-swap of the same address expects: as atomic as that is.
inline constexpr std::uint8_t kFeedsCompare = 4;
inline constexpr std::uint8_t kLocal = 8;  // always the lane's own local memory
// Loads: a library copies any type in words, whose bytes may be padding as long as one is not.
inline constexpr std::uint8_t kCopiesWords = 32;
inline constexpr std::uint8_t kSwaps = 64;          // atomic operations: a compare-and-swap
inline constexpr std::uint8_t kOfBlockScope = 128;  // atomic operations: for the threads of one block only
inline constexpr std::uint8_t kBypassesL1 = 16;     // the target of an asynchronous copy: cp.async.cg
// Compare-and-swaps, which have that bit to themselves: what they expect is a constant, as in a table that keys are entered in. Of those at
// one word only the first succeeds, and who fails does not try again.
inline constexpr std::uint8_t kClaims = 16;

inline constexpr std::uint16_t kNoPlace = UINT16_MAX;
// Levels are numbered in steps of this, and those between are of loads that begin one after the other as registers become free
// (Place::level). Loads of a level that nothing else is known of have come by the next step.
inline constexpr std::uint32_t kLevelsAStep = 4;
inline constexpr std::uint32_t next_step(std::uint32_t level) {
  return (level + kLevelsAStep - 1) / kLevelsAStep * kLevelsAStep + kLevelsAStep;
}
inline constexpr unsigned kMostJoinedLines = 3;

struct Place {
  std::uint32_t file = 0;  // index into Module::files
  std::uint32_t line = 0;  // the line as the kernel's author wrote it; 0: not known
  PlaceKind kind = PlaceKind::load;
  std::uint8_t width = 0;  // bytes: 1, 2, 4, 8 or 16
  std::uint8_t flags = 0;
  std::uint8_t atomic_form = 0;  // simt::AtomicForm
  // The size of a local array, 0: not known. For `computed`: the cycles that kComputedInstructions of its instructions
  // take, as each waits for what it needs.
  std::uint32_t array_bytes = 0;
  // For a load from global memory: how often the lane must have waited for others before it, since its
  // function or the round of its loop began. Loads with one number can be in flight at once. For `computed`: the cycles that
  // one of an SM's units is busy with kComputedInstructions of its instructions.
  std::uint32_t load_waits = 0;
  std::uint8_t instruction = 0;  // simt::Instruction
  // In a block without a branch around it: a warp issues its instructions even if no lane of it comes by.
  std::uint8_t is_predicated = 0;
  std::uint16_t padding = 0;  // for a load: bit i: its byte i is no member of the structure that is copied
  // For the model of time. The loads, from whatever memory, that the lane must have waited for before, one after the
  // other, since its function or round began; the warp instructions since the place before, this one among them, and the
  // cycles that they take at least, as each waits for what it needs.
  std::uint16_t level = 0;
  std::uint16_t arrival = 0;  // what it loads is there for levels from here on
  std::uint16_t instructions = 0;
  std::uint16_t cycles = 0;
  // Words of 32 bits a lane that go to local memory and come back, since registers have no room for them: since the place
  // before, or, for `computed`, in so many of its instructions; and the words that they share there.
  std::uint16_t spill_stores = 0;
  std::uint16_t spill_loads = 0;
  std::uint16_t spill_frame = 0;
  std::uint16_t round =
      kNoPlace;                   // of the innermost loop around it whose last round is as long as the others
  std::uint16_t unit_cycles = 0;  // of `instructions`, those that one of an SM's units is busy with them
  // By how much the step makes the longest chain longer that began when the level before was left, and waits for no load. Where
  // the level is above 0, `cycles` are of the chain behind the loads alone.
  std::uint16_t chain_cycles = 0;
  // The parameter, variable or array that the pointer comes from. Null: not known.
  const char* array = nullptr;
  // Stores of a kernel with equal numbers store equal values, whichever threads make them, or, with kValueOfWarp, lanes of one
  // warp that have not met since. With kAnyValueWillDo they store other values to one variable, from threads that found something in the
  // data. 0: nothing is known of the value.
  std::uint32_t stored_value = 0;
  // An access that the compiler made of several: up to three other lines of the same file whose accesses are in it.
  std::uint32_t joined_lines[kMostJoinedLines] = {};
};

// Memory that a place may access without asking: `count` elements of the place's width from `begin` on. The
// code asks when rotate_right(address - begin, log2(width)) >= count, which an unaligned address fulfils too.
struct Window {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;
};
inline constexpr bool is_in(const Window& window, std::uint64_t address, std::uint64_t width) {
  const std::uint64_t distance = address - window.begin;
  return distance % width == 0 && distance / width < window.count;
}

// Neighbouring lanes that a kernel's code may run at once, with the processor's vectors.
inline constexpr unsigned kVectorLanes = 8;

// Why a kernel's code comes back: its lanes have ended; they wait at a barrier; their log is full, or the launch has run for too long.
// Or, of the code for several lanes, it has nothing to say to what comes next, and each goes on by itself: from the point where they
// part, or, before anything was done, from where they are.
enum class StopKind : std::uint8_t { end, barrier, ask, parted, differ };

// …with the place of the barrier or loop, and the point at which the code goes on when it is called again.
inline constexpr std::uint64_t stop(StopKind kind, std::uint32_t place, std::uint32_t point) {
  return static_cast<std::uint64_t>(kind) | std::uint64_t{place} << 8U | std::uint64_t{point} << 32U;
}
inline constexpr StopKind kind_of_stop(std::uint64_t stop) { return static_cast<StopKind>(stop & 0xFFU); }
inline constexpr std::uint32_t place_of_stop(std::uint64_t stop) {
  return static_cast<std::uint32_t>(stop >> 8U & 0xFFFFFFU);
}
inline constexpr std::uint32_t point_of_stop(std::uint64_t stop) {
  return static_cast<std::uint32_t>(stop >> 32U);
}

// What kVectorLanes lanes may keep in it. The lanes of a kernel that would keep more keep their stacks.
inline constexpr std::uint32_t kMostKeptBytes = 1U << 20U;

// The beginning of the memory that kVectorLanes neighbouring lanes share while they run without a stack: where each goes on, 0 is the
// kernel's beginning, and threadIdx. Behind it is what the code keeps.
struct Frame {
  std::uint32_t point[kVectorLanes];
  std::uint32_t x[kVectorLanes];
  std::uint32_t y[kVectorLanes];
  std::uint32_t z[kVectorLanes];
};

struct Runtime;

// A worker as its running lane sees it. The machine sets all of it before a lane runs or resumes; the code
// writes `log`, before each call of a runtime function and at its end, and `local`.
struct Context {
  std::uint64_t* log = nullptr;  // the lane's next entry; the one after it is kLanes further
  // Loops and functions call Runtime::ask when the log is at or beyond it
  std::uint64_t* log_limit = nullptr;
  Window* windows = nullptr;  // one a place
  const Runtime* runtime = nullptr;
  std::uint8_t* shared = nullptr;     // the block's shared memory
  std::uint8_t* local = nullptr;      // the lane's local memory: the first byte that no function has taken
  std::uint8_t* local_end = nullptr;  // the end of the local memory
  std::uint32_t thread_index[3] = {};
  std::uint32_t block_index[3] = {};
  std::uint32_t block_dim[3] = {};
  std::uint32_t grid_dim[3] = {};
  std::uint32_t is_cooperative = 0;  // 1: the threads of the whole grid can wait for each other
};

// An atomic operation: what | type << 8.
// Beside the kind and type of an atomic operation (bits 0 to 7, and 8 to 15) in a call: it is of block scope. simtcc notes it with
// the place and takes it out.
inline constexpr std::uint32_t kAtomicOfBlock = 1U << 16U;

enum class Atomic : std::uint32_t {
  add,
  minimum,
  maximum,
  exchange,
  compare_and_swap,
  bit_and,
  bit_or,
  bit_xor,
  increment,  // atomicInc
  decrement,  // atomicDec
  load,       // a load of an atomic variable
  store,
};
// The last four are added only: half and bfloat16, and two of them in a word, of which each is added by itself.
enum class AtomicType : std::uint32_t { i32, u32, u16, i64, u64, f32, f64, f16, bf16, f16x2, bf16x2 };

// Whether memory holds the same in the end, in whatever order several lanes do this operation (Runtime::atomic's `what`).
inline constexpr bool is_same_in_any_order(std::uint32_t what) {
  const auto operation = static_cast<Atomic>(what & 0xFFU);
  const auto type = static_cast<AtomicType>(what >> 8U);
  const bool is_of_sets = operation == Atomic::add || operation == Atomic::minimum ||
                          operation == Atomic::maximum || operation == Atomic::bit_and ||
                          operation == Atomic::bit_or || operation == Atomic::bit_xor;
  const bool is_integer = type == AtomicType::i32 || type == AtomicType::u32 || type == AtomicType::i64 ||
                          type == AtomicType::u64;
  return is_of_sets && is_integer;
}

enum class Shuffle : std::uint32_t { index, up, down, exclusive_or };
// These reduce 32-bit integers.
enum class Reduce : std::uint32_t {
  add,
  minimum_signed,
  maximum_signed,
  minimum,
  maximum,
  bit_and,
  bit_or,
  bit_xor
};

inline constexpr std::uint32_t kAllCopies = UINT32_MAX;

// What a call of arrive_phase does, as bits.
enum PhaseStep : std::uint32_t {
  kArrive = 1,      // `count` arrivals
  kDrop = 2,        // from the next phase on as many arrivals fewer are expected
  kHold = 4,        // the last arrival does not end the phase: kComplete will
  kComplete = 8,    // the phase ends
  kBindCopies = 16  // the thread's copies so far arrive with this phase
};

// What the code of a fetch from a texture, or of an access to a surface, says about it. A fetch: shape |
// channels of the result's type << 8 | bits of each << 16 | whether they are floats << 24. A surface: shape |
// boundary << 8 | bytes << 16.
enum class TextureShape : std::uint32_t {
  linear,
  one,
  two,
  three,
  layered_one,
  layered_two,
  cube,
  layered_cube,
  gather,  // a channel of the four texels of tex2Dgather: this and the three behind it
};
// What an access outside a surface does: cudaSurfaceBoundaryMode.
enum class SurfaceBoundary : std::uint32_t { zero, clamp, trap };

struct Pair {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// The functions of the machine that code calls. Each may suspend the lane, and stop the launch. It is called
// with the lane's log in the context, and the code reads the log from there afterwards. `place` is the
// calling place.
struct Runtime {
  // The address is outside of the place's window. Comes back with the address that a load is to use and to log: the same if
  // the access is allowed, else one of 16 zeros. A store comes back only if it is allowed. `base` is the pointer that the
  // address was computed from, 0 where it is not known.
  std::uint64_t (*check)(Context*, std::uint32_t place, std::uint64_t address, std::uint64_t base);
  // The log is full, or the launch has run for too long.
  void (*ask)(Context*, std::uint32_t place);
  // Checked, logged and done by the machine. The values are bits, zero-extended; what was found comes back.
  std::uint64_t (*atomic)(Context*, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                          std::uint64_t base, std::uint64_t value, std::uint64_t compare);
  void (*barrier)(Context*, std::uint32_t place);
  std::int32_t (*barrier_count)(Context*, std::uint32_t place, std::int32_t predicate);
  void (*fence)(Context*, std::uint32_t place, std::uint32_t whole_device);  // 0: __threadfence_block()
  void (*sync_warp)(Context*, std::uint32_t place, std::uint32_t mask);
  // The bits of the lane that `operand` names (CUDA C++ Programming Guide, "Warp Shuffle Functions"), and in Pair::high
  // where they are undefined from: 0 if they are defined, else a number that the machine knows. `undefined`: the same of
  // `value`.
  Pair (*shuffle)(Context*, std::uint32_t place, std::uint32_t mask, std::uint64_t value, std::uint32_t how,
                  std::int32_t operand, std::int32_t width, std::uint64_t undefined);
  std::uint32_t (*ballot)(Context*, std::uint32_t place, std::uint32_t mask, std::int32_t predicate);
  std::uint32_t (*match)(Context*, std::uint32_t place, std::uint32_t mask, std::uint64_t value);
  std::uint32_t (*reduce)(Context*, std::uint32_t place, std::uint32_t mask, std::uint32_t value,
                          std::uint32_t how);
  std::uint32_t (*active_mask)(Context*, std::uint32_t place);
  std::uint64_t (*clock)(Context*, std::uint32_t place);
  // The memory that an address lies in: a simt::Space. What is nowhere counts as global.
  std::uint32_t (*space_of)(Context*, std::uint32_t place, std::uint64_t address);
  // malloc() and free() of kernels. 0: the heap has no room for so many bytes.
  std::uint64_t (*allocate)(Context*, std::uint32_t place, std::uint64_t bytes);
  void (*release)(Context*, std::uint32_t place, std::uint64_t address);
  // Four registers of 32 bits. `what`: see TextureShape. Coordinates are floats' bits; for linear memory x is
  // the element's number.
  Pair (*fetch_texture)(Context*, std::uint32_t place, std::uint64_t texture, std::uint32_t what,
                        std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t layer);
  // An asynchronous copy is two calls: its source, of which `bytes` are copied, then its target, which gets
  // as many as its place's width, zeros behind those of the source.
  void (*copy_source)(Context*, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                      std::uint32_t bytes);
  void (*copy_async)(Context*, std::uint32_t place, std::uint64_t address, std::uint64_t base);
  void (*commit_async)(Context*, std::uint32_t place);
  // Waits until at most so many of the thread's groups are unfinished; kAllCopies: nor any copy without a
  // group.
  void (*wait_async)(Context*, std::uint32_t place, std::uint32_t groups);
  // Phase barriers (mbarrier): 8 bytes of shared memory each.
  void (*init_phases)(Context*, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                      std::uint32_t count);
  // Bits of PhaseStep say what happens. Comes back with the phase's parity in bit 0; in bit 1, whether this
  // was its last arrival.
  std::uint32_t (*arrive_phase)(Context*, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                                std::uint32_t count, std::uint32_t step);
  // Whether the phase of this parity is over. `how`: 0 comes back when it is, 1 looks once.
  std::uint32_t (*wait_phase)(Context*, std::uint32_t place, std::uint64_t address, std::uint64_t base,
                              std::uint32_t parity, std::uint32_t how);
  // A barrier of the block by its number, for so many of its threads (PTX ISA, "barrier{.cta}"). `waits`: 0 comes back at once.
  void (*named_barrier)(Context*, std::uint32_t place, std::uint32_t number, std::uint32_t threads,
                        std::uint32_t waits);
  // Each value is 8 bytes: an integer, a pointer, or a double's bits.
  std::int32_t (*print)(Context*, std::uint32_t place, const char* format, std::uint32_t count,
                        const std::uint64_t* values);
  // Tensor-core instructions: all 32 lanes of the warp come. `what`: see matrix_abi.h. An address is checked
  // and its row of 16 bytes logged by the machine; of lanes whose row is not asked for it is not looked at.
  Pair (*load_matrix)(Context*, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                      std::uint64_t base);
  void (*store_matrix)(Context*, std::uint32_t place, std::uint32_t what, std::uint64_t address,
                       std::uint64_t base, std::uint64_t low, std::uint64_t high);
  Pair (*multiply_matrices)(Context*, std::uint32_t place, std::uint32_t what, std::uint64_t a_low,
                            std::uint64_t a_high, std::uint64_t b, std::uint64_t c_low, std::uint64_t c_high);
  // grid.sync(): all threads of the grid.
  void (*sync_grid)(Context*, std::uint32_t place);
  // The element's bytes. `what`: see SurfaceBoundary. x counts bytes; z is the plane, or the layer.
  Pair (*surface_load)(Context*, std::uint32_t place, std::uint64_t surface, std::uint32_t what,
                       std::uint32_t x, std::uint32_t y, std::uint32_t z);
  void (*surface_store)(Context*, std::uint32_t place, std::uint64_t surface, std::uint32_t what,
                        std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint64_t low,
                        std::uint64_t high);
  // These functions never return.
  void (*trap)(Context*, std::uint32_t place, const char* message);
  void (*assertion)(Context*, std::uint32_t place, const char* expression);
  void (*division_by_zero)(Context*, std::uint32_t place);
  void (*local_overflow)(Context*, std::uint32_t place);
  // A function has taken this local memory: what was left there is poisoned.
  void (*clear_local)(Context*, std::uint32_t place, std::uint8_t* begin, std::uint64_t bytes);
  // A value that a shuffle found undefined matters: it is stored, or decides where the program goes or what it
  // accesses. `undefined`: the number that the shuffle gave; 0: the value is defined.
  void (*use_undefined)(Context*, std::uint32_t place, std::uint64_t undefined);
  // The lane returns from the kernel, from the line of the place `from`. Called in kernels whose lanes could miss it.
  void (*leave)(Context*, std::uint32_t place, std::uint32_t from);
  // `check` for each of those of kVectorLanes lanes that `lanes` says (bit l: lane l), and that is outside of the place's window or, if
  // `bytes` is not 0, of so many bytes from its base on. What they get comes back in the place of their addresses.
  void (*check_several)(Context*, std::uint32_t place, std::uint64_t* addresses, const std::uint64_t* bases,
                        std::uint64_t bytes, std::uint32_t lanes);
  // `atomic` for each of kVectorLanes lanes, one after another, of which nobody wants the answer.
  void (*atomic_several)(Context*, std::uint32_t place, std::uint32_t what, const std::uint64_t* addresses,
                         const std::uint64_t* bases, const std::uint64_t* values);
};

// A kernel's parameter, or a member of one that is passed by value as a struct. Kinds: simt::TypeKind.
struct Parameter {
  const char* name;  // "" where the source gives none; of an array's element "[2]"
  const char* type;  // "const float*"
  std::uint32_t bytes;
  std::uint8_t kind;
  std::uint8_t pointee_kind;
  std::uint8_t points_to_const;
  std::uint8_t may_be_stored;  // the kernel may store through this pointer, or what is in this struct
  std::uint32_t pointee_bytes;
  std::uint32_t offset;  // a member's offset from the start of the struct or array that holds it
  // For a struct, its base classes and members in order of their offsets; for an array, its elements. Null if
  // the type has none, is a union or has bit-fields: it is then so many bytes, and nothing is known of them.
  const Parameter* members;
  std::uint32_t member_count;
};

struct Line {
  std::uint32_t file;  // index into Module::files
  std::uint32_t line;
};

inline constexpr std::uint32_t kHasBarrier = 1;
inline constexpr std::uint32_t kHasFence = 2;
inline constexpr std::uint32_t kHasDeviceFence = 8;  // a fence that is not of block scope
inline constexpr std::uint32_t kUsesHeap = 16;       // malloc(), new
// Compiled for lockstep: each access of memory that lanes share asks the machine, and its warp's lanes meet there.
inline constexpr std::uint32_t kInLockstep = 32;
// An atomic operation or volatile store in memory that other blocks may read; and loads and stores of other kinds by one pointer.
inline constexpr std::uint32_t kTellsBlocks = 64;
inline constexpr std::uint32_t kWorksInPlace = 128;
// A loop that goes round until another thread has stored something.
inline constexpr std::uint32_t kWaitsForThreads = 256;
inline constexpr std::uint32_t kStoresAnywhere = 4;  // a store or atomic whose array is not known
struct Kernel {
  const char* name;     // as the linker knows it: "scale", "_Z9transposeILi32EEvPKfPf"
  const char* written;  // as the source writes it: "scale", "transpose<32>"
  std::uint32_t file;
  std::uint32_t line;
  // Runs a lane from the point that its frame says. `lane`: which of the frame's. `arguments`: the address of each argument, as
  // cudaLaunchKernel takes them. Returns a stop(). (Until the verifier has passed the module: void, of context and arguments.)
  std::uint64_t (*entry)(Context*, const void* const* arguments, std::uint8_t* frame, std::uint64_t lane);
  const Parameter* parameters;
  std::uint32_t parameter_count;
  std::uint32_t flags;
  std::uint32_t most_threads = 0;         // the limit of __launch_bounds__; 0: none
  std::uint32_t static_shared_bytes = 0;  // bytes of the arrays that the kernel and what it calls use
  std::uint32_t registers = 0;            // of a thread, as simtcc expects them; ptxas may find fewer
  std::uint32_t wanted_registers = 0;     // the same without a limit: more than `registers` means spills
  // Each line with a load that is in the source and not in the code, since nothing uses its value.
  const Line* unused_loads = nullptr;
  std::uint32_t unused_load_count = 0;
  // The code generator's: bytes of a frame, whose size is a multiple of 64, how many points there are at which lanes stop, the first
  // ones, and code for kVectorLanes lanes at once, from their beginning or such a point; null: there is none. `lane`: 0.
  std::uint32_t frame_bytes = 0;
  std::uint32_t stops = 0;
  std::uint64_t (*vector)(Context*, const void* const* arguments, std::uint8_t* frame,
                          std::uint64_t lane) = nullptr;
};

// A static __shared__ array. Between two lies memory that belongs to nobody.
struct SharedArray {
  const char* name;
  std::uint64_t offset;  // bytes from Context::shared
  std::uint64_t bytes;
  std::uint32_t element_bytes;
};

// A __device__ or __constant__ variable.
struct Variable {
  const char* name;    // "coefficients" of `namespace n { __constant__ float coefficients[8]; }`
  const char* symbol;  // "_ZN1n12coefficientsE": as the linker knows it
  void* address;
  std::uint64_t bytes;
  std::uint32_t element_bytes;
  std::uint8_t constant;       // __constant__
  std::uint8_t may_be_stored;  // a kernel of the module may store to it
  std::uint8_t read_only;      // const: neither constant memory, nor may a kernel store to it
};

struct Module {
  std::uint32_t version;
  const char* compiler;  // "clang 14.0.6"
  const char* source;    // absolute path of the kernel file
  const char* const* files;
  std::uint32_t file_count;
  std::uint32_t place_count;
  const Place* places;
  const Kernel* kernels;
  const SharedArray* shared_arrays;
  const Variable* variables;
  std::uint32_t kernel_count;
  std::uint32_t shared_array_count;
  std::uint32_t variable_count;
  std::uint32_t has_dynamic_shared;
  std::uint64_t dynamic_shared_offset;  // bytes from Context::shared; all static arrays are before it
};

}  // namespace simt::abi
