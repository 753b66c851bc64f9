#!/usr/bin/env python3
"""All pictures on one sheet: docs/pictures/contact-sheet.webp.

With a commit: its pictures on contact-sheet-before.webp, and crops.webp, parts of both at the new pictures' full size.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PAPER, COLUMNS, WIDTH, GAP = '#F7F2EB', 10, 192, 10
CROP = 480
CROPS = (  # a picture, and the middle of its crop as fractions
    ('products/rose-hip-night-serum/1', 0.5, 0.56),
    ('products/fig-tree-room-diffuser/2', 0.5, 0.6),
    ('products/satin-lipstick-mulberry/2', 0.5, 0.4),
    ('products/soft-powder-brush/2', 0.5, 0.35),
    ('mood/fragrance', 0.66, 0.6),
)


def main():
    if len(sys.argv) < 2:
        return draw(ROOT / 'media', 'contact-sheet.webp')
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(['git', 'archive', sys.argv[1], 'media'], cwd=ROOT, capture_output=True, check=True).stdout
        tarfile.open(fileobj=io.BytesIO(archive)).extractall(folder)
        draw(Path(folder) / 'media', 'contact-sheet-before.webp')
        draw_crops(Path(folder) / 'media')


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


def draw_crops(before):
    sheet = Image.new('RGB', (len(CROPS) * (CROP + GAP) + GAP, 2 * (CROP + GAP) + GAP), PAPER)
    for i, (name, x, y) in enumerate(CROPS):
        new = Image.open(ROOT / f'media/{name}.webp').convert('RGB')
        old = Image.open(before / f'{name}.webp').convert('RGB').resize(new.size, Image.BICUBIC)
        left, top = round(new.width * x) - CROP // 2, round(new.height * y) - CROP // 2
        for row, picture in enumerate((old, new)):
            crop = picture.crop((left, top, left + CROP, top + CROP))
            sheet.paste(crop, (GAP + i * (CROP + GAP), GAP + row * (CROP + GAP)))
    sheet.save(ROOT / 'docs/pictures/crops.webp', quality=90, method=6)


def strip(files, width):
    prints = [Image.open(file).convert('RGB') for file in files]
    prints = [p.resize((width, round(p.height * width / p.width)), Image.LANCZOS) for p in prints]
    row = Image.new('RGB', (len(prints) * (width + GAP) - GAP, max(p.height for p in prints)), PAPER)
    for i, one in enumerate(prints):
        row.paste(one, (i * (width + GAP), 0))
    return row


main()
