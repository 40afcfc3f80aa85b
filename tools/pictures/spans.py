"""Which style lies where on a path: spans and repeating patterns.

Places on a path are counted in segments: 2.5 is the middle of the third one.
"""
import math
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from .color import CLEAR, color
from .globe import LENGTHS, fraction_of_segment, unwrapped


@dataclass(frozen=True)
class Style:
    """Colours at the two ends of a span, and an image along it."""
    start: tuple
    end: tuple
    stamp: str = None
    is_sprite: bool = False


@dataclass(frozen=True)
class Run:
    """One style between two places."""
    style: Style
    start: float
    end: float


def style(value, styles):
    """The style that a document's value means: a name, or an object."""
    if isinstance(value, str):
        value = styles[value]
    if "style" in value:
        return style(value["style"], styles)
    stamp = value.get("stamp") or {}
    image = stamp.get("sprite") or stamp.get("texture")
    if value.get("gradient"):
        start, end = (color(text) for text in value["gradient"])
    else:
        start = end = color(value["color"]) if "color" in value else CLEAR
    return Style(start, end, image, "sprite" in stamp)


def runs(look, path, styles):
    """The runs of a polyline, from its start to its end without gaps."""
    last = float(len(path) - 1)
    spans = look["spans"]
    if not spans:
        return [Run(Style(look["color"], look["color"]), 0.0, last)]
    if isinstance(spans, dict):
        return _pattern(spans["pattern"], path, styles)
    result, place = [], Fraction(0)
    for index, span in enumerate(spans):
        start = float(place)
        if start >= last - 1e-9:
            break
        place += Fraction(span.get("segments", 1))
        end = last if index == len(spans) - 1 else min(_snapped(float(place)), last)
        result.append(Run(style(span, styles), _snapped(start), end))
    if result:  # the last one that is on the path runs to its end
        final = result[-1]
        result[-1] = Run(final.style, final.start, last)
    return result


def _snapped(place):
    return float(round(place)) if abs(place - round(place)) <= 1e-9 else place


def _pattern(pattern, path, styles):
    """Styles and lengths repeat independently; what the offset skips comes first."""
    looks = [style(value, styles) for value in pattern["styles"]]
    lengths = pattern["lengths"]
    kind = pattern.get("lengthKind", "geodesic")
    points = unwrapped(path)
    reach = [0.0]  # length at each vertex
    for a, b in zip(points, points[1:]):
        reach.append(reach[-1] + LENGTHS[kind](a, b))
    if reach[-1] == 0:
        return []
    period = math.fsum(lengths) * (len(looks) // math.gcd(len(looks), len(lengths)))
    entry, skipped = 0, pattern.get("offset", 0) % period
    while skipped >= lengths[entry % len(lengths)]:
        skipped -= lengths[entry % len(lengths)]
        entry += 1

    def place(length):
        segment = min(bisect_left(reach, length, 1), len(reach) - 1) - 1
        share = (length - reach[segment]) / (reach[segment + 1] - reach[segment])
        return segment + fraction_of_segment(kind, points[segment], points[segment + 1], share)
    result, start, total = [], 0.0, -Fraction(skipped)
    while start < len(path) - 1:
        length = lengths[entry % len(lengths)]
        total += Fraction(length)
        end = float(len(path) - 1) if total >= reach[-1] else _snapped(place(float(total)))
        if length > 0 and end > start:
            result.append(Run(looks[entry % len(looks)], start, end))
            start = end
        entry += 1
    return result
