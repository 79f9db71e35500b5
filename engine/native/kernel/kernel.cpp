// A Transformer on a processor: what engine/native/transformer.py calls.
//
// The .inc files are compiled once for each set of instructions worth having; the best that the
// processor knows is chosen when a model is made. Functions throw nothing: they return how they
// ended, and leave model and cache as they were where they failed.
// GCC or Clang compiles this; without either, PyTorch computes everything.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "buffer.hpp"
#include "threads.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

namespace translucent {

enum class Precision : int32_t { kFloat32, kInt8 };

// As engine/native/library.py declares it.
struct Settings {
  int32_t src_vocab_size;
  int32_t vocab_size;
  int32_t d_model;
  int32_t d_ff;
  int32_t num_encoder_layers;
  int32_t num_decoder_layers;
  int32_t num_heads;
  int32_t head_dim;
  int32_t activation;  // Activation, in its order
  int32_t is_pre_norm;
  int32_t has_final_norm;
  Precision precision;
  int32_t threads;
  float norm_eps;
  float embedding_scale;
  float attention_scale;
};

// A matrix (N, K) or a vector, as numbers or as steps of -127 ... 127 with a scale for each row; all
// null where there is none. As engine/native/library.py declares it.
struct Tensor {
  const float* values;
  const int8_t* steps;
  const float* scales;
};

// Tensors in the order in which the model is built.
class Weights {
 public:
  explicit Weights(const Tensor* tensors) : tensors_(tensors) {}
  const Tensor& next() const { return *tensors_++; }

 private:
  mutable const Tensor* tensors_;
};

// Where an attention leaves how it looked, layer by layer; null for what nobody asks. As
// engine/native/library.py declares it.
struct Looks {
  float* weights;  // (L, B, H, queries, places), zero where a query may not look
  float* norms;    // (L, B, H, places), how long the vector is that each place adds
};

// Some sources with the targets that are to be predicted, and what is asked of them. As
// engine/native/library.py declares it.
struct Forced {
  const float* states;         // (B, S, D), what the encoder made of the sources
  const int32_t* src_lengths;  // (B,)
  const int64_t* ids;          // (B, T), the targets after their bos
  const int32_t* lengths;      // (B,)
  int32_t sentences;
  int32_t src_longest;         // S
  int32_t longest;             // T
  int32_t first_layer;         // those whose attention is wanted; none beyond the last is computed
  int32_t last_layer;          // where no log-probability is wanted
  const int64_t* wanted;       // (B, T), or null
  float* log_probs;            // (B, T), of each token that is wanted
  Looks self;
  Looks cross;
};

// What decoding keeps between steps. A hypothesis is a row; its past is named by the rows that it
// descends from, so nothing is copied when hypotheses branch and end.
struct Cache {
  struct LayerCache {
    std::vector<Buffer<float>> steps;   // query, key, value of every row of each step, (R, 3 W)
    Buffer<float> cross;                // keys and values of the source, (all S, 2 W)
    Buffer<float> cross_keys;           // the keys once more, as attention wants them
    std::vector<size_t> key_starts;     // where those of each sentence begin
  };

  // Keeps these sentences (B'), each of whose hypotheses continues one of its parents (B', N').
  // Without `kept` all sentences stay, without `parents` all hypotheses stay where they are.
  void select(const int64_t* kept, const int64_t* parents, int count, int now) {
    const int batch = width == 0 ? 0 : static_cast<int>(sentences.size()) / width;
    std::vector<int32_t> selected(size_t(count) * now);
    std::vector<std::vector<int32_t>> pasts(selected.size());
    for (int i = 0; i < count * now; ++i) {
      const int64_t sentence = kept == nullptr ? i / now : kept[i / now];
      const int64_t parent = parents == nullptr ? i % now : parents[i];
      if (sentence < 0 || sentence >= batch || parent < 0 || parent >= width) {
        throw std::out_of_range("no such hypothesis");
      }
      selected[i] = sentences[sentence * width + parent];
      pasts[i] = ancestors[sentence * width + parent];
    }
    sentences.swap(selected);
    ancestors.swap(pasts);
    width = now;
  }

