"""Small maps by hand that show a client's own ways."""
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

BASE = "https://example.org/ways/"
SIZE = 256
NAMES = {"native": "MapLibre Native", "browser": "GL JS"}


class Clients:
    """The map clients, driven by the scripts of a folder."""

    def __init__(self, render):
        self.render = render

    def draw(self, layer, shapes, image=None, properties={}):
        """What each shows at zoom 4 about 0, 0: an array of red, green, blue for each name.
        `shapes` are GeoJSON geometries of points right and down of the middle."""
        style = {"version": 8, "sources": {"shapes": {"type": "geojson", "data": {
            "type": "FeatureCollection", "features": [
                {"type": "Feature", "properties": properties, "geometry": shape}
                for shape in shapes]}}},
            "layers": [{"id": "ground", "type": "background",
                        "paint": {"background-color": "#aaaaaa"}},
                       {"id": "shapes", "source": "shapes", **layer}]}
        result = {}
        with tempfile.TemporaryDirectory() as folder:
            if image is not None:
                style["sprite"] = BASE + "sprite"
                Image.fromarray(image, "RGBA").save(os.path.join(folder, "sprite.png"))
                height, width = image.shape[:2]
                with open(os.path.join(folder, "sprite.json"), "w") as file:
                    json.dump({"image": {"x": 0, "y": 0, "width": width, "height": height,
                                         "pixelRatio": 1}}, file)
            with open(os.path.join(folder, "style.json"), "w") as file:
                json.dump(style, file)
            for name in NAMES:
                picture = os.path.join(folder, name + ".png")
                subprocess.run(
                    [sys.executable, os.path.join(self.render, f"render_{name}.py"),
                     os.path.join(folder, "style.json"), picture, "--center=0,0", "--zoom", "4",
                     "--size", f"{SIZE}x{SIZE}", "--public-base", BASE],
                    check=True, capture_output=True)
                result[name] = numpy.asarray(Image.open(picture).convert("RGB")).astype(float)
        return result


def place(x, y):
    """Degrees of a point so far right and down of the middle; near the equator both are alike."""
    return [x * 360 / (512 * 16), -y * 360 / (512 * 16)]


def textures(clients):
    """A texture whose red says the column and whose green says the row."""
    side = 24
    image = numpy.full((side, side, 4), 255, numpy.uint8)
    image[:, :, 0], image[:, :, 1] = numpy.arange(side) * 10, numpy.arange(side)[:, None] * 10
    layer = {"type": "line", "paint": {"line-pattern": "image", "line-width": side}}
    drawn = clients.draw(layer, [{"type": "LineString", "coordinates": [
        place(-96, 0), place(96, 0)]}], image)
    rows = ["A texture of 24 x 24 pixels on a line 24 wide: which of its pixels is shown at a pixel",
            "of the line, by a straight fit:", "",
            "| client | along | across, from its right side |", "|---|---|---|"]
    middle = SIZE // 2
    for name, pixels in drawn.items():
        along = pixels[middle, middle - 96:middle - 96 + side, 0] / 10
        across = pixels[middle - side // 2:middle + side // 2, middle - 90, 1][::-1] / 10
        cells = []
        for values in (along, across):
            # The ends are mixed with each other.
            steps = numpy.arange(2, side - 2)
            slope, start = numpy.polyfit(steps + 0.5, values[2:-2] + 0.5, 1)
            cells.append(f"{start:+.2f} {slope:+.3f} n")
        rows.append(f"| {NAMES[name]} | {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


def fills(clients):
    """Squares over each other, all of one translucent color."""
    count, width, color, alpha = 24, 10, (0, 90, 200), 0.12
    left = -count * width // 2
    shapes = [{"type": "Polygon", "coordinates": [[
        place(left + k * width, -40), place(-left, -40), place(-left, 40),
        place(left + k * width, 40), place(left + k * width, -40)]]} for k in range(count)]
    # As in a style for many colors.
    text = f"rgba({color[0]},{color[1]},{color[2]},{alpha})"
    layer = {"type": "fill", "paint": {"fill-antialias": False, "fill-color": ["get", "color"]}}
    drawn = clients.draw(layer, shapes, properties={"color": text})
    rows = [f"Fills of {text} over each other on #aaaaaa; red, green, blue:", "",
            "| fills | exact | " + " | ".join(NAMES.values()) + " |", "|---|---|---|---|"]
    for number in (1, 4, 8, 16, 24):
        rest = (1 - alpha) ** number
        exact = ", ".join(f"{c * (1 - rest) + 170 * rest:.1f}" for c in color)
        x = SIZE // 2 + left + (number - 1) * width + width // 2
        cells = [", ".join(f"{c:.0f}" for c in drawn[name][SIZE // 2, x]) for name in NAMES]
        rows.append(f"| {number} | {exact} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def bends(clients):
    """One translucent line round a half circle, wider than its bend."""
    rows = ["One line 20 wide of rgba(0, 0, 0, 0.5) round half a circle, its ends apart: pixels that",
            "are darker than one layer of it:", "",
            "| radius | " + " | ".join(NAMES.values()) + " |", "|---|---|---|"]
    for radius in (16, 12, 8, 4):
        arc = [(-radius * math.cos(a * math.pi / 12), -radius * math.sin(a * math.pi / 12))
               for a in range(13)]
        points = [(-60 - radius, 40)] + arc + [(60 + radius, 40)]
        layer = {"type": "line", "layout": {"line-join": "miter"},
                 "paint": {"line-width": 20, "line-color": "rgba(0,0,0,0.5)"}}
        drawn = clients.draw(layer, [{"type": "LineString",
                                      "coordinates": [place(*point) for point in points]}])
        cells = [str(int((drawn[name][:, :, 0] < 80).sum())) for name in NAMES]
        rows.append(f"| {radius} | " + " | ".join(cells) + " |")
    return "\n".join(rows)
