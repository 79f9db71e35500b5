"""An imported model is the one that `transformers` computes: same ids, numbers and translations."""

from collections.abc import Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.interchange.conversion import save_foreign
from engine.interchange.huggingface import read_huggingface
from engine.models.folder import TorchModel, read_model
from engine.native.acceleration import native
from engine.native.transformer import has_kernel
from engine.search.beam_search import SearchSettings
from engine.tokenizers.encoding import UNKNOWN
from tests.support.foreign_models import write_tokenizer
from tests.support.searching import decoder_of, search
from tests.support.tokenizers import SENTENCES

pytestmark = [
    pytest.mark.slow,  # the import of transformers alone takes seconds
]

SHAPES: dict[str, dict[str, Any]] = {
    "base": {"activation_function": "swish"},
    "big": {
        "d_model": 64,
        "encoder_ffn_dim": 256,
        "decoder_ffn_dim": 256,
        "encoder_attention_heads": 16,
        "decoder_attention_heads": 16,
        "activation_function": "relu",
        "num_beams": 6,
    },
    "separate": {"share_encoder_decoder_embeddings": False},
    "untied": {"share_encoder_decoder_embeddings": False, "tie_word_embeddings": False},
}
WORDS = SENTENCES[0].split() + SENTENCES[2].split() + SENTENCES[4].split()
TEXTS = [
    *dict.fromkeys(SENTENCES),
    *(" ".join(WORDS[start : start + 1 + start % 7]) for start in range(30)),
    "Ünïcode… “quoted” 中文 1,234.5",
]


@pytest.fixture(scope="module", params=SHAPES)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a model with random weights there, its tokenizer, and the same imported by us."""
    # Here and not above, so that those who run other tests do not wait for it.
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    folder = tmp_path_factory.mktemp("huggingface") / "opus-mt-en-de"
    sizes = write_tokenizer(folder, separate="separate" in request.param, source_lang="en")
    tokenizer = MarianTokenizer.from_pretrained(folder)
    fields = {
        "d_model": 32,
        "encoder_layers": 2,
        "decoder_layers": 2,
        "encoder_ffn_dim": 64,
        "decoder_ffn_dim": 64,
        "encoder_attention_heads": 8,
        "decoder_attention_heads": 8,
        "scale_embedding": True,
        "max_position_embeddings": 160,
        "num_beams": 4,
        "max_length": 120,
        "bad_words_ids": [[sizes["pad_token_id"]]],
        **sizes,
        **SHAPES[request.param],
    }
    searching = {name: fields.pop(name) for name in ("num_beams", "max_length", "bad_words_ids")}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = MarianMTModel(MarianConfig(**fields)).eval()
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if "embed_positions" not in name:
                    parameter.normal_(float("norm.weight" in name), 0.3)
            model.final_logits_bias.normal_(0.0, 0.3)
            model.final_logits_bias[0, 0] += 2.0  # so that sentences end
    for name, value in searching.items():
        setattr(model.generation_config, name, value)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    ours = tmp_path_factory.mktemp("ours") / "model"
    save_foreign(read_huggingface(folder, None), ours, "model", "float32")
    return model, tokenizer, read_model(ours)


def sources(loaded: TorchModel) -> list[tuple[int, ...]]:
    source = loaded.tokenizers.source
    return [loaded.tokenizers.frame_source(source.encode(text).ids) for text in TEXTS]


def padded(rows: Sequence[Sequence[int]], pad: int) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[pad] * (longest - len(row))] for row in rows])


def test_texts_have_the_same_ids(pair: Any) -> None:
    _, tokenizer, loaded = pair
    theirs = tokenizer(TEXTS).input_ids
    assert [list(row) for row in sources(loaded)] == theirs
    target = loaded.tokenizers.target
    labels = tokenizer(text_target=TEXTS).input_ids
    assert [[*target.encode(text).ids, target.special.eos] for text in TEXTS] == labels


def test_tokens_have_the_same_probabilities(pair: Any) -> None:
    marian, _, loaded = pair
    pad = loaded.manifest.config.pad_id
    src_ids = padded(sources(loaded), pad)
    generator = torch.Generator().manual_seed(2)
    tgt_in = torch.randint(1, pad, (len(src_ids), 9), generator=generator)
    tgt_in[:, 0] = pad
    with torch.no_grad():
        theirs = marian(
            input_ids=src_ids, attention_mask=(src_ids != pad).long(), decoder_input_ids=tgt_in
        )
        ours = loaded.model(src_ids, tgt_in)
    torch.testing.assert_close(
        ours.log_softmax(-1), theirs.logits.log_softmax(-1), rtol=0, atol=1e-4
    )


@pytest.mark.parametrize("is_native", [False, True], ids=["pytorch", "kernel"])
def test_the_beam_finds_the_same_translations(pair: Any, is_native: bool) -> None:
    marian, tokenizer, loaded = pair
    if is_native and not has_kernel():
        pytest.skip("the kernel was not built, or is not for this processor")
    model = native(loaded.model, "float32") if is_native else decoder_of(loaded.model)
    manifest = loaded.manifest
    pad, eos = manifest.config.pad_id, manifest.config.eos_id
    src_ids = padded(sources(loaded), pad)
    # Nothing twice, so that random models come to an end before they are cut.
    generated = marian.generate(
        input_ids=src_ids, attention_mask=(src_ids != pad).long(), no_repeat_ngram_size=1
    )
    settings = SearchSettings(
        beam_size=manifest.decoding.beam_size,
        length_penalty=manifest.decoding.length_penalty,
        max_length=manifest.decoding.max_length,
        no_repeat_ngram=1,
    )
    assert settings.beam_size == marian.generation_config.num_beams
    found = [best.ids for (best,) in search(model, src_ids, settings)]
    rows = [row[1:] for row in generated.tolist()]
    assert found == [tuple(row[: row.index(eos)]) for row in rows]
    assert any(len(ids) > 5 for ids in found)
    texts = [loaded.tokenizers.target.decode(ids).text for ids in found]
    for ours, theirs in zip(
        texts, tokenizer.batch_decode(rows, skip_special_tokens=True), strict=True
    ):
        assert ours == theirs or UNKNOWN in ours
