"""Overlay documents as flat lists of overlays to draw."""
import gzip
import json
import os
from dataclasses import dataclass, field

from .color import BLACK, BLUE, CLEAR, color

SIMPLESTYLE = ("stroke", "stroke-width", "stroke-opacity", "fill", "fill-opacity", "marker-color",
               "marker-size", "marker-symbol", "title", "description")
KINDS = {"LineString": "polyline", "Polygon": "polygon", "Point": "marker"}


@dataclass
class Item:
    """One overlay. `parts`: for a polyline one list of positions each, for a polygon lists of
    rings, for circles and markers single positions; positions are (longitude, latitude)."""
    kind: str
    parts: list
    look: dict
    z: int = 0
    min_zoom: int = 0
    max_zoom: int = 99
    plain: bool = False


@dataclass
class Document:
    items: list = field(default_factory=list)
    map: dict = field(default_factory=dict)
    styles: dict = field(default_factory=dict)
    folder: str = "."


def read(path):
    """The document in a file: a feature collection, or a record a line, plain or gzip."""
    data = open(path, "rb").read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    text = data.decode("utf-8-sig")
    try:
        records = [json.loads(text)]
    except json.JSONDecodeError:
        rows = text.replace("\x1e", "\n").split("\n")
        records = [json.loads(row) for row in rows if row.strip()]
    document = Document(folder=os.path.dirname(os.path.abspath(path)))
    for record in records:
        document.map.update(record.get("map") or {})
        document.styles.update(record.get("styles") or {})
    for record in records:
        if record.get("type") == "FeatureCollection":
            features = record["features"]
        else:
            features = [record] if "type" in record else []
        for feature in features:
            document.items += _items(feature)
    return document


def _items(feature):
    if feature["type"] != "Feature":  # a bare geometry
        feature = {"type": "Feature", "properties": {}, "geometry": feature}
    overlay = feature.get("overlay")
    if overlay is not None and overlay.get("visible") is False:
        return []
    return [item for geometry in _simple(feature.get("geometry"), overlay)
            for item in _item(geometry, overlay, feature.get("properties") or {})]


def _simple(geometry, overlay):
    """Single-kind geometries as (type, parts)."""
    if overlay and "encodedPath" in overlay:
        precision = overlay.get("encodedPrecision", 5)
        path = decoded(overlay["encodedPath"], precision)
        if overlay.get("type") == "polygon":
            holes = [decoded(hole, precision) for hole in overlay.get("encodedHoles", [])]
            return [("Polygon", [[path] + holes])]
        return [("LineString", [path])]
    if geometry is None:
        return [("Point", [])] if overlay else []
    if geometry["type"] == "GeometryCollection":
        return [simple for part in geometry["geometries"] for simple in _simple(part, overlay)]
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if not kind.startswith("Multi"):
        coordinates = [coordinates]
    return [(kind.removeprefix("Multi"), coordinates)]


def _flat(nested):
    """Positions as pairs, at whatever depth."""
    if nested and isinstance(nested[0], (int, float)):
        return (float(nested[0]), float(nested[1]))
    return [_flat(part) for part in nested]


def _item(geometry, overlay, properties):
    type, parts = geometry
    kind = KINDS[type]
    if overlay:
        if kind == "marker" and "radius" in overlay:
            kind = "circle"
        kind = overlay.get("type", kind) if type == "Point" else kind
        if overlay.get("type") == "polyline" and type == "Polygon":
            kind, parts = "polyline", [ring for polygon in parts for ring in polygon]
        if overlay.get("type") == "polygon" and type == "LineString":
            kind, parts = "polygon", [[line] for line in parts]
        look = LOOKS[kind](overlay)
    else:
        look = _simplestyle(kind, properties)
    common = overlay or {}
    return [Item(kind, _flat(parts), look, common.get("zIndex", 0), common.get("minZoom", 0),
                 common.get("maxZoom", 99), overlay is None)]


def _polyline(overlay):
    return {"width": overlay.get("strokeWidth", 1),
            "color": color(overlay["strokeColor"]) if "strokeColor" in overlay else BLUE,
            "geodesic": overlay.get("geodesic", False), "spans": overlay.get("spans") or None}


def _polygon(overlay):
    return {"fill": color(overlay["fillColor"]) if "fillColor" in overlay else BLUE,
            "color": color(overlay.get("strokeColor")), "width": overlay.get("strokeWidth", 1),
            "geodesic": overlay.get("geodesic", False), "pole": overlay.get("pole", "smaller")}


def _circle(overlay):
    return {"radius": overlay["radius"], "fill": color(overlay.get("fillColor")),
            "color": color(overlay["strokeColor"]) if "strokeColor" in overlay else BLACK,
            "width": overlay.get("strokeWidth", 1)}


def _marker(overlay):
    return {"icon": overlay.get("icon"), "pin": overlay.get("color"),
            "anchor": overlay.get("groundAnchor", [0.5, 1.0]),
            "rotation": overlay.get("rotation", 0), "flat": overlay.get("flat", False),
            "opacity": min(max(overlay.get("opacity", 1), 0), 1),
            "collision": overlay.get("collisionBehavior", "required")}


def _ground(overlay):
    return {"image": overlay.get("image"), "bounds": overlay.get("bounds"),
            "position": overlay.get("position"), "zoom": overlay.get("zoomLevel"),
            "anchor": overlay.get("anchor", [0.5, 0.5]), "bearing": overlay.get("bearing", 0),
            "opacity": overlay.get("opacity", 1)}


LOOKS = {"polyline": _polyline, "polygon": _polygon, "circle": _circle, "marker": _marker,
         "groundOverlay": _ground}


def _simplestyle(kind, properties):
    """The look of a feature without an overlay: simplestyle where it has any of its keys."""
    if not any(properties.get(key) is not None for key in SIMPLESTYLE):
        return LOOKS[kind]({})

    def faded(key, opacity, standard):
        red, green, blue, alpha = color(properties.get(key) or "#555555")
        return (red, green, blue, alpha * properties.get(opacity, standard))
    look = LOOKS[kind]({})
    look["color"] = faded("stroke", "stroke-opacity", 1)
    look["width"] = properties.get("stroke-width", 2)
    if kind == "polygon":
        look["fill"] = faded("fill", "fill-opacity", 0.6)
    if kind == "marker":
        look["pin"] = properties.get("marker-color") or "#7e7e7e"
    return look


def decoded(text, precision):
    """The positions of an encoded path."""
    values, total, shift, sums = [], 0, 0, [0, 0]
    for character in text:
        group = ord(character) - 63
        total |= (group & 31) << shift
        shift += 5
        if group < 32:
            sums[len(values) % 2] += -(total >> 1) - 1 if total & 1 else total >> 1
            values.append(sums[len(values) % 2] / 10 ** precision)
            total = shift = 0
    return [(longitude, latitude) for latitude, longitude in zip(values[::2], values[1::2])]


def background(document):
    """The map's background colour."""
    text = document.map.get("backgroundColor")
    return color(text) if text is not None else color("#aaaaaa")


__all__ = ["Document", "Item", "read", "background", "decoded", "CLEAR"]
