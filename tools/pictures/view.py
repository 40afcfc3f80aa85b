"""What a map view shows: from world coordinates to samples of a picture."""
import math
from dataclasses import dataclass

from .globe import world_x, world_y


@dataclass(frozen=True)
class View:
    """A camera that looks straight down.

    `zoom` is MapLibre's: the world is 512 points wide at 0. `bearing` is degrees clockwise from
    north. `ratio` is pixels a point; each pixel is painted with `samples` x `samples` points, which
    are averaged at the end. `tile_zoom` is the zoom of the tiles that a client shows here.
    """
    center: tuple
    zoom: float
    size: tuple = (512, 512)
    bearing: float = 0.0
    ratio: float = 1.0
    samples: int = 4
    min_tile_zoom: int = 0
    max_tile_zoom: int = 22
    # Ways of tiles and clients that are known and painted on purpose; see testdata/scenes/README.md.
    habits: frozenset = frozenset()

    @property
    def tile_zoom(self):
        return min(math.floor(self.zoom + 1e-9), self.max_tile_zoom)

    @property
    def stretch(self):
        """Enlargement of what was laid out at the tiles' zoom."""
        return 2 ** (self.zoom - self.tile_zoom)

    @property
    def unit(self):
        """Samples a point."""
        return self.ratio * self.samples

    @property
    def scale(self):
        """Samples a world width."""
        return 512 * 2 ** self.zoom * self.unit

    @property
    def width(self):
        return round(self.size[0] * self.unit)

    @property
    def height(self):
        return round(self.size[1] * self.unit)

    def project(self, points, copy=0):
        """World coordinates, shifted by whole worlds, as samples (x right, y down)."""
        cx, cy = world_x(self.center[0]), world_y(self.center[1])
        turn = math.radians(-self.bearing)
        cosine, sine = math.cos(turn), math.sin(turn)
        scale, mx, my = self.scale, self.width / 2, self.height / 2
        result = []
        for x, y in points:
            dx, dy = (x + copy - cx) * scale, (y - cy) * scale
            result.append((mx + dx * cosine - dy * sine, my + dx * sine + dy * cosine))
        return result

    def copies(self, points, margin):
        """The copies of the world in which points may be seen; `margin` in points."""
        low, high = self.visible(margin)
        xs = [x for x, _ in points]
        return range(math.ceil(low - max(xs)), math.floor(high - min(xs)) + 1)

    def visible(self, margin):
        """West and east end of what is seen, world coordinates."""
        cx = world_x(self.center[0])
        reach = (math.hypot(*self.size) / 2 + margin) * self.unit / self.scale
        return cx - reach, cx + reach

    def shows(self, item):
        """Whether an overlay is in the tiles shown here."""
        zoom = self.tile_zoom
        return zoom >= self.min_tile_zoom and item.min_zoom <= zoom <= item.max_zoom
