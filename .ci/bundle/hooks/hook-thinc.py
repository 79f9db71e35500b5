"""What of thinc goes into the folder: all but its tests and what its compiled modules are made of.

Its sources for GPUs are read when it is imported, GPU or not.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = collect_submodules("thinc", filter=lambda name: "tests" not in name.split("."))
datas = collect_data_files(
    "thinc",
    excludes=["**/*.pyx", "**/*.pxd", "**/*.cpp", "**/*.hh", "**/*.jinja", "**/tests"],
)
