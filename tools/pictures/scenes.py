"""The views to compare, from testdata/scenes/views.json."""
import json
import math
import os
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "testdata", "scenes")
# Means are levels of 255, `wrong` is a share of the pixels.
BARS = {"clients": 0.5, "mean": 0.5, "wrong": 0.002}


@dataclass
class Scene:
    name: str
    document: str
    center: tuple
    zoom: float
    size: tuple = (512, 512)
    ratio: float = 1
    bearing: float = 0
    pitch: float = 0  # degrees; the painter looks straight down, so only the clients are compared
    max_zoom: int = None
    options: list = field(default_factory=list)  # files in them lie in FOLDER
    style: str = "style.json"  # which style of the output is drawn
    below: str = None  # a document that says the same as the base style
    quick: bool = False
    bars: dict = field(default_factory=dict)
    why: str = ""
    habits: frozenset = frozenset()

    @property
    def deepest(self):
        """Deepest zoom of the tiles: that of the view, where the scene says none."""
        return math.floor(self.zoom) if self.max_zoom is None else self.max_zoom


def scenes():
    """All scenes, in the order of the file."""
    with open(os.path.join(FOLDER, "views.json")) as file:
        entries = json.load(file)
    result = []
    for entry in entries:
        allowed = entry.get("allow", {})
        unknown = set(entry) - {"name", "document", "center", "zoom", "size", "ratio", "bearing",
                                "pitch", "maxZoom", "options", "style", "below", "quick", "shows",
                                "allow"}
        if unknown:
            raise ValueError(f"views.json: {entry.get('name')}: unknown members {sorted(unknown)}")
        result.append(Scene(
            name=entry["name"],
            document=os.path.normpath(os.path.join(FOLDER, entry["document"])),
            center=tuple(entry["center"]), zoom=entry["zoom"],
            size=tuple(entry.get("size", (512, 512))), ratio=entry.get("ratio", 1),
            bearing=entry.get("bearing", 0), pitch=entry.get("pitch", 0), max_zoom=entry.get("maxZoom"),
            options=entry.get("options", []), style=entry.get("style", "style.json"),
            below=os.path.join(FOLDER, entry["below"]) if "below" in entry else None,
            quick=entry.get("quick", False),
            bars={**BARS, **{k: v for k, v in allowed.items() if k in BARS}},
            why=allowed.get("why", ""), habits=frozenset(allowed.get("habits", ()))))
    return result
