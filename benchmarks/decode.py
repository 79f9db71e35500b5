"""Decoding speed beside CTranslate2 and Hugging Face, with the same weights.

    python -m benchmarks.decode [--model FOLDER] [--text FILE] [--threads N] [--bleu] [--plot SVG]

Every engine runs in a process of its own, and all take turns. They read the same ids and search
with the same settings; tokenizers are not part of the time. One thread is timed by the processor's
clock, which other programs disturb little; several threads by the one on the wall. Printed are
medians over the rounds with the fastest and slowest round, and speed relative to the rivals: above
1 is faster than they are. Tokens count without eos.

By default the shipped English–German model translates text of the folder that `TRANSLUCENT_DATA`
names, or else the inputs of the tests. `--bleu` also translates the whole text with each engine.
"""

import argparse
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from sacrebleu.metrics.bleu import BLEU

from benchmarks.decoding.engine_process import Decoded, EngineProcess, running
from benchmarks.decoding.engines import ENGINES, Ids, Search
from benchmarks.plots import draw_speeds
from benchmarks.texts import Pair, default_text, read_pairs, spread
from engine.models.folder import read_model
from engine.tokenizers.tokenizer_pair import TokenizerPair

MODEL = Path(__file__).parents[1] / "resources" / "models" / "en-de-general"
BATCHES = (1, 32)
BEAMS = (1, 5)
SENTENCES = {1: 16, 32: 64}
"""How many sentences a round decodes, by batch size."""
RIVALS = ("ctranslate2-float32", "ctranslate2-int8", "transformers")
AGREE = 0.9
"""The share of greedy targets that must be the same in float32; rounding decides close calls."""
REST = 0.3
"""Seconds between two engines that use several threads: an engine's threads wait busily that long
for more work."""


@dataclass(frozen=True, slots=True)
class Case:
    """How many sentences are decoded at once, and with which beam."""

    batch_size: int
    beam_size: int

    def __str__(self) -> str:
        beam = "greedy" if self.beam_size == 1 else f"beam {self.beam_size}"
        return f"{self.batch_size}, {beam}"


CASES = tuple(Case(*case) for case in product(BATCHES, BEAMS))


@dataclass(frozen=True, slots=True)
class Timing:
    """What one engine took in one case."""

    milliseconds: tuple[float, ...]
    """A sentence, in each round."""
    tokens: float
    """A sentence."""

    @property
    def median(self) -> float:
        """The middle of the rounds."""
        return statistics.median(self.milliseconds)


Timings = Mapping[Case, Mapping[str, Timing]]


@dataclass(frozen=True, slots=True)
class Decoding:
    """The engines that run, and what they are asked to decode."""

    engines: Mapping[str, EngineProcess]
    sources: Sequence[Ids]
    search: Search
    threads: int
    rounds: int

    def time(self) -> Timings:
        """Time every engine in every case, in turn."""
        return {case: self._time(case) for case in CASES}

    def _time(self, case: Case) -> dict[str, Timing]:
        sources = self.sources[: SENTENCES[case.batch_size]]
        rounds: dict[str, list[Decoded]] = {name: [] for name in self.engines}
        for name, done in (pair for _ in range(self.rounds) for pair in rounds.items()):
            if self.threads > 1:
                time.sleep(REST)
            done.append(self._decode(name, sources, case))
        return {
            name: Timing(
                tuple(1000 * self._seconds(one) / len(sources) for one in done),
                done[0].tokens / len(sources),
            )
            for name, done in rounds.items()
        }

    def _decode(self, name: str, sources: Sequence[Ids], case: Case) -> Decoded:
        search = replace(self.search, beam_size=case.beam_size)
        return self.engines[name].decode(sources, search, case.batch_size)

    def _seconds(self, decoded: Decoded) -> float:
        return decoded.processor_seconds if self.threads == 1 else decoded.seconds

    def compare(self) -> Iterator[str]:
        """Tabulate memory, and how many targets are those of the first engine.

        Raises:
            SystemExit: If an engine does not compute the same model.
        """
        count = len(self.sources)
        targets: dict[tuple[str, int], tuple[Ids, ...]] = {}
        memory = {}
        for name in self.engines:
            for beam_size in BEAMS:
                decoded = self._decode(name, self.sources, Case(max(BATCHES), beam_size))
                targets[name, beam_size], memory[name] = decoded.targets, decoded.peak_memory
        first = next(iter(self.engines))
        yield f"| engine | most memory | {' | '.join(f'same, beam {beam}' for beam in BEAMS)} |"
        yield "|---" * (2 + len(BEAMS)) + "|"
        for name in self.engines:
            same = [
                sum(map(tuple.__eq__, targets[name, beam], targets[first, beam])) for beam in BEAMS
            ]
            if not ENGINES[name].is_rounded and same[0] < AGREE * count:
                raise SystemExit(f"{name} and {first} agree in {same[0]} of {count} sentences")
            shares = " | ".join(f"{one} of {count}" for one in same)
            yield f"| {name} | {memory[name]:,.0f} MB | {shares} |"

    def score(self, pairs: Sequence[Pair], tokenizers: TokenizerPair) -> Iterator[str]:
        """Tabulate the BLEU of every engine's translations of the whole text, beam 5."""
        sources = encoded(pairs, tokenizers)
        order = sorted(range(len(pairs)), key=lambda place: len(sources[place]))
        references = [[pairs[place][1] for place in order]]
        bleu = BLEU()
        yield "| engine | BLEU |"
        yield "|---|---|"
        for name in self.engines:
            case = Case(max(BATCHES), max(BEAMS))
            targets = self._decode(name, [sources[place] for place in order], case).targets
            texts = [tokenizers.target.decode(target).text for target in targets]
            yield f"| {name} | {bleu.corpus_score(texts, references).score:.2f} |"
        yield ""
        yield f"sacreBLEU of {len(pairs):,} sentences: {bleu.get_signature()}"


