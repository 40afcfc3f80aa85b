"""Tiles by tilegen, and what MapLibre Native and GL JS draw of them."""
import os
import shutil
import subprocess
import sys

from .scenes import FOLDER

BASE = "https://example.org/tiles/"


class Failed(Exception):
    """A program did not do its part; the text is what it said."""


def build(tilegen, scene, folder):
    """Builds the scene's tiles in a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    _run([os.path.abspath(tilegen), "build", scene.document, "--output", folder,
          "--max-zoom", str(scene.deepest), "--base-url", BASE, "--quiet"] + scene.options, FOLDER)


def draw(script, scene, tiles, picture):
    """Draws with one of the scripts in ../shared/render."""
    _run([sys.executable, script, os.path.join(tiles, scene.style), picture,
          "--center=%s,%s" % scene.center, "--zoom", str(scene.zoom),
          "--size", "%dx%d" % scene.size, "--ratio", str(scene.ratio),
          "--bearing", str(scene.bearing), "--pitch", str(scene.pitch), "--public-base", BASE])


def _run(command, folder=None):
    result = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode:
        said = (result.stderr.strip() or result.stdout.strip()).splitlines()
        said = [line for line in said if not line.startswith("not found:")]
        raise Failed(f"{os.path.basename(command[1] if command[0] == sys.executable else command[0])}"
                     f" exit {result.returncode}: {' | '.join(said[:3])}")
