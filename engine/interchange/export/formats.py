"""The formats of other programs that models are exported in. Torch-free."""

from typing import Literal

ExportFormat = Literal["ctranslate2", "huggingface", "marian"]

PROGRAM_NAMES: dict[ExportFormat, str] = {
    "ctranslate2": "CTranslate2",
    "huggingface": "Hugging Face Transformers",
    "marian": "Marian",
}
