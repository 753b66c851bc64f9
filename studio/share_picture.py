#!/usr/bin/env python3
"""The picture that stands beside a link to the store: demo/brand/share.jpg, the home page's mood with the house's name on it."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[1]
FACES = ROOT / 'node_modules/@fontsource-variable'
SERIF = FACES / 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2'
SANS = FACES / 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2'
SIZE, LEFT = (1200, 630), 84
INK, SOFT = '#241A17', '#5B4A42'


def main():
    mood = Image.open(ROOT / 'media/mood/home.webp').convert('RGB')
    height = round(mood.height * SIZE[0] / mood.width)
    mood = mood.resize((SIZE[0], height), Image.LANCZOS)
    top = (height - SIZE[1]) // 2
    sheet = mood.crop((0, top, SIZE[0], top + SIZE[1]))
    draw = ImageDraw.Draw(sheet)
    for line, baseline in (('Eternal', 268), ('Beauty', 356)):
        draw.text((LEFT, baseline), line, font=face(SERIF, 92, [420, 40]), fill=INK, anchor='ls')
    x = LEFT
    for letter in 'A HOUSE OF QUIET LUXURIES':
        font = face(SANS, 17, [500])
        draw.text((x, 408), letter, font=font, fill=SOFT, anchor='ls')
        x += font.getlength(letter) + 2.4
    sheet.save(ROOT / 'demo/brand/share.jpg', quality=88, optimize=True, progressive=True)


def face(file, size, axes):
    font = ImageFont.truetype(str(file), size)
    font.set_variation_by_axes(axes if file == SERIF else [*axes, 100][: len(font.get_variation_axes())])
    return font


main()
