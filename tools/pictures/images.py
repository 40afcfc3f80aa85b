"""Images: markers, stamps along lines, pictures on the ground."""
import json
import math
import os

import cairocffi as cairo
import numpy
from PIL import Image

from .strokes import quad


class Images:
    """Image files of a document, and the default pin.

    The pin is a drawing of the project itself; no document describes it. It is read from the
    sprite of the built tiles, the only thing that a painted picture takes from there.
    """

    def __init__(self, folder, ratio, sprite=None):
        self.folder, self.ratio, self.sprite = folder, ratio, sprite
        self.known = {}

    def file(self, name):
        """Surface, width and height in points; None where there is no such file."""
        if name not in self.known:
            path = os.path.join(self.folder, name)
            stem, extension = os.path.splitext(path)
            double = f"{stem}@2x{extension}"
            scale = 2 if self.ratio > 1 and os.path.isfile(double) else 1
            path = double if scale == 2 else path
            self.known[name] = _surface(Image.open(path), scale) if os.path.isfile(path) else None
        return self.known[name]

    def pin(self, color):
        """The pin in a colour, or in its own red."""
        name = "pin"
        if color is not None:
            digits = [format(int(min(max(c, 0), 1) * 255 + 0.5), "02x") for c in color]
            name = "pin-" + "".join(digits[:3 if digits[3] == "ff" else 4])
        if name not in self.known:
            scale = "@2x" if self.ratio > 1 else ""
            with open(f"{self.sprite}{scale}.json") as file:
                entry = json.load(file)[name]
            sheet = Image.open(f"{self.sprite}{scale}.png").convert("RGBA")
            x, y = entry["x"], entry["y"]
            part = sheet.crop((x, y, x + entry["width"], y + entry["height"]))
            self.known[name] = _surface(part, entry.get("pixelRatio", 1))
        return self.known[name]


def _surface(image, scale):
    pixels = numpy.asarray(image.convert("RGBA")).astype(float)
    alpha = pixels[:, :, 3:] / 255
    pixels[:, :, :3] *= alpha
    data = numpy.rint(pixels)[:, :, [2, 1, 0, 3]].astype(numpy.uint8)
    height, width = data.shape[:2]
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height,
                                 data=bytearray(data.tobytes()), stride=width * 4)
    return surface, width / scale, height / scale


def place(canvas, image, at, size, anchor=(0.5, 0.5), turn=0.0, opacity=1.0):
    """Draws an image `size` samples wide and high, its anchor at a point, turned clockwise by
    `turn` degrees about it. Pixels are small squares: averaging samples smooths them."""
    surface = image[0]
    context = canvas.context
    context.save()
    context.translate(*at)
    context.rotate(math.radians(turn))
    context.translate(-anchor[0] * size[0], -anchor[1] * size[1])
    context.scale(size[0] / surface.get_width(), size[1] / surface.get_height())
    pattern = cairo.SurfacePattern(surface)
    pattern.set_filter(cairo.FILTER_NEAREST)
    context.set_source(pattern)
    context.rectangle(0, 0, surface.get_width(), surface.get_height())
    context.clip()
    context.paint_with_alpha(opacity)
    context.restore()


def sprites(canvas, chain, run, image, width, pitch):
    """Whole images, centres half a pitch from the run's start and then a pitch apart; the top
    of each faces the line's start."""
    for i, t, direction in _marks(chain, run, pitch):
        turn = math.degrees(math.atan2(direction[1], direction[0])) - 90
        place(canvas, image, chain.spot(i, t), (width, width), turn=turn)


def _marks(chain, run, pitch):
    parts = [p for p in chain.parts(run.start, run.end) if chain.direction(p[0])]
    if not parts:
        return
    begin, count = chain.length_at(*parts[0][:2]), 0
    for i, t0, t1 in parts:
        low, high = chain.length_at(i, t0), chain.length_at(i, t1)
        is_last = (i, t0, t1) == parts[-1]
        while True:
            at = begin + (count + 0.5) * pitch
            if at > high or (at == high and not is_last):
                break
            size = chain.lengths[i + 1] - chain.lengths[i]
            yield i, (at - chain.lengths[i]) / size, chain.direction(i)
            count += 1


