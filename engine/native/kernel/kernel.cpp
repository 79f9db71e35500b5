// A Transformer on a processor: what engine/native/transformer.py calls.
//
// The .inc files are compiled once for each set of instructions worth having; the best that the
// processor knows is chosen when a model is made. Functions return false where memory ran short.
// GCC or Clang compiles this; without either, PyTorch computes everything.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "buffer.hpp"
#include "threads.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
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

// Tensors in the order in which the model is built.
class Weights {
 public:
  explicit Weights(const float* const* tensors) : tensors_(tensors) {}
  const float* next() const { return *tensors_++; }

 private:
  mutable const float* const* tensors_;
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

  // Row i becomes what row rows[i] was.
  void select(const int64_t* rows, int count) {
    std::vector<int32_t> selected(count);
    std::vector<std::vector<int32_t>> pasts(count);
    for (int i = 0; i < count; ++i) {
      selected[i] = sentences[rows[i]];
      pasts[i] = ancestors[rows[i]];
    }
    sentences.swap(selected);
    ancestors.swap(pasts);
  }

  std::vector<LayerCache> layers;
  std::vector<int32_t> lengths;                 // (B,), of the sources
  std::vector<int32_t> starts;                  // (B,), where each begins in `cross`
  std::vector<int32_t> sentences;               // (R,)
  std::vector<std::vector<int32_t>> ancestors;  // (R, T)
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
                      float* states) = 0;
  virtual std::unique_ptr<Cache> begin(const float* states, const int32_t* lengths, int sentences,
                                       int longest) = 0;
  virtual void step(Cache& cache, const int64_t* ids, float* log_probs) = 0;
};

constexpr int rounded_up(int size, int multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

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
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,f16c")
namespace avx2 {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace avx2
#pragma GCC pop_options

#undef HAS_VNNI
#define HAS_VNNI 1
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,f16c,avxvnni")
namespace avx_vnni {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace avx_vnni
#pragma GCC pop_options

#undef HAS_512_BITS
#define HAS_512_BITS 1
#pragma GCC push_options
#pragma GCC target( \
    "avx2,fma,bmi,bmi2,f16c,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,prefer-vector-width=512")
namespace avx512 {
#include "arithmetic.inc"
#include "candidates.inc"
#include "linear.inc"
#include "transformer.inc"
}  // namespace avx512
#pragma GCC pop_options

#endif

enum Instructions { kBaseline, kAvx2, kAvxVnni, kAvx512 };

inline Instructions best_instructions() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")) {
    return kAvx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return __builtin_cpu_supports("avxvnni") ? kAvxVnni : kAvx2;
  }
#endif
  return kBaseline;
}

template <typename Work>
bool fits_in_memory(const Work& work) {
  try {
    work();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

std::unique_ptr<Model> build(const Settings& settings, const Weights& weights, int instructions) {
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
using translucent::Model;
using translucent::Settings;
using translucent::fits_in_memory;

// The best instructions of this processor, as engine/native/library.py counts them.
EXPORTED int32_t translucent_instructions() { return translucent::best_instructions(); }

EXPORTED Model* translucent_build(const Settings* settings, const float* const* tensors,
                                  int32_t instructions) {
  std::unique_ptr<Model> model;
  fits_in_memory([&] {
    model = translucent::build(*settings, translucent::Weights(tensors), instructions);
  });
  return model.release();
}

EXPORTED void translucent_free(Model* model) { delete model; }

EXPORTED bool translucent_encode(Model* model, const int64_t* ids, const int32_t* lengths,
                                 int32_t sentences, int32_t longest, float* states) {
  return fits_in_memory([&] { model->encode(ids, lengths, sentences, longest, states); });
}

EXPORTED Cache* translucent_begin(Model* model, const float* states, const int32_t* lengths,
                                  int32_t sentences, int32_t longest) {
  std::unique_ptr<Cache> cache;
  fits_in_memory([&] { cache = model->begin(states, lengths, sentences, longest); });
  return cache.release();
}

EXPORTED bool translucent_step(Model* model, Cache* cache, const int64_t* ids,
                               float* log_probs) {
  return fits_in_memory([&] { model->step(*cache, ids, log_probs); });
}

EXPORTED bool translucent_select(Cache* cache, const int64_t* rows, int32_t count) {
  return fits_in_memory([&] { cache->select(rows, count); });
}

EXPORTED void translucent_end(Cache* cache) { delete cache; }

EXPORTED void translucent_find_candidates(const float* log_probs, const double* totals,
                                          int32_t sentences, int32_t width, int32_t vocab_size,
                                          int32_t count, const Candidates* found) {
#if defined(__x86_64__)
  switch (translucent::best_instructions()) {
    case translucent::kAvx512:
      return translucent::avx512::find_candidates(log_probs, totals, sentences, width, vocab_size,
                                                  count, *found);
    case translucent::kAvxVnni:
    case translucent::kAvx2:
      return translucent::avx2::find_candidates(log_probs, totals, sentences, width, vocab_size,
                                                count, *found);
    default:
      break;
  }
#endif
  translucent::baseline::find_candidates(log_probs, totals, sentences, width, vocab_size, count,
                                         *found);
}
