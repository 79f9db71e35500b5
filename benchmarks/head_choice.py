"""How well words are aligned by the map that is chosen from what a model translates.

python -m benchmarks.head_choice MODEL TEXT --gold GOLD [--sentences 3 10 30 100] [--draws 5]

MODEL is a model folder, TEXT a file of pairs (English, German), of which sentences are drawn at
random in the language that the model reads. GOLD holds word alignments made by hand, as
`translucent evaluate-alignment` takes them: the alignment error rate of every map is measured on
them, and that of the chosen map is printed, beside the best one and the median.
"""

import argparse
import random
import statistics
from pathlib import Path

import torch

from engine.attention.alignment import groups_of_words
from engine.models.manifest import AlignmentHead
from engine.pipeline.head_choice import HeadChoice
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from training.corpus_formats.gold_alignments import read_gold
from training.evaluation.alignment_evaluation import ModelMaps, score_alignments
from training.evaluation.trained_model import TrainedModel

COLUMNS = ("en", "de")


def choose(translator: Translator, sentences: list[str]) -> AlignmentHead:
    """Return the map that is chosen after these sentences."""
    config = translator.manifest.config
    choice = HeadChoice(config.num_decoder_layers, config.num_heads)
    for text in sentences:
        for sentence in translator.translate(TranslationRequest(text)).sentences:
            ids = sentence.hypotheses[0].ids
            shown = translator.inspector.attention(sentence.source, ids)
            choice.add(
                shown.maps.cross,
                groups_of_words(shown.target_word_ids, len(shown.target_words)),
                groups_of_words(shown.source_word_ids, len(shown.source_words)),
            )
    return choice.best


def main() -> None:
    """Print one line for each number of sentences."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("model", type=Path)
    parser.add_argument("text", type=Path)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--sentences", type=int, nargs="+", default=[3, 10, 30, 100])
    parser.add_argument("--draws", type=int, default=5)
    arguments = parser.parse_args()
    translator = Translator.open(arguments.model, device="cpu")
    manifest = translator.manifest
    direction = manifest.source_language, manifest.target_language
    model = TrainedModel.of_folder(arguments.model, torch.device("cpu"))
    report = score_alignments(
        ModelMaps(model, manifest.alignment), read_gold(arguments.gold, direction), None
    )
    assert report is not None
    rates = {scored.head: 100 * scored.score.error_rate for scored in report.maps}
    print(
        f"{manifest.name}: AER of the best map {min(rates.values()):.1f} %, "
        f"of the median one {statistics.median(rates.values()):.1f} %"
    )
    column = COLUMNS.index(manifest.source_language)
    lines = [
        line.split("\t")[column] for line in arguments.text.read_text(encoding="utf-8").splitlines()
    ]
    for count in arguments.sentences:
        found = [
            rates[choose(translator, random.Random(draw).sample(lines, count))]
            for draw in range(arguments.draws)
        ]
        print(f"after {count:>3} sentences: " + ", ".join(f"{rate:.1f}" for rate in sorted(found)))


if __name__ == "__main__":
    main()
