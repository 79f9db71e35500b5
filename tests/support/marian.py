"""Small models in Marian's own format, for tests to import, to damage and to run in Marian."""

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import yaml
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

from tests.support.tokenizers import SENTENCES, pieces_of

GERMAN = [text for text in SENTENCES if text[0] in "ZEM"]
ENGLISH = [text for text in SENTENCES if text not in GERMAN]

OPTIONS: Mapping[str, Any] = {
    "type": "transformer",
    "dim-emb": 16,
    "enc-depth": 2,
    "dec-depth": 2,
    "transformer-heads": 4,
    "transformer-dim-ffn": 24,
    "transformer-ffn-activation": "swish",
    "transformer-ffn-depth": 2,
    "transformer-preprocess": "",
    "transformer-postprocess": "dan",
    "transformer-postprocess-emb": "d",
    "transformer-postprocess-top": "",
    "transformer-decoder-autoreg": "self-attention",
    "transformer-tied-layers": [],
    "transformer-no-projection": False,
    "tied-embeddings": False,
    "tied-embeddings-src": False,
    "tied-embeddings-all": True,
    "output-omit-bias": False,
    "right-left": False,
    "skip": False,
    "lemma-dim-emb": 0,
    "input-types": [],
    "version": "v1.12.42",
}
"""What the smallest model that says everything says of itself."""

MODEL = "opus.spm32k-spm32k.transformer-align.model1.npz"

Arrays = dict[str, npt.NDArray[np.float32]]
Scores = tuple[float, ...]


def marian_weights(vocab_sizes: Sequence[int], seed: int = 0, **changes: Any) -> Arrays:
    """Draw all weights of a model whose options differ from `OPTIONS` in these, under its names."""
    o = options(**changes)
    source, target = vocab_sizes
    generator = np.random.default_rng(seed)
    d_model, d_ff = o["dim-emb"], o["transformer-dim-ffn"]

    def draw(*shape: int, mean: float = 0.0, scale: float = 0.3) -> npt.NDArray[np.float32]:
        return generator.normal(mean, scale, shape).astype(np.float32)

    def norm(name: str, suffix: str = "") -> Iterator[tuple[str, Any]]:
        yield f"{name}_ln_scale{suffix}", draw(1, d_model, mean=1.0)
        yield f"{name}_ln_bias{suffix}", draw(1, d_model)

    def linear(name: str, letter: str, inputs: int, outputs: int) -> Iterator[tuple[str, Any]]:
        yield f"{name}_W{letter}", draw(inputs, outputs)
        yield f"{name}_b{letter}", draw(1, outputs)

    def around(name: str) -> Iterator[tuple[str, Any]]:
        if "n" in o["transformer-preprocess"]:
            yield from norm(name, "_pre")
        if "n" in o["transformer-postprocess"]:
            yield from norm(name)

    def layer(name: str, blocks: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        for block in blocks:
            for letter in "qkv" if o["transformer-no-projection"] else "qkvo":
                yield from linear(f"{name}_{block}", letter, d_model, d_model)
            yield from around(f"{name}_{block}_Wo")
        yield from linear(f"{name}_ffn", "1", d_model, d_ff)
        yield from linear(f"{name}_ffn", "2", d_ff, d_model)
        yield from around(f"{name}_ffn_ffn")

    def everything() -> Iterator[tuple[str, Any]]:
        if o["tied-embeddings-all"] or o["tied-embeddings-src"]:
            yield "Wemb", draw(source, d_model)
        else:
            yield "encoder_Wemb", draw(source, d_model)
            yield "decoder_Wemb", draw(target, d_model)
        if not (o["tied-embeddings-all"] or o["tied-embeddings"]):
            yield "decoder_ff_logit_out_Wt", draw(target, d_model)
        if not o["output-omit-bias"]:
            bias = draw(1, target)
            # As training leaves it: no token of a sentence is unknown.
            bias[0, 1] = -30.0
            yield "decoder_ff_logit_out_b", bias
        for index in range(1, o["enc-depth"] + 1):
            yield from layer(f"encoder_l{index}", ("self",))
        for index in sorted(set(o["transformer-tied-layers"]) or range(1, o["dec-depth"] + 1)):
            yield from layer(f"decoder_l{index}", ("self", "context"))
        if "n" in o["transformer-postprocess-top"]:
            yield from norm("encoder_top")
            yield from norm("decoder_top")

    return dict(everything())


def options(**changes: Any) -> dict[str, Any]:
    """Return `OPTIONS` with some of them changed: dim_emb=8 for "dim-emb"."""
    return {**OPTIONS, **{name.replace("_", "-"): value for name, value in changes.items()}}


def options_array(values: Mapping[str, Any]) -> npt.NDArray[np.int8]:
    """Return Marian's options as the array that holds them: YAML, and a zero at its end."""
    return np.frombuffer(_yaml(values).encode() + b"\0", dtype=np.int8)


def write_yaml(path: Path, values: Mapping[str, Any]) -> None:
    """Write names and values as YAML."""
    path.write_text(_yaml(values), encoding="utf-8")


def _yaml(values: Mapping[str, Any]) -> str:
    return "".join(f"{name}: {_yaml_value(value)}\n" for name, value in values.items())


def _yaml_value(value: Any) -> str:
    if isinstance(value, list):
        return "".join(f"\n  - {part}" for part in value) or "\n  []"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if value == "" else str(value)


@cache
def marian_pieces(language: Literal["en", "de", "both"]) -> bytes:
    """Return a SentencePiece model with the special tokens that Marian's own training gives it."""
    model = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter({"en": ENGLISH, "de": GERMAN, "both": SENTENCES}[language]),
        model_writer=model,
        vocab_size=90 if language == "en" else 80,
        hard_vocab_limit=False,
        bos_id=-1,
        eos_id=0,
        unk_id=1,
        pad_id=-1,
        minloglevel=2,
    )
    return model.getvalue()


