"""Paints an overlay document as a map view should show it."""
import math

import numpy
from PIL import Image

from . import document as documents
from . import images, strokes, trace
from .canvas import Canvas
from .color import color
from .globe import world_x, world_y
from .spans import runs


def paint(document, view, sprite=None, below=None):
    """The picture, as a PIL image. `sprite`: path of the built sprite without extension. `below`: a
    document that is painted first, in place of the background."""
    painter = _Painter(document, view, sprite)
    if below is None:
        painter.canvas.paint(documents.background(document))
    else:
        ground = _Painter(below, view, sprite)
        ground.canvas.paint(documents.background(below))
        ground.draw()
        painter.canvas = ground.canvas
    painter.draw()
    pixels = painter.canvas.pixels()
    alpha = numpy.maximum(pixels[:, :, 3:], 1e-9)
    pixels[:, :, :3] *= 255 / alpha
    return Image.fromarray(numpy.clip(numpy.rint(pixels), 0, 255).astype(numpy.uint8), "RGBA")


def corners(document, view):
    """Which pixels lie about sharp corners where clients are known to differ, as an array of truth
    values. With the habit "corners" those of translucent lines, and bends so tight that the inner
    side folds: clients darken what one line covers twice, and tiles keep the borders of spans away. With "bends" those of textures: an image that
    lies round a corner is bent, for all its length."""
    painter = _Painter(document, view, None)
    context = painter.canvas.context
    context.set_source_rgba(1, 1, 1, 1)

    def leave_out(chain, along, width, corners):
        for i in corners:
            context.arc(*chain.points[i], math.hypot(along, width / 2), 0, 2 * math.pi)
            context.fill()
    if "corners" in view.habits:
        for chain, width in painter.translucent_chains():
            corners = {*chain.sharp_corners(20), *chain.folded_corners(width)}
            leave_out(chain, width / 2 + view.samples, width, corners)
    if "bends" in view.habits:
        for chain, width in painter.textured_chains():
            leave_out(chain, width * view.stretch, width, chain.sharp_corners(20))
    return painter.canvas.pixels()[:, :, 3] > 0


