"""Lines of many colours.

A line is painted run by run from its start. Inside a run of one colour cairo joins the segments;
where colours meet in a corner, each gets its half of the mitre.
"""
import math

from .color import mixed


class Chain:
    """A line in samples. `places` count segments of the path it was made of; a `closed` one has
    its first point again at the end."""

    def __init__(self, points, places=None, closed=False):
        self.points, self.places, self.closed = points, places, closed
        self.lengths = [0.0]
        for a, b in zip(points, points[1:]):
            self.lengths.append(self.lengths[-1] + math.dist(a, b))

    def direction(self, i):
        """Of segment i; None where it has no length."""
        a, b = self.points[i], self.points[i + 1]
        size = math.dist(a, b)
        return ((b[0] - a[0]) / size, (b[1] - a[1]) / size) if size > 0 else None

    def sharp_corners(self, degrees):
        """The indices of points at which the line turns by more than that."""
        limit, last = math.cos(math.radians(degrees)), len(self.points) - 1
        for j in range(0 if self.closed else 1, last):
            d, e = self.direction(j - 1 if j else last - 1), self.direction(j)
            if d and e and d[0] * e[0] + d[1] * e[1] < limit:
                yield j

    def folded_corners(self, width):
        """The indices of points about which the inner side of a line of that width runs backwards:
        the bends at both ends of a segment leave nothing of it."""
        bends = {}
        for j in range(1, len(self.points) - 1):
            d, e = self.direction(j - 1), self.direction(j)
            cosine = d[0] * e[0] + d[1] * e[1] if d and e else 1
            bends[j] = math.sqrt(max(0, 1 - cosine) / max(1e-9, 1 + cosine))
        for j in range(1, len(self.points) - 2):
            if width / 2 * (bends[j] + bends[j + 1]) > self.lengths[j + 1] - self.lengths[j]:
                yield j
                yield j + 1

    def parts(self, start, end):
        """(segment, t0, t1) of all that lies between two places."""
        for i in range(len(self.points) - 1):
            p, q = self.places[i], self.places[i + 1]
            if q <= start or p >= end or q <= p:
                continue
            yield i, max(0.0, (start - p) / (q - p)), min(1.0, (end - p) / (q - p))

    def spot(self, i, t):
        a, b = self.points[i], self.points[i + 1]
        return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)

    def length_at(self, i, t):
        return self.lengths[i] + (self.lengths[i + 1] - self.lengths[i]) * t


def stroke(canvas, chain, color, width):
    """One colour throughout; `width` in samples."""
    context, last, whole = canvas.context, None, True
    for i in range(len(chain.points) - 1):
        near = canvas.near(chain.points[i], chain.points[i + 1])
        if near is None or chain.direction(i) is None:
            whole = whole and near is not None
            last = last if near else None
            continue
        whole = whole and near == (0.0, 1.0)
        if last is None or near[0] > 0:
            context.move_to(*chain.spot(i, near[0]))
        last = chain.spot(i, near[1])
        context.line_to(*last)
    if chain.closed and whole and last is not None:
        context.close_path()
    _finish(context, color, width)


def _finish(context, color, width):
    context.set_source_rgba(*color)
    context.set_line_width(width)
    context.stroke()


def stroke_runs(canvas, chain, runs, width):
    """Runs of colours and gradients, one after the other, onto a layer of their own."""
    previous = None
    for run in runs:
        parts = [p for p in chain.parts(run.start, run.end) if chain.direction(p[0])]
        if not parts:
            continue
        style = run.style
        if previous and previous[0][2] == 1 and parts[0][1] == 0:
            corner(canvas, chain, previous[0][0], parts[0][0], width,
                   _filler(canvas, previous[1]), _filler(canvas, style.start))
        if style.start == style.end:
            if style.start[3] > 0:
                _solid(canvas, chain, parts, style.start, width)
        else:
            _gradient(canvas, chain, parts, style, width)
        previous = (parts[-1], style.end)


def _filler(canvas, color):
    def fill(ring):
        if color[3] > 0:
            canvas.fill([ring], color)
    return fill