Vocabularies = Literal["joint.spm", "two.spm", "joint.yml", "two.yml"]


def write_vocabularies(
    folder: Path, kind: Vocabularies, tags: Sequence[str] = ()
) -> tuple[list[str], list[int]]:
    """Write the vocabularies of a model; return the names of their files, and their sizes."""
    if kind == "joint.spm":
        (folder / "vocab.spm").write_bytes(marian_pieces("both"))
        return ["vocab.spm"] * 2, [len(pieces_of(marian_pieces("both")))] * 2
    en, de = marian_pieces("en"), marian_pieces("de")
    if kind == "two.spm":
        (folder / "vocab.en.spm").write_bytes(en)
        (folder / "vocab.de.spm").write_bytes(de)
        return ["vocab.en.spm", "vocab.de.spm"], [len(pieces_of(en)), len(pieces_of(de))]
    (folder / "source.spm").write_bytes(en)
    (folder / "target.spm").write_bytes(de)
    names, sizes = [], []
    for name, models in (
        [("opus.vocab.yml", (en, de))] * 2
        if kind == "joint.yml"
        else [("opus.src.vocab.yml", (en,)), ("opus.trg.vocab.yml", (de,))]
    ):
        tokens = dict.fromkeys(piece for model in models for piece in pieces_of(model))
        ids = {f'"{token}"': index for index, token in enumerate([*tokens, *tags])}
        write_yaml(folder / name, ids)
        names.append(name)
        sizes.append(len(ids))
    return names, sizes


