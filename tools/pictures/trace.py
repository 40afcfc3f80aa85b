"""Overlays as lines and rings in world coordinates, fine enough for a view."""
import math

from .globe import Arc, angle, latitude_of, offset, short_step, unwrapped, vector, world_x, world_y, \
    RADIUS, wrapped

FAR = 3.0  # world widths above and below the map, to close areas that hold a pole
TOLERANCE = 0.02  # points


def line(path, geodesic, view, long_way=False, closed=False):
    """World points of a path and their places, counted in segments."""
    points = unwrapped(path, long_way, closed)
    world, places = [_world(points[0])], [0.0]
    for index, (a, b) in enumerate(zip(points, points[1:])):
        if geodesic and abs(b[0] - a[0]) <= 180 and a != b:
            for t, point in _arc(a, b, view):
                world.append(point)
                places.append(index + t)
        world.append(_world(b))
        places.append(index + 1.0)
    return world, places


def _world(point):
    return (world_x(point[0]), world_y(point[1]))


def _arc(a, b, view):
    """Points between the ends of a great circle's arc, with their shares of it."""
    arc, whole = Arc(a, b), b[0] - a[0]

    def at(t):
        longitude, latitude = arc.at(t)
        step = wrapped(longitude - a[0])
        if step * whole < 0 and abs(step) > 90:
            step += math.copysign(360, whole)
        step = min(max(step, min(0, whole)), max(0, whole))
        return _world((a[0] + step, latitude))
    result = []

    def split(t0, p0, t1, p1, depth):
        t = (t0 + t1) / 2
        p = at(t)
        error = math.hypot(p[0] - (p0[0] + p1[0]) / 2, p[1] - (p0[1] + p1[1]) / 2)
        if depth < 3 or (error * view.scale / view.unit > TOLERANCE and depth < 18):
            split(t0, p0, t, p, depth + 1)
            result.append((t, p))
            split(t, p, t1, p1, depth + 1)
    split(0.0, _world(a), 1.0, _world(b), 0)
    return result


class Ring:
    """A closed line. `turns`: how often it runs round the globe, east positive."""

    def __init__(self, points):
        self.points = points[:-1]
        self.turns = round(points[-1][0] - points[0][0])

    def repeated(self, view):
        """A ring that runs round the globe as one line over all that a view shows."""
        low, high = view.visible(200)
        xs = [x for x, _ in self.points]
        copies = range(math.floor(low - max(xs)) - 1, math.ceil(high - min(xs)) + 2)
        order = copies if self.turns > 0 else reversed(copies)
        return [(x + copy, y) for copy in order for x, y in self.points]

    def closed(self, view, north):
        """The area between that line and the world north or south of it."""
        chain = self.repeated(view)
        y = -FAR if north else 1 + FAR
        return chain + [(chain[-1][0], y), (chain[0][0], y)]

    def is_north_smaller(self):
        """Whether the cap that lies north is the smaller one."""
        area, points = 0.0, self.points + [(self.points[0][0] + self.turns, self.points[0][1])]
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            for i in range(16):
                y = y0 + (y1 - y0) * (i + 0.5) / 16
                area += (x1 - x0) / 16 * (1 - math.sin(math.radians(latitude_of(y))))
        return abs(area) <= 1  # the whole globe counts 2


def ring(path, geodesic, view, long_way=False):
    return Ring(line(path, geodesic, view, long_way, closed=True)[0])


class Cap:
    """All positions within a distance of a centre."""

    def __init__(self, center, radius, view):
        self.reach = radius / RADIUS
        self.is_whole = self.reach >= math.pi
        self.north = angle(vector(*center), (0, 0, 1)) < self.reach
        self.south = angle(vector(*center), (0, 0, -1)) < self.reach
        self.ring = None if self.is_whole else Ring(self._boundary(center, radius, view))

    @staticmethod
    def _boundary(center, radius, view):
        """Positions by heading, closer where the map stretches them, longitudes running on."""
        headings = [i * 360 / 256 for i in range(257)]
        spots = [offset(center, radius, h) for h in headings[:-1]]
        spots.append(spots[0])
        result = [spots[0]]

        def split(h0, p0, h1, p1, depth):
            h = (h0 + h1) / 2
            p = offset(center, radius, h)
            a, b, m = _world(p0), _world(p1), _world(p)
            step = short_step(p0[0], p1[0]) / 360
            middle = short_step(p0[0], p[0]) / 360
            error = math.hypot(middle - step / 2, m[1] - (a[1] + b[1]) / 2)
            if depth < 24 and (abs(step) > 0.01 or error * view.scale / view.unit > TOLERANCE) \
                    and h0 < h < h1:
                split(h0, p0, h, p, depth + 1)
                split(h, p, h1, p1, depth + 1)
            else:
                result.append((result[-1][0] + short_step(result[-1][0], p1[0]), p1[1]))
        for i in range(256):
            split(headings[i], spots[i], headings[i + 1], spots[i + 1], 0)
        return [_world(p) for p in result]
