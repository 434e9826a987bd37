"""``python -m bench`` is ``python bench/playouts.py``."""

import runpy
import sys
from pathlib import Path

folder = Path(__file__).resolve().parent
sys.path.insert(0, str(folder))
runpy.run_path(str(folder / "playouts.py"), run_name="__main__")