def write_marian_folder(
    folder: Path,
    vocabularies: Vocabularies = "joint.yml",
    *,
    tags: Sequence[str] = (),
    seed: int = 0,
    **changes: Any,
) -> Arrays:
    """Write a model with random weights as Marian and OPUS-MT do.

    Args:
        folder: Where.
        vocabularies: What kind of them it has.
        tags: Tokens that ask for a language, of "joint.yml".
        seed: Of the weights.
        changes: Options that differ from `OPTIONS`.

    Returns:
        The weights.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names, sizes = write_vocabularies(folder, vocabularies, tags)
    weights = marian_weights(sizes, seed, **changes)
    write_npz(folder / MODEL, weights, dim_vocabs=sizes, **changes)
    decoder = {"relative-paths": True, "models": [MODEL], "vocabs": names}
    write_yaml(folder / "decoder.yml", {**decoder, "beam-size": 6, "normalize": 0.6})
    return weights


def write_npz(path: Path, weights: Mapping[str, Any], **changes: Any) -> None:
    """Save weights as Marian does, with the options that differ from `OPTIONS`."""
    arrays: dict[str, Any] = {**weights, "special:model.yml": options_array(options(**changes))}
    np.savez(path, **arrays)


def marian_scores(folder: Path, sources: Sequence[str], targets: Sequence[str]) -> list[Scores]:
    """Return the log-probability of every token of the targets and of their ends, by Marian."""
    import _pymarian  # here, and not above: it is large, and not on every system

    decoder = yaml.safe_load((folder / "decoder.yml").read_text(encoding="utf-8"))
    files = [folder / "sources.txt", folder / "targets.txt"]
    for path, texts, side in zip(files, (sources, targets), ("source", "target"), strict=True):
        lines = [as_marian_reads(folder, side, text) for text in texts]
        path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    scores = folder / "scores.txt"
    arguments = ["score", "--model", folder / decoder["models"][0], "--train-sets", *files]
    vocabularies = [folder / name for name in decoder["vocabs"]]
    settings = [
        "--cpu-threads",
        1,
        "--workspace",
        50,
        "--quiet",
        "--word-scores",
        "--max-length",
        decoder.get("max-length", 500),
        "--output",
        scores,
    ]
    assert not _pymarian.main(
        [str(part) for part in (*arguments, "--vocabs", *vocabularies, *settings)]
    )
    lines = scores.read_text(encoding="utf-8").splitlines()
    return [tuple(map(float, line.rpartition("=")[2].split())) for line in lines]


def marian_translations(
    folder: Path, texts: Sequence[str], **settings: Any
) -> list[tuple[str, float]]:
    """Return what Marian translates texts to, as pieces separated by blanks, and its scores."""
    from pymarian import Translator

    translator = Translator(
        config=folder / "decoder.yml",
        cpu_threads=1,
        workspace=50,
        quiet="",
        n_best="",
        **{} if (folder / "source.spm").exists() else {"no_spm_decode": ""},
        **settings,
    )
    # One by one: of several texts, the lines of their n-best lists would follow each other.
    read = [as_marian_reads(folder, "source", text) for text in texts]
    parts = [translator.translate([text])[0].split(" ||| ") for text in read]
    return [(pieces.strip(), float(score)) for _, pieces, *_, score in parts]


def as_marian_reads(folder: Path, side: str, text: str) -> str:
    """Return a text as a model takes it: cut into pieces, unless it does so itself."""
    path = folder / f"{side}.spm"
    if not path.exists():
        return text
    return " ".join(SentencePieceProcessor(str(path)).encode(text, out_type=str))


def toy_pairs(count: int, seed: int = 0) -> list[tuple[str, str]]:
    """Return random sentences and their translations, word by word, by a dictionary of our own."""
    generator = np.random.default_rng(seed)
    english, german = (
        sorted({word for text in texts for word in text.split() if word.isalpha()})
        for texts in (ENGLISH, GERMAN)
    )
    pairs = []
    for length in generator.integers(1, 7, count):
        words = generator.integers(0, len(english), length)
        target = " ".join(german[word % len(german)] for word in words)
        pairs.append((" ".join(english[word] for word in words), target))
    return pairs


def train_marian_folder(
    folder: Path, vocabularies: Vocabularies = "joint.spm", *, updates: int, **changes: Any
) -> None:
    """Let Marian train a model on `toy_pairs`, with options that differ from `OPTIONS`."""
    from pymarian import Trainer

    folder.mkdir(parents=True, exist_ok=True)
    names, sizes = write_vocabularies(folder, vocabularies)
    files = [folder / "train.en", folder / "train.de"]
    pairs = toy_pairs(3000)
    for index, (path, side) in enumerate(zip(files, ("source", "target"), strict=True)):
        lines = [as_marian_reads(folder, side, pair[index]) for pair in pairs]
        path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    given = {name.replace("-", "_"): value for name, value in options(**changes).items()}
    for name in ("version", "skip", "right_left", "input_types", "dim_emb"):
        del given[name]
    Trainer(
        model=folder / MODEL,
        train_sets=files,
        vocabs=[folder / name for name in names],
        dim_vocabs=sizes,
        dim_emb=32,
        after_batches=updates,
        mini_batch=32,
        learn_rate=0.005,
        optimizer_params=[0.9, 0.98, 1e-9],
        cpu_threads=1,
        workspace=100,
        seed=1,
        quiet="",
        **{name: value for name, value in given.items() if value not in ([], "")},
    ).train()
    decoder = {"relative-paths": True, "models": [MODEL], "vocabs": names}
    write_yaml(folder / "decoder.yml", {**decoder, "beam-size": 6, "normalize": 0.6})