def encoded(pairs: Sequence[Pair], tokenizers: TokenizerPair) -> list[Ids]:
    """Return the sources as the model reads them."""
    return [tokenizers.frame_source(tokenizers.source.encode(source).ids) for source, _ in pairs]


def table(timings: Timings) -> Iterator[str]:
    """Tabulate the timings; relative speed is that of the medians."""
    rivals = [name for name in RIVALS if name in next(iter(timings.values()))]
    heads = ("batch, beam", "engine", "ms a sentence", "rounds", "tokens/s")
    yield "| " + " | ".join((*heads, *(f"of {rival}" for rival in rivals))) + " |"
    yield "|---" * (len(heads) + len(rivals)) + "|"
    for case, engines in timings.items():
        for name, timing in engines.items():
            low, high = min(timing.milliseconds), max(timing.milliseconds)
            cells = (
                str(case),
                name,
                f"{timing.median:.2f}",
                f"{low:.2f}–{high:.2f}",
                f"{1000 * timing.tokens / timing.median:,.0f}",
                *(f"{engines[rival].median / timing.median:.2f}" for rival in rivals),
            )
            yield "| " + " | ".join(cells) + " |"


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=MODEL, help="a model folder")
    parser.add_argument("--text", type=Path, help="sentences, or pairs with a tab between them")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--bleu", action="store_true", help="score every engine's translations")
    parser.add_argument("--plot", type=Path, help="draw the relative speeds into this file")
    arguments = parser.parse_args()
    text = arguments.text or default_text()
    pairs = read_pairs(text)
    loaded = read_model(arguments.model)
    defaults = loaded.manifest.decoding
    sources = encoded(spread(pairs, max(SENTENCES.values())), loaded.tokenizers)
    with running(arguments.engines, arguments.model, arguments.threads) as engines:
        decoding = Decoding(
            engines,
            sources,
            Search(
                beam_size=1,
                length_penalty=defaults.length_penalty,
                max_length=defaults.max_length,
            ),
            arguments.threads,
            arguments.rounds,
        )
        counted = "thread" if arguments.threads == 1 else "threads"
        print(f"{arguments.model.name}, {text.name}, {arguments.threads} {counted}\n")
        for line in decoding.compare():
            print(line, flush=True)
        timings = decoding.time()
        print("", *table(timings), sep="\n", flush=True)
        if arguments.bleu:
            print(flush=True)
            for line in decoding.score(pairs, loaded.tokenizers):
                print(line, flush=True)
    if arguments.plot is not None:
        medians = {
            str(case): {name: timing.median for name, timing in engines.items()}
            for case, engines in timings.items()
        }
        draw_speeds(medians, arguments.plot)


if __name__ == "__main__":
    main()
