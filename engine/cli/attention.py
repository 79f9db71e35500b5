"""`translucent attention`: what each token looked at, as a picture or a table."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import DeviceOption, FromOption, ModelOption, ToOption
from engine.cli.terminal import say
from engine.folders import Folders
from engine.languages.names import english_name
from engine.models.registry import find_model
from engine.translation import SearchOptions, TranslationRequest

SUFFIXES = (".png", ".svg", ".pdf", ".csv", ".json")


class Kind(StrEnum):
    """Which attention of the Transformer."""

    CROSS = "cross"
    ENCODER = "encoder"
    DECODER = "decoder"


def attention(
    context: typer.Context,
    text: Annotated[list[str], typer.Argument(help="The sentence to translate and inspect.")],
    output: Annotated[
        Path,
        typer.Option(help="File to write: a picture (.png, .svg, .pdf) or numbers (.csv, .json)."),
    ],
    kind: Annotated[
        Kind,
        typer.Option(help="cross: target to source; encoder, decoder: each side to itself."),
    ] = Kind.CROSS,
    layer: Annotated[
        int | None, typer.Option(min=1, help="One layer, counting from 1; by default, all.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(help="A head, counting from 1, or mean; needs --layer.")
    ] = None,
    rollout: Annotated[
        bool,
        typer.Option(
            "--rollout", help="Combine all layers and heads in one map: attention rollout."
        ),
    ] = False,
    words: Annotated[
        bool, typer.Option("--words", help="Show whole words instead of tokens.")
    ] = False,
    shifted: Annotated[
        bool,
        typer.Option(
            "--shifted",
            help="In cross maps, show the step that reads each token, not the one that writes it.",
        ),
    ] = False,
    model: ModelOption = None,
    source: FromOption = None,
    target: ToOption = None,
    beam: Annotated[int | None, typer.Option(min=1, max=64, help="Beam size; 1 is greedy.")] = None,
    device: DeviceOption = "auto",
) -> None:
    """Translate one sentence and save what each token attended to.

    The default is a grid of all layers and heads; with --layer alone, the mean over the heads of
    that layer. Each row of a cross map is the step that writes its token; with --shifted it is the
    next step, which reads the token and in many models aligns words better.
    """
    if head is not None and layer is None:
        raise typer.BadParameter("--head needs --layer")
    if head not in (None, "mean") and not (head or "").isdecimal():
        raise typer.BadParameter(f"--head must be a number from 1 up, or mean, not {head!r}")
    if rollout and layer is not None:
        raise typer.BadParameter("--rollout combines all layers, so it cannot be used with --layer")
    if shifted and kind is not Kind.CROSS:
        raise typer.BadParameter("--shifted applies only to cross maps (--kind cross)")
    if output.suffix.lower() not in SUFFIXES:
        raise typer.BadParameter(
            f"--output must end in one of {', '.join(SUFFIXES)}, not {output.name}"
        )
    if not output.absolute().parent.is_dir():
        raise typer.BadParameter(f"--output: there is no folder {output.absolute().parent}")
    folders: Folders = context.obj
    entry = find_model(folders, model, source, target)
    if entry.then is not None:
        between = entry.then.usable_manifest.source_language
        raise typer.BadParameter(
            f"no model translates from {source} to {target} directly, only through "
            f"{english_name(between)}; give the languages of one step"
        )

    from engine.attention.export import save_grid, save_map, suffix_of
    from engine.attention.fonts import missing_characters
    from engine.attention.maps import MapChoice
    from engine.attention.views import choose, make_view
    from engine.pipeline.translator import Translator

    translator = Translator.open(entry.path, device=device, direction=entry.direction)
    translation = translator.translate(
        TranslationRequest(" ".join(text), SearchOptions(beam), with_alignment=False)
    )
    if not translation.sentences:
        raise typer.BadParameter("the text contains nothing to translate")
    sentence = translation.sentences[0]
    if len(translation.sentences) > 1:
        count = len(translation.sentences)
        say(f"The text has {count} sentences; only the first is used.", err=True)
    shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
    view = make_view(shown, kind.value, unit="words" if words else "tokens", shifted=shifted)
    if not view.rows:
        raise typer.BadParameter(
            "--shifted: the translation is empty, so there are no tokens to show"
        )
    num_layers, num_heads = view.weights.shape[:2]
    rows, columns = [item.label for item in view.rows], [item.label for item in view.columns]
    title = f"{kind.capitalize()} attention"
    if rollout:
        save_map(output, view.rollout, rows, columns, title=f"{title}, rollout")
    elif layer is None:
        save_grid(output, view.weights, rows, columns, title=title)
    else:
        if layer > num_layers:
            raise typer.BadParameter(f"--layer {layer}: the model has {num_layers}")
        chosen = None if head in (None, "mean") else int(head or 0)
        if chosen is not None and not 1 <= chosen <= num_heads:
            raise typer.BadParameter(f"--head {head}: a layer has {num_heads}")
        choice, which = MapChoice("mean", layer - 1), "mean of heads"
        if chosen is not None:
            choice, which = MapChoice("head", layer - 1, chosen - 1), f"head {chosen}"
        weights = choose(view, choice)
        save_map(output, weights, rows, columns, title=f"{title}, layer {layer}, {which}")
    say(f"{sentence.target}\nWrote {output}")
    is_drawn = suffix_of(output) in (".png", ".pdf") and (rollout or layer is not None)
    if is_drawn and (boxes := missing_characters("".join([*rows, *columns]))):
        say(f"Drawn as boxes, because no installed font has them: {boxes}", err=True)
