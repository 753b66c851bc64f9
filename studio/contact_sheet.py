#!/usr/bin/env python3
"""All pictures on one sheet: docs/pictures/contact-sheet.webp. With a commit, as they were then: contact-sheet-before.webp."""

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PAPER, COLUMNS, WIDTH, GAP = '#F7F2EB', 10, 192, 10


def main():
    if len(sys.argv) < 2:
        return draw(ROOT / 'media', 'contact-sheet.webp')
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(['git', 'archive', sys.argv[1], 'media'], cwd=ROOT, capture_output=True, check=True).stdout
        tarfile.open(fileobj=io.BytesIO(archive)).extractall(folder)
        draw(Path(folder) / 'media', 'contact-sheet-before.webp')


def draw(media, name):
    upright = sorted(media.glob('products/*/*.webp'), key=lambda file: (file.name, file.parent.name))
    wide = sorted(media.glob('mood/*.webp'))
    rows = [upright[i : i + COLUMNS] for i in range(0, len(upright), COLUMNS)] + [wide[i : i + 5] for i in range(0, len(wide), 5)]
    strips = [strip(row, (WIDTH if row[0] in upright else WIDTH * 2 + GAP)) for row in rows]
    sheet = Image.new('RGB', (COLUMNS * (WIDTH + GAP) + GAP, sum(s.height + GAP for s in strips) + GAP), PAPER)
    y = GAP
    for one in strips:
        sheet.paste(one, (GAP, y))
        y += one.height + GAP
    sheet.save(ROOT / 'docs/pictures' / name, quality=82, method=6)


def strip(files, width):
    prints = [Image.open(file).convert('RGB') for file in files]
    prints = [p.resize((width, round(p.height * width / p.width)), Image.LANCZOS) for p in prints]
    row = Image.new('RGB', (len(prints) * (width + GAP) - GAP, max(p.height for p in prints)), PAPER)
    for i, one in enumerate(prints):
        row.paste(one, (i * (width + GAP), 0))
    return row


main()
