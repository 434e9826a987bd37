"""``python -m bench`` is ``python bench/playouts.py``, then ``bench/batch.py``, then ``bench/search.py``."""

import runpy
import sys
from pathlib import Path

folder = Path(__file__).resolve().parent
sys.path.insert(0, str(folder))
failed = 0
for script in ("playouts.py", "batch.py", "search.py"):
    try:
        runpy.run_path(str(folder / script), run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            raise
        failed = max(failed, end.code or 0)
sys.exit(failed)
