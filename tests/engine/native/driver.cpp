// A kernel without Python: reads a model and what to compute from standard input, and writes the
// results to standard output, all in the order and the form in which the kernel takes them.

#include <cstdio>

#include "kernel.cpp"

namespace {

template <typename T>
bool read(T* values, size_t count) {
  return std::fread(values, sizeof(T), count, stdin) == count;
}

template <typename T>
std::vector<T> read(size_t count) {
  std::vector<T> values(count);
  if (!read(values.data(), count)) std::exit(2);
  return values;
}

void write(const std::vector<float>& values) {
  std::fwrite(values.data(), sizeof(float), values.size(), stdout);
}

void demand(bool is_done) {
  if (!is_done) std::exit(1);
}

}  // namespace

int main() {
  const Settings settings = read<Settings>(1)[0];
  const int32_t instructions = read<int32_t>(1)[0];
  demand(translucent_knows(instructions));
  std::vector<std::vector<float>> kept;
  std::vector<Tensor> tensors;
  for (int32_t left = read<int32_t>(1)[0]; left > 0; --left) {
    const int32_t size = read<int32_t>(1)[0];  // negative where there is none
    const float* const values = size < 0 ? nullptr : kept.emplace_back(read<float>(size)).data();
    tensors.push_back({values, nullptr, nullptr});
  }
  Model* const model = translucent_build(&settings, tensors.data(), instructions);
  demand(model != nullptr);

  const auto sizes = read<int32_t>(2);  // sentences and the longest of them
  const auto src_ids = read<int64_t>(size_t(sizes[0]) * sizes[1]);
  const auto lengths = read<int32_t>(sizes[0]);
  const auto tgt_sizes = read<int32_t>(2);
  const auto targets = read<int64_t>(size_t(tgt_sizes[0]) * tgt_sizes[1]);
  const auto tgt_lengths = read<int32_t>(tgt_sizes[0]);
  std::vector<float> states(src_ids.size() * settings.d_model);
  const Looks nothing{};
  demand(translucent_encode(model, src_ids.data(), lengths.data(), sizes[0], sizes[1],
                            states.data(), &nothing) == Outcome::kDone);
  Cache* const cache =
      translucent_begin(model, states.data(), lengths.data(), sizes[0], sizes[1]);
  demand(cache != nullptr);

  int32_t shape[2];  // of the hypotheses of a step
  while (read(shape, 2)) {
    const auto parents = read<int64_t>(size_t(shape[0]) * shape[1]);
    const auto ids = read<int64_t>(parents.size());
    std::vector<float> log_probs(ids.size() * settings.vocab_size);
    demand(translucent_select(cache, nullptr, parents.data(), shape[0], shape[1]) ==
           Outcome::kDone);
    demand(translucent_step(model, cache, ids.data(), log_probs.data()) == Outcome::kDone);
    write(log_probs);
  }
  translucent_end(cache);

  const size_t queries = tgt_sizes[1], places = sizes[1];
  const size_t sentences = size_t(sizes[0]) * settings.num_heads;
  const size_t of_encoder = settings.num_encoder_layers * sentences;
  const size_t of_decoder = settings.num_decoder_layers * sentences;
  std::vector<float> encoder(of_encoder * places * places), norms(of_encoder * places);
  std::vector<float> decoder(of_decoder * queries * queries), own_norms(of_decoder * queries);
  std::vector<float> cross(of_decoder * queries * places), cross_norms(of_decoder * places);
  std::vector<float> log_probs(targets.size());
  const Looks looks{encoder.data(), norms.data()};
  demand(translucent_encode(model, src_ids.data(), lengths.data(), sizes[0], sizes[1],
                            states.data(), &looks) == Outcome::kDone);
  const Forced forced{states.data(), lengths.data(), targets.data(), tgt_lengths.data(),
                      sizes[0], sizes[1], tgt_sizes[1], 0, settings.num_decoder_layers - 1,
                      targets.data(), log_probs.data(), {decoder.data(), own_norms.data()},
                      {cross.data(), cross_norms.data()}};
  demand(translucent_force(model, &forced) == Outcome::kDone);
  write(encoder);
  write(decoder);
  write(cross);
  translucent_free(model);
}
