#!/usr/bin/env python3
"""All of the house's pictures on one sheet: docs/pictures/contact-sheet.webp."""

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PAPER, COLUMNS, WIDTH, GAP = '#F7F2EB', 8, 240, 12


def main():
    upright = sorted(ROOT.glob('media/products/*/*.webp'), key=lambda file: (file.name, file.parent.name))
    wide = sorted(ROOT.glob('media/mood/*.webp'))
    rows = [upright[i : i + COLUMNS] for i in range(0, len(upright), COLUMNS)] + [wide[i : i + 4] for i in range(0, len(wide), 4)]
    strips = [strip(row, (WIDTH if row[0] in upright else WIDTH * 2 + GAP)) for row in rows]
    sheet = Image.new('RGB', (COLUMNS * (WIDTH + GAP) + GAP, sum(s.height + GAP for s in strips) + GAP), PAPER)
    y = GAP
    for one in strips:
        sheet.paste(one, (GAP, y))
        y += one.height + GAP
    sheet.save(ROOT / 'docs/pictures/contact-sheet.webp', quality=86, method=6)


def strip(files, width):
    prints = [Image.open(file).convert('RGB') for file in files]
    prints = [p.resize((width, round(p.height * width / p.width)), Image.LANCZOS) for p in prints]
    row = Image.new('RGB', (len(prints) * (width + GAP) - GAP, max(p.height for p in prints)), PAPER)
    for i, one in enumerate(prints):
        row.paste(one, (i * (width + GAP), 0))
    return row


main()