def textures(canvas, chain, run, image, width, pitch):
    """The image repeated from the run's start to its end, cut by the line's sides and where the
    line turns. Its phase runs on through vertices."""
    parts = [p for p in chain.parts(run.start, run.end) if chain.direction(p[0])]
    if not parts:
        return
    layer = canvas.layer()
    laid = image
    if "textures" in canvas.view.habits:
        laid = _as_gl_js_lays_it(image, width / canvas.view.unit, canvas.view.ratio)
    begin = chain.length_at(*parts[0][:2])
    for index, (i, t0, t1) in enumerate(parts):
        a, b, d = chain.spot(i, t0), chain.spot(i, t1), chain.direction(i)
        near = canvas.near(a, b)
        if near is None:
            continue
        a, b = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in near)
        before = parts[index - 1][0] if index > 0 and t0 == 0 and near[0] == 0 else None
        after = parts[index + 1][0] if index + 1 < len(parts) and t1 == 1 and near[1] == 1 else None
        strip = quad(a if before is None else _moved(a, d, -width),
                     b if after is None else _moved(b, d, width), d, width)
        if before is not None:
            strip = _cut(strip, a, chain.direction(before), d, -1, width)
        if after is not None:
            strip = _cut(strip, b, d, chain.direction(after), 1, width)
        if len(strip) > 2:
            layer.fill_pattern(strip, _texture(chain, i, laid, begin, width, pitch))
    canvas.add(layer)


def _as_gl_js_lays_it(image, side, ratio):
    """A texture as GL JS shows it on a line of `side` points: it lays what lies between a pixel of
    the image before its start and one behind its end over the image's length. The image is two
    points longer than the line, and has its end colours there."""
    surface = image[0]
    height, pixel, fine = surface.get_height(), 1 / min(2, math.ceil(ratio)), 16
    data = numpy.frombuffer(surface.get_data(), numpy.uint8).reshape(height, -1)
    rows = []
    for row in range(round(side) * fine):
        at = (row + 0.5) / fine
        at = at * (side + 2 + 2 * pixel) / (side + 2) - pixel
        rows.append(min(max(int(at / side * height), 0), height - 1))
    data = numpy.ascontiguousarray(data[rows])
    laid = cairo.ImageSurface(cairo.FORMAT_ARGB32, surface.get_width(), len(rows),
                              data=bytearray(data.tobytes()), stride=surface.get_stride())
    return (laid,) + image[1:]


def _moved(point, direction, distance):
    return (point[0] + direction[0] * distance, point[1] + direction[1] * distance)


def _cut(ring, vertex, d, e, side, width):
    """What of a ring lies behind (1) or before (-1) the line that halves the corner between
    directions d and e, and within its mitre."""
    along = (d[0] + e[0], d[1] + e[1])
    reach = math.hypot(*along) / 2  # cosine of half the turn
    if reach < 1e-9:
        return ring
    ring = _behind(ring, vertex, (side * along[0], side * along[1]), 0)
    if reach < 0.5:
        outward = (d[0] - e[0], d[1] - e[1])
        ring = _behind(ring, vertex, outward, width / 2 * reach)
    return ring


def _behind(ring, vertex, normal, depth):
    """What of a ring lies less than `depth` beyond the line through a vertex."""
    size = math.hypot(*normal)
    depths = [((x - vertex[0]) * normal[0] + (y - vertex[1]) * normal[1]) / size - depth
              for x, y in ring]
    kept = []
    for i, a in enumerate(ring):
        b, da, db = ring[(i + 1) % len(ring)], depths[i], depths[(i + 1) % len(ring)]
        if da <= 0:
            kept.append(a)
        if (da <= 0) != (db <= 0):
            t = da / (da - db)
            kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return kept


def _texture(chain, i, image, start, width, pitch):
    """The image along segment i: its y runs with the line from the length `start` on, its x
    from the line's left to its right, seen along the line turned by half a circle."""
    surface = image[0]
    w, h = surface.get_width(), surface.get_height()
    (dx, dy), (ax, ay) = chain.direction(i), chain.points[i]
    ux, uy = dy, -dx
    sx, sy = w / width, h / pitch
    pattern = cairo.SurfacePattern(surface)
    pattern.set_filter(cairo.FILTER_NEAREST)
    pattern.set_extend(cairo.EXTEND_REPEAT)
    pattern.set_matrix(cairo.Matrix(
        xx=ux * sx, xy=uy * sx, x0=w / 2 - (ax * ux + ay * uy) * sx,
        yx=dx * sy, yy=dy * sy, y0=(chain.lengths[i] - start - (ax * dx + ay * dy)) * sy))
    return pattern
