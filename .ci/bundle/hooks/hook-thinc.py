"""What of thinc goes into the folder: all but its tests and the sources of its compiled modules."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = collect_submodules("thinc", filter=lambda name: "tests" not in name.split("."))
datas = collect_data_files(
    "thinc",
    excludes=["**/*.pyx", "**/*.pxd", "**/*.cpp", "**/*.hh", "**/*.cu", "**/*.jinja", "**/tests"],
)