class _Painter:
    def __init__(self, document, view, sprite):
        self.document, self.view = document, view
        self.canvas = Canvas(view)
        self.images = images.Images(document.folder, view.ratio, sprite)
        self.items = [item for item in document.items if view.shows(item)]
        # Stamps are set at the zoom of the tiles and stretch with them.
        self.stretch = view.stretch

    def draw(self):
        shapes = [item for item in self.items if item.kind != "marker"]
        steps = (self.ground, self.area, self.line, self.textures, self.sprites)
        for z in sorted({item.z for item in shapes}):
            group = [item for item in shapes if item.z == z]
            for step in steps:
                for item in group:
                    self.apart(step, item)
        self.markers([item for item in self.items if item.kind == "marker"])

    def apart(self, step, item):
        """Draws one overlay; with smoothed edges of its own, if that is asked for."""
        if "edges" not in self.view.habits:
            step(item)
            return
        below, self.canvas = self.canvas, Canvas(self.view)
        step(item)
        below.add_smoothed(self.canvas)
        self.canvas = below

    # ---------------------------------------------------------------- areas

    def area(self, item):
        if item.kind not in ("polygon", "circle") or item.look["fill"][3] == 0:
            return
        fill = item.look["fill"]
        layer = self.canvas.layer()
        for part in item.parts:
            if item.kind == "circle":
                self.fill_cap(layer, trace.Cap(part, item.look["radius"], self.view), fill)
                continue
            for index, ring in enumerate(self.rings(item, part)):
                self.fill_ring(layer, ring, item.look["pole"], fill, index > 0)
        self.canvas.add(layer)

    def rings(self, item, part):
        paths = [path for path in part if len(set(path)) > 2]
        return [trace.ring(path, item.look["geodesic"], self.view, item.plain) for path in paths]

    def fill_ring(self, layer, ring, pole, fill, is_hole):
        """An area, or a hole in all that the layer has so far."""
        if ring.turns:
            north = pole in ("north", "sdk") or (pole == "smaller" and ring.is_north_smaller())
            layer.fill([self.view.project(ring.closed(self.view, north))], fill, is_hole)
            return
        for copy in self.view.copies(ring.points, 0):
            layer.fill([self.view.project(ring.points, copy)], fill, is_hole)

    def fill_cap(self, layer, cap, fill):
        if cap.is_whole or (cap.north and cap.south):
            layer.paint(fill)
            if not cap.is_whole:
                self.fill_ring(layer, cap.ring, "smaller", fill, True)
        elif cap.north or cap.south:
            layer.fill([self.view.project(cap.ring.closed(self.view, cap.north))], fill)
        else:
            self.fill_ring(layer, cap.ring, "smaller", fill, False)

    # ---------------------------------------------------------------- lines

    def line(self, item):
        if item.kind == "polyline":
            for path in item.parts:
                if len(set(path)) > 1:
                    self.polyline(item, path)
        elif item.kind in ("polygon", "circle") and item.look["color"][3] > 0:
            for part in item.parts:
                if item.kind == "circle":
                    rings = [trace.Cap(part, item.look["radius"], self.view).ring]
                else:
                    rings = self.rings(item, part)
                for ring in rings:
                    if ring:
                        self.outline(ring, item.look)

    def outline(self, ring, look):
        width = look["width"] * self.view.unit
        if width <= 0:
            return
        if ring.turns:
            chain = strokes.Chain(self.view.project(ring.repeated(self.view)))
            strokes.stroke(self.canvas, chain, look["color"], width)
            return
        for copy in self.view.copies(ring.points, look["width"]):
            points = self.view.project(ring.points, copy)
            chain = strokes.Chain(points + points[:1], closed=True)
            strokes.stroke(self.canvas, chain, look["color"], width)

    def chains(self, item, path):
        world, places = trace.line(path, item.look["geodesic"], self.view)
        for copy in self.view.copies(world, 2 * item.look["width"]):
            yield strokes.Chain(self.view.project(world, copy), places)

    def polyline(self, item, path):
        width = item.look["width"] * self.view.unit
        if width <= 0:
            return
        parts = runs(item.look, path, self.document.styles)
        for chain in self.chains(item, path):
            if len(parts) == 1 and parts[0].style.start == parts[0].style.end:
                if parts[0].style.start[3] > 0:
                    strokes.stroke(self.canvas, chain, parts[0].style.start, width)
                continue
            layer = self.canvas.layer()
            strokes.stroke_runs(layer, chain, parts, width)
            self.canvas.add(layer)

    def translucent_chains(self):
        """Lines and outlines that let something through, with their widths in samples."""
        for item in self.items:
            width = item.look.get("width", 0) * self.view.unit
            if item.kind == "polyline":
                for path in item.parts:
                    styles = [run.style for run in runs(item.look, path, self.document.styles)]
                    if any(0 < c[3] < 1 for s in styles for c in (s.start, s.end)):
                        for chain in self.chains(item, path):
                            yield chain, width
            elif item.kind == "polygon" and 0 < item.look["color"][3] < 1:
                for part in item.parts:
                    for ring in self.rings(item, part):
                        for copy in self.view.copies(ring.points, item.look["width"]):
                            points = self.view.project(ring.points, copy)
                            yield strokes.Chain(points + points[:1], closed=True), width

    def textured_chains(self):
        """Lines with images along them, with their widths in samples."""
        for item in self.items:
            if item.kind == "polyline":
                for path in item.parts:
                    if any(run.style.stamp for run in runs(item.look, path, self.document.styles)):
                        for chain in self.chains(item, path):
                            yield chain, item.look["width"] * self.view.unit

    def textures(self, item):
        self.stamps(item, False, images.textures)

    def sprites(self, item):
        self.stamps(item, True, images.sprites)

    def stamps(self, item, is_sprite, draw):
        if item.kind != "polyline" or not item.look["spans"]:
            return
        width = item.look["width"] * self.view.unit
        for path in item.parts:
            stamped = [run for run in runs(item.look, path, self.document.styles)
                       if run.style.stamp and run.style.is_sprite == is_sprite]
            if not stamped or width <= 0:
                continue
            for chain in self.chains(item, path):
                for run in stamped:
                    image = self.images.file(run.style.stamp)
                    if image:
                        draw(self.canvas, chain, run, image, width, width * self.stretch)

    # ---------------------------------------------------------------- images

    def ground(self, item):
        look = item.look
        if item.kind != "groundOverlay" or not look["image"]:
            return
        image = self.images.file(look["image"])
        if image is None:
            return
        if look["bounds"]:
            west, south, east, north = look["bounds"]
            east += 360 if east < west else 0
            x, y = world_x(west), world_y(north)
            size = (world_x(east) - x, world_y(south) - y)
            anchor = (0, 0)
        else:
            spot = look["position"] or item.parts[0]
            x, y, anchor = world_x(spot[0]), world_y(spot[1]), look["anchor"]
            size = tuple(points / (256 * 2 ** look["zoom"]) for points in image[1:])
        scaled = tuple(side * self.view.scale for side in size)
        for copy in self.view.copies([(x - size[0] - size[1], y), (x + size[0] + size[1], y)], 0):
            at = self.view.project([(x, y)], copy)[0]
            images.place(self.canvas, image, at, scaled, anchor,
                         look["bearing"] - self.view.bearing, look["opacity"])

    def markers(self, items):
        """Those that give way lie below all others and are left out where they overlap."""
        order = {"optionalAndHidesLowerPriority": 0}
        items = sorted(items, key=lambda item: (order.get(item.look["collision"], 1), item.z))
        boxes = self.taken(items)
        for item in items:
            for spot, box in self.spots(item):
                if order.get(item.look["collision"], 1) == 0 and not boxes.get(box):
                    continue
                self.marker(item, spot)

    def taken(self, items):
        """Boxes of markers that give way, and whether each found room: those that must be drawn
        come first, then higher zIndex before lower."""
        room, result = [], {}
        for item in items:
            if item.look["collision"] == "requiredAndHidesOptional":
                room += [box for _, box in self.spots(item)]
        optional = [item for item in items
                    if item.look["collision"] == "optionalAndHidesLowerPriority"]
        for item in sorted(optional, key=lambda item: -item.z):
            for _, box in self.spots(item):
                free = all(box[2] <= b[0] or box[0] >= b[2] or box[3] <= b[1] or box[1] >= b[3]
                           for b in room)
                result[box] = free
                if free:
                    room.append(box)
        return result

    def image(self, item):
        look = item.look
        image = self.images.file(look["icon"]) if look["icon"] else None
        return image or self.images.pin(color(look["pin"]) if look["pin"] else None)

    def spots(self, item):
        """Samples at which a marker stands, each with its box."""
        image = self.image(item)
        width, height = (side * self.view.unit for side in image[1:])
        for position in item.parts:
            world = [(world_x(position[0]), world_y(position[1]))]
            if not 0 <= world[0][1] <= 1:
                continue
            for copy in self.view.copies(world, math.hypot(*image[1:])):
                x, y = self.view.project(world, copy)[0]
                ax, ay = item.look["anchor"]
                yield (x, y), (x - ax * width, y - ay * height,
                               x + (1 - ax) * width, y + (1 - ay) * height)

    def marker(self, item, spot):
        image, look = self.image(item), item.look
        turn = look["rotation"] - (self.view.bearing if look["flat"] else 0)
        size = tuple(side * self.view.unit for side in image[1:])
        images.place(self.canvas, image, spot, size, look["anchor"], turn, look["opacity"])
