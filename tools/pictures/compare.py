"""How far two pictures differ."""
import numpy
from PIL import Image

THRESHOLD = 16  # levels of 255


def load(path):
    """Red, green and blue on white, as integers."""
    image = Image.open(path).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    return numpy.asarray(Image.alpha_composite(white, image).convert("RGB")).astype(numpy.int16)


def mean(a, b):
    """Mean difference of all channels of all pixels, in levels of 255."""
    return float(abs(a - b).mean())


def wrong(a, b):
    """Pixels that no smoothing of edges explains.

    A pixel is right where each of its channels lies within THRESHOLD of the range that the other
    picture has in the pixel and its eight neighbours, and the other way round: so a line that one
    picture lacks is wrong, and an edge that is one pixel softer or harder is not.
    """
    return outside(a, b) | outside(b, a)


def outside(a, b):
    padded = numpy.pad(b, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = b.shape[:2]
    around = [padded[y:y + height, x:x + width] for y in range(3) for x in range(3)]
    low, high = numpy.min(around, axis=0), numpy.max(around, axis=0)
    return ((a < low - THRESHOLD) | (a > high + THRESHOLD)).any(axis=2)


def sheet(pictures, marks):
    """Pictures side by side; the last shows the first one pale with marked pixels in red."""
    height, width = marks.shape
    pale = (pictures[0] * 0.25 + 255 * 0.75).astype(numpy.uint8)
    pale[marks] = (255, 0, 0)
    gap = numpy.full((height, 4, 3), 255, numpy.uint8)
    parts = []
    for picture in [p.astype(numpy.uint8) for p in pictures] + [pale]:
        parts += [picture, gap]
    return Image.fromarray(numpy.concatenate(parts[:-1], axis=1))
