"""What the painter computes, against numbers that were worked out independently of it.

    python3 -m unittest discover -s tools -t tools
"""
import math
import unittest

from pictures import document, globe, spans, trace
from pictures.color import color
from pictures.view import View

MELBOURNE, PERTH = (144.96298, -37.81319), (115.85734, -31.95285)
STYLES = [{"color": "white"}, {"color": "black"}]


def pattern(**members):
    look = {"spans": {"pattern": {"styles": STYLES, "lengthKind": "rhumb", **members}}}
    return spans.runs(look, [MELBOURNE, PERTH], {})


class Oracles(unittest.TestCase):
    def test_lengths(self):
        self.assertAlmostEqual(globe.geodesic_length(MELBOURNE, PERTH), 2721695.64, delta=0.01)
        self.assertAlmostEqual(globe.rhumb_length(MELBOURNE, PERTH), 2731476.31, delta=0.01)
        self.assertAlmostEqual(globe.projected_length(MELBOURNE, PERTH), 0.1665056919, delta=1e-10)
        middle = globe.Arc(MELBOURNE, PERTH).at(0.5)
        self.assertAlmostEqual(middle[0], 129.879392, delta=1e-6)
        self.assertAlmostEqual(middle[1], -35.763221, delta=1e-6)

    def test_patterns(self):
        runs = pattern(lengths=[100000, 50000])
        sizes = [run.end - run.start for run in runs]
        self.assertEqual(len(runs), 37)
        for found, right in zip(sizes[:3] + sizes[-1:], (.037927, .018922, .037764, .011136)):
            self.assertAlmostEqual(found, right, delta=1e-6)
        runs = pattern(lengths=[100000, 50000], offset=-30000)
        self.assertEqual(len(runs), 38)
        self.assertAlmostEqual(runs[0].end, .011390, delta=1e-6)
        self.assertEqual(runs[0].style.start, color("black"))
        runs = pattern(lengths=[100000], offset=30000)
        self.assertEqual(len(runs), 28)
        self.assertAlmostEqual(runs[0].end, .026560, delta=1e-6)

    def test_counts(self):
        look = {"spans": [{"color": "red", "segments": 2.5}, {"color": "gray"},
                          {"color": "purple", "segments": 0.75}, {"color": "blue", "segments": 0.1}]}
        found = spans.runs(look, [(i, 0) for i in range(10)], {})
        self.assertEqual([(r.start, r.end) for r in found],
                         [(0, 2.5), (2.5, 3.5), (3.5, 4.25), (4.25, 9)])

    def test_short_way(self):
        self.assertEqual(globe.short_step(170, -170), 20)
        self.assertEqual(globe.short_step(0, 180), 180)
        self.assertEqual(globe.short_step(180, 0), -180)
        self.assertEqual(globe.short_step(-180, 180), 360)

    def test_encoded_paths(self):
        self.assertEqual(document.decoded("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5),
                         [(-120.2, 38.5), (-120.95, 40.7), (-126.453, 43.252)])

    def test_circles(self):
        view = View((0, 0), 3)
        for center in ((20, 10), (-100, 75), (179, -60)):
            cap = trace.Cap(center, 900000, view)
            for x, y in cap.ring.points[::16]:
                there = ((x - 0.5) * 360, globe.latitude_of(y))
                self.assertAlmostEqual(globe.geodesic_length(center, there), 900000, delta=0.5)
        self.assertEqual(trace.Cap((0, 85), 1000000, view).ring.turns ** 2, 1)
        whole = trace.Cap((0, 0), math.pi * globe.RADIUS, view)
        self.assertTrue(whole.is_whole)

    def test_colors(self):
        for text, right in (("#f00", (1, 0, 0, 1)), ("#ff000080", (1, 0, 0, 128 / 255)),
                            ("rgba(0, 0, 255, 0.5)", (0, 0, 1, 0.5)), ("clear", (0, 0, 0, 0)),
                            ("hsl(120, 100%, 25%)", (0, 0.5, 0, 1)), ("gray", (128 / 255,) * 3 + (1,))):
            for found, channel in zip(color(text), right):
                self.assertAlmostEqual(found, channel, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
