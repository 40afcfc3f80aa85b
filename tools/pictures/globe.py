"""The sphere and its Mercator map. Angles are degrees, lengths metres.

World coordinates run from 0 to 1 east and south over one map of the world; x goes on below 0 and
above 1 in its neighbours.
"""
import math

RADIUS = 6371009.0
EDGE_LATITUDE = math.degrees(math.atan(math.sinh(math.pi)))


def world_x(longitude):
    return longitude / 360 + 0.5


def world_y(latitude):
    """Latitudes at the poles are taken a hair off them, far outside the map."""
    latitude = min(max(latitude, -89.9999), 89.9999)
    return 0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)


def latitude_of(y):
    return math.degrees(math.atan(math.sinh((0.5 - y) * 2 * math.pi)))


def wrapped(degrees):
    """Degrees moved by whole turns into -180 ..< 180."""
    return (degrees + 180) % 360 - 180


def short_step(start, end):
    """The way east from one longitude to another, the shorter one. Opposite ones keep the sign of
    their difference; those a whole turn apart mean the way round the world."""
    raw = end - start
    if abs(raw) == 360:
        return raw
    step = wrapped(raw)
    return math.copysign(180, raw) if step == -180 else step


def unwrapped(path, long_way=False, closed=False):
    """Longitudes of a path that run on over 180 degrees, as (longitude, latitude) pairs.

    `long_way`: longitudes are taken as they stand. `closed`: a ring; its first position stands once
    more at the end, a whole number of turns away.
    """
    points = list(path)
    if closed:
        whole_turn = len(points) > 1 and points[0][1] == points[-1][1] \
            and abs(points[0][0] - points[-1][0]) == 360
        if points[0] != points[-1] and not whole_turn:
            points.append(points[0])
    result = [(points[0][0], points[0][1])]
    for (start, _), (end, latitude) in zip(points, points[1:]):
        step = end - start if long_way else short_step(start, end)
        result.append((result[-1][0] + step, latitude))
    return result


# ------------------------------------------------------------------ great circles

def vector(longitude, latitude):
    a, b = math.radians(longitude), math.radians(latitude)
    return (math.cos(b) * math.cos(a), math.cos(b) * math.sin(a), math.sin(b))


def position(v):
    return (math.degrees(math.atan2(v[1], v[0])),
            math.degrees(math.atan2(v[2], math.hypot(v[0], v[1]))))


def angle(a, b):
    """Radians between two unit vectors."""
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return math.atan2(math.sqrt(sum(c * c for c in cross)), sum(p * q for p, q in zip(a, b)))


class Arc:
    """The shortest way between two positions."""

    def __init__(self, start, end):
        self.a, self.b = vector(*start), vector(*end)
        self.angle = angle(self.a, self.b)
        if math.pi - self.angle < 1e-9:  # no shortest way: over the North Pole
            self.a2 = (0.0, 0.0, 1.0)
        else:
            self.a2 = None

    def at(self, fraction):
        """Position (longitude within -180...180, latitude) at a fraction of the way."""
        if self.a2:
            north = angle(self.a, self.a2)
            done = fraction * math.pi
            if done <= north:
                return position(_slerp(self.a, self.a2, done / north if north else 1))
            return position(_slerp(self.a2, self.b, (done - north) / (math.pi - north)))
        return position(_slerp(self.a, self.b, fraction))


def _slerp(a, b, t):
    total = angle(a, b)
    if total < 1e-12:
        return tuple(p + (q - p) * t for p, q in zip(a, b))
    p, q = math.sin((1 - t) * total), math.sin(t * total)
    return tuple(p * u + q * v for u, v in zip(a, b))


def offset(center, distance, heading):
    """The position at a distance in metres and a heading in degrees from `center`."""
    longitude, latitude = math.radians(center[0]), math.radians(center[1])
    d, h = distance / RADIUS, math.radians(heading)
    sine = math.sin(latitude) * math.cos(d) + math.cos(latitude) * math.sin(d) * math.cos(h)
    y = math.sin(h) * math.sin(d) * math.cos(latitude)
    x = math.cos(d) - math.sin(latitude) * sine
    # The latitude by atan2: asin is blunt at the poles.
    east = math.hypot(math.cos(latitude) * math.cos(d)
                      - math.sin(latitude) * math.sin(d) * math.cos(h),
                      math.sin(d) * math.sin(h))
    return (math.degrees(longitude + math.atan2(y, x)), math.degrees(math.atan2(sine, east)))


# ------------------------------------------------------------------ lengths

def geodesic_length(a, b):
    return RADIUS * angle(vector(*a), vector(*b))


def projected_length(a, b):
    """Units of which the equator has two; a and b unwrapped."""
    return 2 * math.hypot(world_x(b[0]) - world_x(a[0]), world_y(b[1]) - world_y(a[1]))


def rhumb_length(a, b):
    """Metres along a straight line of the map; a and b unwrapped."""
    north = math.radians(b[1] - a[1])
    east = math.radians(b[0] - a[0])
    stretched = 2 * math.pi * (world_y(a[1]) - world_y(b[1]))
    if abs(stretched) < 1e-6:
        scale = math.cos(math.radians((a[1] + b[1]) / 2))
    else:
        scale = north / stretched
    return RADIUS * math.hypot(north, scale * east)


LENGTHS = {"geodesic": geodesic_length, "rhumb": rhumb_length, "projected": projected_length}


def fraction_of_segment(kind, a, b, share):
    """Where on the segment from a to b a share of its length of a kind is reached.

    A rhumb length grows evenly with latitude, the drawn line with Mercator's y; the other two
    kinds are even on the curves that they belong to.
    """
    if kind != "rhumb" or abs(b[1] - a[1]) < 1e-9:
        return share
    y = world_y(a[1] + (b[1] - a[1]) * share)
    return (y - world_y(a[1])) / (world_y(b[1]) - world_y(a[1]))