def _solid(canvas, chain, parts, color, width):
    context, last = canvas.context, None
    for i, t0, t1 in parts:
        a, b = chain.spot(i, t0), chain.spot(i, t1)
        near = canvas.near(a, b)
        if near is None:
            last = None
            continue
        low, high = (t0 + (t1 - t0) * t for t in near)
        if last is None or near[0] > 0:
            context.move_to(*chain.spot(i, low))
        last = chain.spot(i, high)
        context.line_to(*last)
    _finish(context, color, width)


def _gradient(canvas, chain, parts, style, width):
    begin, end = chain.length_at(*parts[0][:2]), chain.length_at(parts[-1][0], parts[-1][2])
    if "steps" in canvas.view.habits:
        _steps(canvas, chain, parts, style, width, begin, end)
        return
    step = canvas.view.samples / 2
    change = 255 * max(abs(p * style.start[3] - q * style.end[3]) if n < 3 else abs(p - q)
                       for n, (p, q) in enumerate(zip(style.start, style.end)))

    def color(length):
        return mixed(style.start, style.end, (length - begin) / (end - begin) if end > begin else 0)
    for index, (i, t0, t1) in enumerate(parts):
        near = canvas.near(chain.spot(i, t0), chain.spot(i, t1))
        if near is None:
            continue
        if index > 0 and t0 == 0 and parts[index - 1][2] == 1:
            fill = _filler(canvas, color(chain.lengths[i]))
            corner(canvas, chain, parts[index - 1][0], i, width, fill, fill)
        low, high = (t0 + (t1 - t0) * t for t in near)
        from_length, to_length = chain.length_at(i, low), chain.length_at(i, high)
        share = (to_length - from_length) / (end - begin) if end > begin else 0
        count = max(1, math.ceil(min((to_length - from_length) / step, 2 * change * share)))
        for k in range(count):
            a = chain.spot(i, low + (high - low) * k / count)
            b = chain.spot(i, low + (high - low) * (k + 1) / count)
            middle = from_length + (to_length - from_length) * (k + 0.5) / count
            _filler(canvas, color(middle))(quad(a, b, chain.direction(i), width))


def _steps(canvas, chain, parts, style, width, begin, end):
    """A gradient in pieces of one colour: at most 4 levels a step and none under 4 points at the
    tiles' zoom, the first and the last of the gradient's own colours."""
    change = 255 * max(abs(p * style.start[3] - q * style.end[3]) if n < 3 else abs(p - q)
                       for n, (p, q) in enumerate(zip(style.start, style.end)))
    room = (end - begin) / (4 * canvas.view.unit * canvas.view.stretch)
    count = max(1, min(math.ceil(change / 4), math.floor(room + 1e-9)))
    for k in range(count):
        share = k / (count - 1) if count > 1 else 0.5
        low, high = begin + (end - begin) * k / count, begin + (end - begin) * (k + 1) / count
        piece = []
        for i, t0, t1 in parts:
            size = chain.lengths[i + 1] - chain.lengths[i]
            a = max(t0, (low - chain.lengths[i]) / size)
            b = min(t1, (high - chain.lengths[i]) / size)
            if a < b:
                piece.append((i, a, b))
        if piece:
            _solid(canvas, chain, piece, mixed(style.start, style.end, share), width)


def quad(a, b, direction, width):
    nx, ny = -direction[1] * width / 2, direction[0] * width / 2
    return [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny),
            (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]


def corner(canvas, chain, i, j, width, first, second):
    """The outside of the corner between segments i and j, one half by each function."""
    d, e, v = chain.direction(i), chain.direction(j), chain.points[j]
    side = 1 if d[0] * e[1] - d[1] * e[0] < 0 else -1  # the outside lies opposite to the turn
    half = side * width / 2
    a = (v[0] - d[1] * half, v[1] + d[0] * half)
    b = (v[0] - e[1] * half, v[1] + e[0] * half)
    middle = ((a[0] + b[0]) / 2 - v[0], (a[1] + b[1]) / 2 - v[1])
    reach = math.hypot(*middle) / (width / 2)  # cosine of half the turn
    if reach < 1e-9:
        return
    # A mitre reaches 1 / cosine half widths; beyond 2 it is cut off straight.
    scale = 1 / reach ** 2 if 1 / reach <= 2 else 1
    tip = (v[0] + middle[0] * scale, v[1] + middle[1] * scale)
    first([v, a, tip])
    second([v, tip, b])
