"""What a map of attention is called, and how its cells are to be read."""

from PySide6.QtCore import QCoreApplication

from engine.attention.views import Kind, MapChoice

translate = QCoreApplication.translate


def name_of_map(choice: MapChoice) -> str:
    """Return what one map of a kind of attention is called."""
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


def explain(kind: Kind, *, is_shifted: bool) -> str:
    """Say what rows and cells are, at which step they were read, and what they do not prove."""
    kinds = {
        "cross": translate(
            "AttentionPanel",
            "A row is a word of the translation; its cells are the source words it looked at.",
        ),
        "encoder": translate(
            "AttentionPanel",
            "A row is a source word; its cells are the source words it looked at while the "
            "sentence was read.",
        ),
        "decoder": translate(
            "AttentionPanel",
            "A row is a step of writing; its cells are the words written before, which it "
            "looked back at.",
        ),
    }
    readings = {
        False: translate("AttentionPanel", "Read while the word of a row was being chosen."),
        True: translate(
            "AttentionPanel",
            "Read one step later, when the word of a row was written: this tells best which "
            "source words it comes from.",
        ),
    }
    words = [kinds[kind]]
    if kind == "cross":
        words.append(readings[is_shifted])
    words.append(
        translate(
            "AttentionPanel",
            "Attention is a view into the model, not a proof of why it chose a word.",
        )
    )
    return " ".join(words)
