"""A picture of samples: paths are filled sample by sample, without smoothing, so that neighbours
that share an edge leave no seam; pixels are averages of samples."""
import cairocffi as cairo
import numpy

REACH = 8000  # samples beyond the picture that are kept of what is drawn


class Canvas:
    def __init__(self, view, is_layer=False):
        self.view = view
        self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, view.width, view.height)
        self.context = cairo.Context(self.surface)
        self.context.set_antialias(cairo.ANTIALIAS_NONE)
        self.context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
        self.context.set_line_cap(cairo.LINE_CAP_BUTT)
        self.context.set_line_join(cairo.LINE_JOIN_MITER)
        self.context.set_miter_limit(2)
        # What one overlay draws later replaces what it drew before; overlays lie over each other.
        operator = cairo.OPERATOR_SOURCE if is_layer else cairo.OPERATOR_OVER
        self.context.set_operator(operator)

    def layer(self):
        return Canvas(self.view, is_layer=True)

    def add(self, layer, opacity=1.0):
        self.context.set_source_surface(layer.surface)
        self.context.paint_with_alpha(opacity)

    def add_smoothed(self, layer):
        """Lays a canvas over this one with each pixel's samples averaged first, as a client smooths
        what it draws before it lies over what is below."""
        n, view = self.view.samples, self.view
        layer.surface.flush()
        data = numpy.frombuffer(layer.surface.get_data(), numpy.uint8)
        data = data.reshape(view.height, view.width, 4)
        rows = numpy.flatnonzero(data[:, :, 3].any(axis=1))
        if rows.size == 0:
            return
        top, bottom = rows[0] // n * n, rows[-1] // n * n + n
        columns = numpy.flatnonzero(data[top:bottom, :, 3].any(axis=0))
        left, right = columns[0] // n * n, columns[-1] // n * n + n
        part = data[top:bottom, left:right]
        part = part.reshape((bottom - top) // n, n, (right - left) // n, n, 4).mean(axis=(1, 3))
        part = numpy.rint(part).astype(numpy.uint8).repeat(n, axis=0).repeat(n, axis=1)
        surface = cairo.ImageSurface(
            cairo.FORMAT_ARGB32, int(right - left), int(bottom - top),
            data=bytearray(numpy.ascontiguousarray(part).tobytes()), stride=int(right - left) * 4)
        self.context.set_source_surface(surface, int(left), int(top))
        self.context.paint()

    def paint(self, color):
        self.context.set_source_rgba(*color)
        self.context.paint()

    def fill(self, rings, color, clear=False):
        """Fills rings of samples, even-odd; `clear` cuts them out instead."""
        context = self.context
        for ring in rings:
            ring = self.clipped(ring)
            if len(ring) > 2:
                context.move_to(*ring[0])
                for point in ring[1:]:
                    context.line_to(*point)
                context.close_path()
        if clear:
            context.save()
            context.set_operator(cairo.OPERATOR_CLEAR)
            context.fill()
            context.restore()
        else:
            context.set_source_rgba(*color)
            context.fill()

    def fill_pattern(self, ring, pattern):
        self.context.set_source(pattern)
        self.context.move_to(*ring[0])
        for point in ring[1:]:
            self.context.line_to(*point)
        self.context.fill()

    def clipped(self, ring):
        """A ring cut by a box far around the picture: cairo's numbers are small."""
        for axis, sign, limit in ((0, 1, self.view.width + REACH), (0, -1, REACH),
                                  (1, 1, self.view.height + REACH), (1, -1, REACH)):
            kept = []
            for a, b in zip(ring, ring[1:] + ring[:1]):
                da, db = limit - sign * a[axis], limit - sign * b[axis]
                if da >= 0:
                    kept.append(a)
                if (da >= 0) != (db >= 0):
                    t = da / (da - db)
                    kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            ring = kept
            if not ring:
                break
        return ring

    def near(self, a, b):
        """The shares of a segment within that box, or None."""
        low, high = 0.0, 1.0
        for axis, end in ((0, self.view.width + REACH), (1, self.view.height + REACH)):
            for p, q in ((a[axis] - b[axis], a[axis] + REACH), (b[axis] - a[axis], end - a[axis])):
                if p == 0:
                    if q < 0:
                        return None
                elif p < 0:
                    low = max(low, q / p)
                else:
                    high = min(high, q / p)
        return (low, high) if low < high else None

    def pixels(self):
        """Premultiplied red, green, blue, alpha of each pixel, 0 to 255."""
        self.surface.flush()
        n, view = self.view.samples, self.view
        data = numpy.frombuffer(self.surface.get_data(), numpy.uint8)
        data = data.reshape(view.height, self.surface.get_stride())[:, :view.width * 4]
        data = data.reshape(view.height // n, n, view.width // n, n, 4).mean(axis=(1, 3))
        return data[:, :, [2, 1, 0, 3]]
