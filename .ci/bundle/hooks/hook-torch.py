"""What of torch goes into the folder: what it computes with, not what it is made and tested with.

Takes the place of the hook that comes with PyInstaller, which collects every module with its source
and the tests. Modules are found by following the imports; `build.spec` names those left out.
"""

from pathlib import Path

from PyInstaller.utils.hooks import get_package_paths

_FOLDER = Path(get_package_paths("torch")[1])
_TESTS = ("_test", "test_", "backend_with_compiler", "aoti_custom", "torchbind")

# torch reads the text of these while it is imported (`inspect.getsource`).
_READ = """
__init__ _compile _functorch.config _library.custom_ops _native.registry compiler.config
cuda.__init__ cuda.random distributed._functional_collectives distributed.config
functional fx.experimental._config mtia.__init__ nn.functional nn.modules.rnn random
utils._debug_mode._mode utils.serialization.config version xpu.__init__ xpu.random
""".split()

module_collection_mode = "pyz"
binaries = [
    (str(file), "torch/lib")
    for file in (_FOLDER / "lib").iterdir()
    if (".so" in file.name or file.suffix in {".dll", ".dylib"})
    and not any(part in file.name for part in _TESTS)
]
_shared_memory = _FOLDER / "bin" / "torch_shm_manager"
if _shared_memory.exists():  # torch does not start without it
    binaries.append((str(_shared_memory), "torch/bin"))
_sources = [Path(*name.split(".")).with_suffix(".py") for name in _READ]
datas = [
    (str(_FOLDER / source), str("torch" / source.parent))
    for source in _sources
    if (_FOLDER / source).exists()
]
bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
