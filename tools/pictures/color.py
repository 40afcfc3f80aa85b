"""CSS colours as (red, green, blue, alpha), 0 to 1."""
import colorsys
import re

from PIL import ImageColor

CLEAR = (0.0, 0.0, 0.0, 0.0)
BLUE = (0.0, 0.0, 1.0, 1.0)
BLACK = (0.0, 0.0, 0.0, 1.0)


def color(text):
    """The colour that a document's text means; None (null) is clear."""
    if text is None:
        return CLEAR
    text = text.strip().lower()
    if text in ("clear", "transparent", "none"):
        return CLEAR
    if text.startswith("#"):
        digits = text[1:]
        if len(digits) in (3, 4):
            digits = "".join(d + d for d in digits)
        values = [int(digits[i:i + 2], 16) / 255 for i in range(0, len(digits), 2)]
        return tuple(values) if len(values) == 4 else tuple(values) + (1.0,)
    match = re.fullmatch(r"(rgb|hsl)a?\(([^)]*)\)", text)
    if not match:
        return tuple(c / 255 for c in ImageColor.getrgb(text)) + (1.0,)
    parts = [p for p in re.split(r"[\s,/]+", match[2].strip()) if p]
    alpha = _share(parts[3], 1) if len(parts) > 3 else 1.0
    if match[1] == "rgb":
        return tuple(_share(p, 255) for p in parts[:3]) + (alpha,)
    hue = _degrees(parts[0]) / 360 % 1
    red, green, blue = colorsys.hls_to_rgb(hue, _share(parts[2], 1), _share(parts[1], 1))
    return (red, green, blue, alpha)


def _share(text, full):
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text) / full
    return min(max(value, 0.0), 1.0)


def _degrees(text):
    for unit, scale in (("grad", 0.9), ("turn", 360), ("deg", 1), ("rad", 57.29577951308232)):
        if text.endswith(unit):
            return float(text[:-len(unit)]) * scale
    return float(text)


def mixed(a, b, t):
    """Between two colours, premultiplied."""
    t = min(max(t, 0.0), 1.0)
    alpha = a[3] + (b[3] - a[3]) * t
    if alpha == 0:
        return CLEAR
    return tuple((p * a[3] * (1 - t) + q * b[3] * t) / alpha for p, q in zip(a[:3], b[:3])) \
        + (alpha,)
