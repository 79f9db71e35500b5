"""Names of the kinds and maps of attention, and how to read their cells."""

from PySide6.QtCore import QCoreApplication

from engine.attention.maps import Kind, MapChoice

translate = QCoreApplication.translate


def name_of_kind(kind: Kind) -> str:
    """Return the technical term for a kind of attention."""
    return {
        "cross": translate("AttentionPanel", "Cross-attention"),
        "encoder": translate("AttentionPanel", "Encoder self-attention"),
        "decoder": translate("AttentionPanel", "Decoder self-attention"),
    }[kind]


def tab_of_kind(kind: Kind) -> str:
    """Return which texts a kind of attention is about, in a word or two."""
    return {
        "cross": translate("AttentionPanel", "Both texts"),
        "encoder": translate("AttentionPanel", "Source"),
        "decoder": translate("AttentionPanel", "Translation"),
    }[kind]


def tip_of_kind(kind: Kind) -> str:
    """Return the technical term for a kind of attention, and what attends to what."""
    words = {
        "cross": translate("AttentionPanel", "the translation looks at the source"),
        "encoder": translate("AttentionPanel", "the words of the source look at each other"),
        "decoder": translate(
            "AttentionPanel", "the translation looks back at what is already written"
        ),
    }[kind]
    return translate("AttentionPanel", "{0}: {1}").format(name_of_kind(kind), words)


def name_of_map(choice: MapChoice) -> str:
    """Return the name of one map of a kind of attention."""
    match choice.reduction:
        case "head":
            assert choice.layer is not None
            assert choice.head is not None
            return translate("AttentionPanel", "Layer {0}, head {1}").format(
                choice.layer + 1, choice.head + 1
            )
        case "mean" if choice.layer is not None:
            return translate("AttentionPanel", "Layer {0}, mean of heads").format(choice.layer + 1)
        case "mean":
            return translate("AttentionPanel", "Mean of all heads")
        case "maximum":
            return translate("AttentionPanel", "Maximum of all heads")
        case "rollout":
            return translate("AttentionPanel", "Rollout through all layers")


def reading_of(kind: Kind) -> str:
    """Return what the rows of a map are, and what a bright cell means."""
    return {
        "cross": translate(
            "AttentionPanel",
            "Each row is a word of the translation; the brighter a cell, the more it looked at "
            "that source word.",
        ),
        "encoder": translate(
            "AttentionPanel",
            "Each row is a source word; the brighter a cell, the more it looked at that source "
            "word.",
        ),
        "decoder": translate(
            "AttentionPanel",
            "Each row is a step of writing; the brighter a cell, the more it looked back at that "
            "word.",
        ),
    }[kind]


def explain(kind: Kind, *, is_shifted: bool) -> str:
    """Return how to read a map, at which step it was taken, and what it does not prove."""
    words = [reading_of(kind)]
    if kind == "cross":
        words.append(
            translate("AttentionPanel", "Shifted by one step, which aligns words best.")
            if is_shifted
            else translate("AttentionPanel", "Taken while the word of each row was being chosen.")
        )
    words.append(
        translate(
            "AttentionPanel", "Attention shows where the model looked, not why it chose a word."
        )
    )
    return " ".join(words)
