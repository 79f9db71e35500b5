"""Remember the map of attention the user chose, limited to those of the model.

Each kind of attention has its own choice: layer 2 of the encoder is unrelated to
layer 2 of the decoder.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from engine.attention.maps import AlignmentMap, Kind, MapChoice

Mode = Literal["aligned", "head", "layer", "mean", "maximum", "rollout"]


@dataclass(frozen=True, slots=True)
class WantedMap:
    """The chosen map of one kind; layer and head count from 0."""

    mode: Mode
    layer: int = 0
    head: int = 0


class WantedMaps:
    """Remembers the choice for each kind; a smaller model shows the nearest map it has."""

    def __init__(self) -> None:
        self._wanted: dict[Kind, WantedMap] = {}
        self.best: AlignmentMap | None = None
        """Which cross-attention aligns words best, as far as that is known."""
        self.num_layers = self.num_heads = 1
        """The number of layers and heads."""

    def offered(self, kind: Kind) -> list[WantedMap]:
        """Return every map of a kind of attention, summaries first."""
        offered = [WantedMap("aligned")] if self._is_alignable(kind) else []
        offered += [WantedMap("mean"), WantedMap("maximum"), WantedMap("rollout")]
        for layer in range(self.num_layers):
            offered.append(WantedMap("layer", layer))
            offered += [WantedMap("head", layer, head) for head in range(self.num_heads)]
        return offered

    def want(self, kind: Kind, wanted: WantedMap) -> None:
        """Choose this map of a kind."""
        self._wanted[kind] = wanted

    def wanted(self, kind: Kind) -> WantedMap:
        """Return the offered map nearest to the chosen one; the most informative one at first."""
        usual = WantedMap("aligned" if self._is_alignable(kind) else "mean")
        wanted = self._wanted.get(kind, usual)
        layer, head = min(wanted.layer, self.num_layers - 1), min(wanted.head, self.num_heads - 1)
        match wanted.mode:
            case "head":
                return WantedMap("head", layer, head)
            case "layer":
                return WantedMap("layer", layer)
            case "aligned" if not self._is_alignable(kind):
                return usual
            case mode:
                return WantedMap(mode)

    def choice(self, kind: Kind) -> MapChoice:
        """Return the map to show."""
        return self.choice_of(self.wanted(kind))

    def choice_of(self, wanted: WantedMap) -> MapChoice:
        """Return the map that an offered one stands for."""
        match wanted.mode:
            case "head":
                return MapChoice("head", wanted.layer, wanted.head)
            case "layer":
                return MapChoice("mean", wanted.layer)
            case "aligned":
                assert self.best is not None
                layer = min(self.best.layer, self.num_layers - 1)
                if self.best.head is None:
                    return MapChoice("mean", layer)
                return MapChoice("head", layer, min(self.best.head, self.num_heads - 1))
            case "mean" | "maximum" | "rollout" as reduction:
                return MapChoice(reduction)

    def state(self) -> dict[str, list[str | int]]:
        """Return the choices, for JSON."""
        return {kind: [one.mode, one.layer, one.head] for kind, one in self._wanted.items()}

    def restore(self, state: Any) -> None:
        """Restore saved choices; ignore damaged or unknown values."""
        for kind, wanted in state.items() if isinstance(state, dict) else ():
            match wanted:
                case [str(mode), int(layer), int(head)] if (
                    kind in get_args(Kind)
                    and mode in get_args(Mode)
                    and min(layer, head) >= 0
                    and (mode != "aligned" or kind == "cross")
                ):
                    self._wanted[kind] = WantedMap(mode, layer, head)  # type: ignore[arg-type]  # one of Mode

    def _is_alignable(self, kind: Kind) -> bool:
        return kind == "cross" and self.best is not None
