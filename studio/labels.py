"""Labels, set in the store's own two faces."""

from pathlib import Path

import bpy
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FACES = Path(__file__).resolve().parents[1] / 'node_modules/@fontsource-variable'
SERIF = FACES / 'bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2'
ITALIC = FACES / 'bodoni-moda/files/bodoni-moda-latin-opsz-italic.woff2'
SANS = FACES / 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2'
HOUSE = 'ETERNAL BEAUTY'
DOTS = 2400  # per unit: more than the closest view shows


def face(kind, size):
    """Small optical sizes keep Bodoni's hairlines alive on a pack that is a finger wide."""
    font = ImageFont.truetype(str(kind), size)
    font.set_variation_by_axes([560] if kind == SANS else [560, 9])
    return font


def set_line(draw, text, kind, size, centre, y, ink, tracking=0.0, kerned=False):
    """One line, its baseline at y, letter by letter; returns its width. Without `kerned`, a pair's kerning moves the
    letter after the pair, as on the labels of the first pictures."""
    font = face(kind, round(size))
    gaps = [font.getlength(text[: i + 1]) for i in range(len(text))]
    width = gaps[-1] + tracking * size * (len(text) - 1)
    x = centre - width / 2
    for i, letter in enumerate(text):
        before = gaps[i] - font.getlength(letter) if kerned else gaps[i - 1] if i else 0
        draw.text((x + before + tracking * size * i, y), letter, font=font, fill=ink, anchor='ls')
    return width


def fitted(text, kind, size, room, tracking):
    width = face(kind, round(size)).getlength(text) + tracking * size * (len(text) - 1)
    return size * min(1, room / width)


def label(width, height, name, foot=(), ink='#241A17', ground=None, frame=True, head=HOUSE, size=1.0, accent=None, kerned=False):
    """The house at the top, the product in the middle, small print at the foot; `ground=None` prints on the pack itself."""
    w, h = round(width * DOTS), round(height * DOTS)
    picture = Image.new('RGBA', (w, h), ground + 'FF' if ground else ink + '00')
    draw = ImageDraw.Draw(picture)
    unit = w * size
    middle = w / 2
    if ground and frame:
        inset = round(w * 0.035)
        draw.rectangle([inset, inset, w - inset, h - inset], outline=accent or ink, width=max(2, round(w * 0.007)))
    room = w * (0.76 if ground and frame else 0.84)
    small = unit * 0.058
    if head:
        set_line(draw, head, SANS, fitted(head, SANS, small * 1.06, room, 0.2), middle, h * 0.13 + small, ink, 0.2, kerned)
    big = min(fitted(line, SERIF, unit * 0.155, room, 0) for line in name) if name else 0
    top = h * 0.5 - big * 1.12 * (len(name) - 1) / 2 + big * 0.3
    if name and head:
        top = max(top, h * 0.13 + small + big * 1.2)  # leaves a gap below the heading
    for i, line in enumerate(name):
        set_line(draw, line, SERIF, big, middle, top + i * big * 1.12, ink, kerned=kerned)
    if name and head:
        rule = top - big * 1.35
        if rule > h * 0.13 + small * 1.6:
            draw.line([middle - w * 0.06, rule, middle + w * 0.06, rule], fill=accent or ink, width=max(2, round(w * 0.006)))
    for i, line in enumerate(reversed(foot)):
        size_ = fitted(line, SANS, small * 0.92, room, 0.12)
        set_line(draw, line, SANS, size_, middle, h * 0.91 - i * small * 1.7, ink, 0.12, kerned)
    return to_blender(picture, name and name[0] or 'label')


def monogram(size, ink='#241A17', text='EB'):
    w = round(size * DOTS)
    picture = Image.new('RGBA', (w, w), ink + '00')
    set_line(ImageDraw.Draw(picture), text, SERIF, w * 0.5, w / 2, w * 0.68, ink)
    return to_blender(picture, 'monogram')


def to_blender(picture, name):
    image = bpy.data.images.new(name, picture.width, picture.height, alpha=True)
    pixels = np.asarray(picture.transpose(Image.FLIP_TOP_BOTTOM), dtype=np.float32) / 255
    image.pixels.foreach_set(np.ascontiguousarray(pixels).ravel())
    image.pack()
    return image