  std::vector<LayerCache> layers;
  std::vector<int32_t> lengths;                 // (B,), of the sources
  int longest = 0;                              // no source has more tokens
  std::vector<int32_t> starts;                  // (B,), where each begins in `cross`
  std::vector<int32_t> sentences;               // (R,)
  std::vector<std::vector<int32_t>> ancestors;  // (R, T)
  int width = 1;                                // N, how many rows a sentence has
  int length = 0;                               // T
};

// Where a search finds its candidates, (B, C) each.
struct Candidates {
  int64_t* parents;
  int64_t* ids;
  float* log_probs;
  double* totals;
};

class Model {
 public:
  virtual ~Model() = default;
  virtual void encode(const int64_t* ids, const int32_t* lengths, int sentences, int longest,
                      float* states, const Looks& looks) = 0;
  virtual std::unique_ptr<Cache> begin(const float* states, const int32_t* lengths, int sentences,
                                       int longest) = 0;
  virtual void step(Cache& cache, const int64_t* ids, float* log_probs) = 0;
  virtual void force(const Forced& forced) = 0;
};

inline void check_ids(const int64_t* ids, int count, int vocab_size) {
  if (!std::all_of(ids, ids + count, [&](int64_t id) { return id >= 0 && id < vocab_size; })) {
    throw std::out_of_range("no such token");
  }
}

constexpr int rounded_up(int size, int multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

// Between these, functions are compiled for some instructions that not every processor knows.
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#if defined(__clang__)
#define BEGIN_FOR(names) \
  PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define END_FOR PRAGMA(clang attribute pop)
#else
#define BEGIN_FOR(names) PRAGMA(GCC push_options) PRAGMA(GCC target(names))
#define END_FOR PRAGMA(GCC pop_options)
#endif

// On ARM, this is NEON.
#define HAS_256_BITS 0
#define HAS_512_BITS 0
#define HAS_VNNI 0
namespace baseline {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace baseline

#if defined(__x86_64__)

#undef HAS_256_BITS
#define HAS_256_BITS 1
BEGIN_FOR("avx2,fma,bmi,bmi2,f16c")
namespace avx2 {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace avx2
END_FOR

#undef HAS_VNNI
#define HAS_VNNI 1
BEGIN_FOR("avx2,fma,bmi,bmi2,f16c,avxvnni")
namespace avx_vnni {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace avx_vnni
END_FOR

#define INSTRUCTIONS \
  "avx2,fma,bmi,bmi2,f16c,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"
#if defined(__clang__)
#define FOR_512_BITS INSTRUCTIONS
#else
#define FOR_512_BITS INSTRUCTIONS ",prefer-vector-width=512"
#endif
#undef HAS_512_BITS
#define HAS_512_BITS 1
BEGIN_FOR(FOR_512_BITS)
namespace avx512 {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace avx512
END_FOR

#endif

// As engine/native/library.py counts them.
enum Instructions { kBaseline, kAvx2, kAvxVnni, kAvx512, kNeon };

// Whether the processor knows these instructions, and they are compiled here.
inline bool knows(int instructions) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  unsigned a = 0, b, c, d;  // Clang 14 has no name for AVX-VNNI
  switch (instructions) {
    case kAvx2:
      return has_avx2;
    case kAvxVnni:
      return has_avx2 && __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4 & 1);
    case kAvx512:
      return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
  }
#elif defined(__aarch64__)
  return instructions == kNeon;
#endif
  return instructions == kBaseline;
}

// How a function ended, as engine/native/library.py names it.
enum Outcome : int32_t { kDone, kOutOfMemory, kOutOfRange };

template <typename Work>
Outcome outcome_of(const Work& work) noexcept {
  try {
    work();
    return kDone;
  } catch (const std::out_of_range&) {
    return kOutOfRange;
  } catch (...) {  // std::bad_alloc, or a size that no vector can have
    return kOutOfMemory;
  }
}

std::unique_ptr<Model> build(const Settings& settings, const Weights& weights,
                             [[maybe_unused]] int instructions) {
#if defined(__x86_64__)
  if (instructions == kAvx512) return std::make_unique<avx512::Transformer>(settings, weights);
  if (instructions == kAvxVnni) return std::make_unique<avx_vnni::Transformer>(settings, weights);
  if (instructions == kAvx2) return std::make_unique<avx2::Transformer>(settings, weights);
#endif
  return std::make_unique<baseline::Transformer>(settings, weights);
}

}  // namespace translucent

using translucent::Cache;
using translucent::Candidates;
using translucent::Forced;
using translucent::Looks;
using translucent::Model;
using translucent::Outcome;
using translucent::Settings;
using translucent::Tensor;
using translucent::outcome_of;

EXPORTED bool translucent_knows(int32_t instructions) { return translucent::knows(instructions); }

EXPORTED Model* translucent_build(const Settings* settings, const Tensor* tensors,
                                  int32_t instructions) {
  std::unique_ptr<Model> model;
  outcome_of([&] {
    model = translucent::build(*settings, translucent::Weights(tensors), instructions);
  });
  return model.release();
}

EXPORTED void translucent_free(Model* model) { delete model; }

EXPORTED Outcome translucent_encode(Model* model, const int64_t* ids, const int32_t* lengths,
                                 int32_t sentences, int32_t longest, float* states,
                                 const Looks* looks) {
  return outcome_of([&] { model->encode(ids, lengths, sentences, longest, states, *looks); });
}

EXPORTED Cache* translucent_begin(Model* model, const float* states, const int32_t* lengths,
                                  int32_t sentences, int32_t longest) {
  std::unique_ptr<Cache> cache;
  outcome_of([&] { cache = model->begin(states, lengths, sentences, longest); });
  return cache.release();
}

EXPORTED Outcome translucent_step(Model* model, Cache* cache, const int64_t* ids,
                               float* log_probs) {
  return outcome_of([&] { model->step(*cache, ids, log_probs); });
}

EXPORTED Outcome translucent_force(Model* model, const Forced* forced) {
  return outcome_of([&] { model->force(*forced); });
}

EXPORTED Outcome translucent_select(Cache* cache, const int64_t* kept, const int64_t* parents,
                                    int32_t count, int32_t width) {
  return outcome_of([&] { cache->select(kept, parents, count, width); });
}

EXPORTED void translucent_end(Cache* cache) { delete cache; }

EXPORTED void translucent_find_candidates(const float* log_probs, const double* totals,
                                          int32_t sentences, int32_t width, int32_t vocab_size,
                                          int32_t count, const Candidates* found) {
  auto find = translucent::baseline::find_candidates;
#if defined(__x86_64__)
  if (translucent::knows(translucent::kAvx2)) find = translucent::avx2::find_candidates;
  if (translucent::knows(translucent::kAvx512)) find = translucent::avx512::find_candidates;
#endif
  find(log_probs, totals, sentences, width, vocab_size, count, *found);
}
