// cuRAND Library, "Host API": generators, and the numbers that they write to the device's memory, or to the host's.
#include <cmath>
#include <functional>

#include "curand.h"
#include "libraries/curand/generator.h"
#include "libraries/curand/sobol.h"
#include "libraries/device_arrays.h"
#include "state/graphs.h"
#include "state/handles.h"

// The names are cuRAND's.
struct curandGenerator_st {
  std::shared_ptr<curand::Generator> generator;
};

namespace curand {
namespace {

using cudart::Caller;
using cudart::DeviceArrays;
using cudart::handles;
using cudart::Runtime;

// A function of the library, as its name and the host's code address after the call.
#define HERE \
  cudart::Caller { __func__, __builtin_return_address(0) }

curandStatus_t call(const Caller& caller, const std::function<curandStatus_t(Runtime&)>& body) {
  curandStatus_t status = CURAND_STATUS_PREEXISTING_FAILURE;
  // The status is cuRAND's: as an error of the runtime's it would be asked whether the program looked at it.
  const cudaError_t error =
      Runtime::get().call(caller, cudart::Answered::unless_failed, [&](Runtime& runtime) {
        runtime.show_printed();
        if (!runtime.has_failed()) status = body(runtime);
        return cudaSuccess;
      });
  return error == cudaErrorMemoryAllocation ? CURAND_STATUS_ALLOCATION_FAILED
         : error == cudaSuccess             ? status
                                            : CURAND_STATUS_PREEXISTING_FAILURE;
}

curandStatus_t with(curandGenerator_t generator, const Caller& caller,
                    const std::function<curandStatus_t(Runtime&, const std::shared_ptr<Generator>&)>& body) {
  return call(caller, [&](Runtime& runtime) {
    curandGenerator_st* const found = handles<curandGenerator_st>().find(generator);
    return found == nullptr ? CURAND_STATUS_NOT_INITIALIZED : body(runtime, found->generator);
  });
}

bool is_type(curandRngType_t type) {
  return (type >= CURAND_RNG_QUASI_DEFAULT && type <= CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) ||
         make_pseudo(type, 0) != nullptr;
}

curandStatus_t create(const Caller& caller, curandGenerator_t* generator, curandRngType_t type,
                      bool is_for_host) {
  return call(caller, [&](Runtime& runtime) {
    if (generator == nullptr || !is_type(type)) return CURAND_STATUS_TYPE_ERROR;
    runtime.memory();  // the device begins here, as CUDA's context does
    *generator = handles<curandGenerator_st>().make({std::make_shared<Generator>(type, is_for_host)});
    return CURAND_STATUS_SUCCESS;
  });
}

// A generator for the host writes where a host pointer leads.
template <class T>
curandStatus_t write_on_host(Runtime& runtime, T* output, const std::function<void(T*)>& draw) {
  if (output != nullptr && cudart::is_for_host(runtime, output)) {
    draw(output);
    return CURAND_STATUS_SUCCESS;
  }
  runtime.report("device pointer used by host code",
                 std::string(runtime.caller().function) +
                     " was given a device pointer, and a generator that writes on the host.",
                 "make the generator with curandCreateGenerator, or pass a pointer to host memory");
  return CURAND_STATUS_LAUNCH_FAILURE;
}

// Draws n numbers where the generator's kind wants them. in_pairs: pseudorandom ones are made two at a time.
template <class T>
curandStatus_t generate(const Caller& caller, curandGenerator_t generator, T* output, std::size_t n,
                        bool in_pairs, const std::function<void(Generator&, T*)>& draw) {
  return with(generator, caller, [&](Runtime& runtime, const std::shared_ptr<Generator>& one) {
    if (const curandStatus_t why_not = one->why_not(n, in_pairs); why_not != CURAND_STATUS_SUCCESS)
      return why_not;
    if (n == 0) return CURAND_STATUS_SUCCESS;
    if (one->is_for_host()) return write_on_host<T>(runtime, output, [&](T* to) { draw(*one, to); });
    const char* const function = caller.function;
    const cudaError_t error = cudart::do_or_note(
        runtime, one->stream(), cudaGraphNodeTypeKernel, [one, output, n, draw, function](Runtime& now) {
          DeviceArrays arrays(now, "cuRAND", function);
          T* const to = arrays.output(output, cudart::vector_elements(static_cast<std::int64_t>(n), 1));
          if (!arrays.are_found()) return cudaErrorIllegalAddress;
          draw(*one, to);
          now.clock().add_device_traffic(arrays.traffic());
          now.recorder().add_library_call("cuRAND", function);
          return cudaSuccess;
        });
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
  });
}

double unchanged(double x) { return x; }
double exponential(double x) { return std::exp(x); }

template <class Real>
curandStatus_t generate_normal(const Caller& caller, curandGenerator_t generator, Real* output, std::size_t n,
                               double mean, double deviation, double (*shape)(double)) {
  return generate<Real>(caller, generator, output, n, true,
                        [=](Generator& one, Real* to) { one.draw_normal(to, n, mean, deviation, shape); });
}

template <class Word, class Vectors>
curandStatus_t give_directions(Vectors** vectors, bool is_known, bool is_scrambled) {
  if (vectors == nullptr || !is_known) return CURAND_STATUS_OUT_OF_RANGE;
  const Directions<Word>* const first = sobol<Word>(is_scrambled).directions.data();
  *vectors = reinterpret_cast<Vectors*>(const_cast<Directions<Word>*>(first));
  return CURAND_STATUS_SUCCESS;
}

template <class Word, class Constant>
curandStatus_t give_shifts(Constant** constants) {
  if (constants == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *constants = reinterpret_cast<Constant*>(const_cast<Word*>(sobol<Word>(true).shifts.data()));
  return CURAND_STATUS_SUCCESS;
}

}  // namespace
}  // namespace curand

using curand::Generator;

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) {
  return curand::create(HERE, generator, rng_type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return curand::create(HERE, generator, rng_type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return cudart::handles<curandGenerator_st>().destroy(generator) ? CURAND_STATUS_SUCCESS
                                                                  : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  constexpr int kParts[]{CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = kParts[type];
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return curand::with(generator, HERE, [&](auto&, const auto& one) {
    one->set_stream(stream);
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  return curand::with(generator, HERE, [&](auto&, const auto& one) { return one->set_seed(seed); });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return curand::with(generator, HERE, [&](auto&, const auto& one) {
    one->set_offset(offset);
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return curand::with(generator, HERE, [&](auto&, const auto& one) { return one->set_ordering(order); });
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int num_dimensions) {
  return curand::with(generator, HERE,
                      [&](auto&, const auto& one) { return one->set_dimensions(num_dimensions); });
}
// A generator here is seeded when it first draws.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return curand::with(generator, HERE, [](auto&, const auto&) { return CURAND_STATUS_SUCCESS; });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t n) {
  curandGenerator_st* const found = cudart::handles<curandGenerator_st>().find(generator);
  if (found != nullptr && found->generator->has_64_bits()) return CURAND_STATUS_TYPE_ERROR;
  return curand::generate<unsigned int>(HERE, generator, output, n, false,
                                        [n](Generator& one, unsigned int* to) { one.draw_bits(to, n); });
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t n) {
  curandGenerator_st* const found = cudart::handles<curandGenerator_st>().find(generator);
  if (found != nullptr && !found->generator->has_64_bits()) return CURAND_STATUS_TYPE_ERROR;
  return curand::generate<unsigned long long>(HERE, generator, output, n, false,
                                              [n](Generator& one, unsigned long long* to) {
                                                one.draw_bits(reinterpret_cast<std::uint64_t*>(to), n);
                                              });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t n) {
  return curand::generate<float>(HERE, generator, output, n, false,
                                 [n](Generator& one, float* to) { one.draw_uniform(to, n); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t n) {
  return curand::generate<double>(HERE, generator, output, n, false,
                                  [n](Generator& one, double* to) { one.draw_uniform(to, n); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t n, float mean,
                                    float stddev) {
  return curand::generate_normal(HERE, generator, output, n, static_cast<double>(mean),
                                 static_cast<double>(stddev), curand::unchanged);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t n, double mean,
                                          double stddev) {
  return curand::generate_normal(HERE, generator, output, n, mean, stddev, curand::unchanged);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t n, float mean,
                                       float stddev) {
  return curand::generate_normal(HERE, generator, output, n, static_cast<double>(mean),
                                 static_cast<double>(stddev), curand::exponential);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t n,
                                             double mean, double stddev) {
  return curand::generate_normal(HERE, generator, output, n, mean, stddev, curand::exponential);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t n,
                                     double lambda) {
  constexpr double kMostLambda = 400000;
  if (!(lambda > 0 && lambda <= kMostLambda)) return CURAND_STATUS_OUT_OF_RANGE;
  return curand::generate<unsigned int>(
      HERE, generator, output, n, false,
      [n, lambda](Generator& one, unsigned int* to) { one.draw_poisson(to, n, lambda); });
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  const bool is_scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
  return curand::give_directions<std::uint32_t>(
      vectors, is_scrambled || set == CURAND_DIRECTION_VECTORS_32_JOEKUO6, is_scrambled);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  const bool is_scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;
  return curand::give_directions<std::uint64_t>(
      vectors, is_scrambled || set == CURAND_DIRECTION_VECTORS_64_JOEKUO6, is_scrambled);
}
curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  return curand::give_shifts<std::uint32_t>(constants);
}
curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  return curand::give_shifts<std::uint64_t>(constants);
}
}
