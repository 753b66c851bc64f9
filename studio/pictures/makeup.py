"""Carmine Room: colour, on dusty rose."""

from math import cos, pi, sin
from random import Random

import materials as m
import scene
from picture_registry import picture
from labels import label, monogram
from props import plinth, stroke
from shapes import box, circle, flat, group, loft, ribbed, rounded, sheet, tube, wrapped
from scene import ABOVE, ASIDE, CARMINE, CLOSE, FRONT, TABLE
from containers import BRASS, NIGHT, bullet, flask, turned, up

WINE = '#4A1A22'
MULBERRY = '#5C1A30'
SAND = '#C18D69'
AFTERNOON = '#A9574B'
# In the sun a thing looks a fifth brighter than its color; what must match the product's swatch is made darker.


@picture('products/satin-lipstick-mulberry/1', 'Open lipstick in Mulberry, a deep red-purple, in a fluted brass case, its cap beside it', FRONT.but(target=(0.06, 0, 0.72), away=5.6))
@picture('products/satin-lipstick-mulberry/2', 'The slanted tip of the Mulberry lipstick, close', CLOSE.but(target=(-0.2, 0, 1.13), away=2.5, yaw=-12))
@picture('products/satin-lipstick-mulberry/3', 'The lipstick and its fluted cap from the left', ASIDE.but(target=(0.05, 0, 0.62), away=4.8))
def mulberry():
    lipstick_and_cap(m.shade(MULBERRY, 0.78))


def lipstick_and_cap(colour):
    scene.stage(CARMINE)
    at = plinth(1.25, 0.24, 0.9, '#DDBFAF')
    lipstick((at[0] - 0.2, at[1] - 0.02, at[2]), (0.34, -0.12, at[2]), colour)


def lipstick(here, beside, colour):
    brass = m.gold(BRASS, 0.2)
    top = turned(0.165, 0.46, brass, here, 0.01, plan=ribbed(28, 0.014))
    top = turned(0.172, 0.025, brass, top, 0.006)
    top = turned(0.142, 0.2, m.gold('#D0AC74', 0.14), top, 0.008)
    bullet(0.118, 0.44, m.soft(colour, 0.3, 0.03, 0.3), up(top, -0.03))
    cap = turned(0.172, 0.5, brass, beside, 0.02, plan=ribbed(28, 0.014))
    sheet([[(cap[0] + x * 0.08, cap[1] + y * 0.08, cap[2] + 0.001) for x in (-1, 1)] for y in (-1, 1)], m.paper(monogram(0.2, WINE), 0.4))


@picture('products/skin-veil-foundation-warm-sand/1', 'Square glass bottle of foundation in Warm Sand, a medium golden beige, with a stroke of it', FRONT.but(target=(0.02, 0.05, 0.72), away=6.4, pitch=9))
@picture('products/skin-veil-foundation-warm-sand/2', 'A stroke of Warm Sand foundation, medium and golden', ABOVE.but(target=(0.1, -0.7, 0.02), pitch=44, away=3.9, fstop=11))
def warm_sand():
    bottle_and_stroke(SAND, 'WARM SAND 24W', '#2F1B14')


def bottle_and_stroke(colour, name, ink):
    scene.stage('#E2BCA8')
    at = (-0.06, 0.1, 0)
    foundation(at, colour, name, ink)
    stroke((-0.3, -0.98, 0.002), m.cream(colour), 0.9, 0.3, 0.05, turn=-66, seed=11, ridges=6)


def foundation(at, colour, name, ink):
    plan = rounded(0.62, 0.36, 0.05)
    top = flask(0.31, 0.86, m.glass('#FBF6F0'), at, plan, m.matt(colour, 0.3), 0.93, wall=0.045, base=0.1, shoulder=0.04)
    print_ = label(0.5, 0.62, ['Skin Veil'], [name, '30 ML'], ink=ink, kerned=True)
    flat(0.5, 0.62, m.paper(print_, 0.4), (at[0], at[1] - 0.1825, 0.14))
    top = turned(0.15, 0.06, m.brushed(BRASS, 0.26), top, 0.006)
    turned(0.165, 0.42, m.lacquer(WINE, 0.22), top, 0.02)


def hinged(parts, at, opened, turn=0):
    """A lid on its hinge: its parts lie flat at first, the hinge along the x axis."""
    return group(parts, at, (opened, 0, turn))


@picture('products/powder-blush-afternoon/1', 'Round brass compact, open: pressed powder in Afternoon, a muted rose with terracotta, and its mirror', TABLE.but(target=(0, 0.06, 0.52), pitch=17, away=7.0))
def afternoon():
    open_compact(m.shade(AFTERNOON, 0.82), '#8E4436')


@picture('products/powder-blush-afternoon/2', 'The pressed powder, embossed and untouched', ABOVE.but(target=(0, -0.06, 0.24), pitch=48, away=2.7, yaw=14))
def afternoon_from_above():
    open_compact(m.shade(AFTERNOON, 0.82), '#8E4436', mirrored=1.0)


def open_compact(colour, mark, mirrored=4.0):
    """Its mirror shows the wall at the height `mirrored`: seen from above, lower than from the front."""
    scene.stage(CARMINE)
    at = plinth(1.7, 0.16, 1.5, '#DDBFAF')
    compact((0, -0.1, at[2]), colour, mark)
    scene.mirrored_wall(CARMINE, mirrored)


def compact(here, colour, mark):
    brass = m.gold(BRASS, 0.17)
    r = 0.5
    top = turned(r, 0.085, brass, here, 0.02, 0.02)
    turned(r - 0.045, 0.004, m.gold('#A98250', 0.3), up(top, -0.001), 0.002)
    pressed((here[0], here[1], top[2] + 0.004), r - 0.07, m.powder(colour), mark)
    lid = loft([(0, 0), (r, 0, 0.015), (r, 0.06, 0.02), (0, 0.06)], brass)
    mirror = loft([(0, -0.003), (r - 0.05, -0.003), (r - 0.05, 0.0), (0, 0.0)], m.gold('#F0DDCD', 0.0))
    lid.location = mirror.location = (0, -r, 0)
    hinged([lid, mirror], (here[0], here[1] + r, top[2] + 0.012), -112)
    tube([(here[0] - 0.12, here[1] + r, top[2]), (here[0] + 0.12, here[1] + r, top[2])], 0.022, brass, 16)


def pressed(at, radius, material, mark):
    """The cake of powder: a shallow dome with a sunburst and a ring pressed into it."""
    rings, sides = 60, 240
    rows = []
    for j in range(rings):
        t = j / (rings - 1)
        row = []
        for i in range(sides + 1):
            a = 2 * pi * i / sides
            ray = max(0.0, cos(24 * a)) ** 2 * (0.32 < t < 0.86) * min(1, (t - 0.32) * 14) * min(1, (0.86 - t) * 14)
            ring = 1 if abs(t - 0.92) < 0.012 else 0
            edge = min(1, (1 - t) * 30)
            row.append((at[0] + radius * t * cos(a), at[1] + radius * t * sin(a), at[2] + (0.032 * edge - 0.012 * ray - 0.01 * ring)))
        rows.append(row)
    sheet(rows, material, uv=False, name='powder')
    flat_mark = monogram(0.3, mark)
    sheet([[(at[0] + x * 0.12, at[1] + y * 0.12, at[2] + 0.0335) for x in (-1, 1)] for y in (-1, 1)], m.paper(flat_mark, 0.9))


@picture('products/dusk-eyeshadow-palette/1', 'Slim palette, open: four square pans of bone, warm brown, copper and near-black plum', TABLE.but(target=(0, 0.1, 0.36), pitch=23, away=7.6))
@picture('products/dusk-eyeshadow-palette/2', 'Sill, Swallow, Lamp and Late: the four powders from above', ABOVE.but(target=(0, -0.16, 0.1), pitch=58, away=3.1, yaw=-12))
def palette():
    scene.stage('#CFA096')
    at = plinth(1.9, 0.12, 1.5, '#D3B3A6')
    shell, width, depth = m.lacquer(WINE, 0.2), 1.34, 0.46
    here = (0, -0.16, at[2])
    box(width, depth, 0.07, shell, here, 0.014, corner=0.04)
    tones = (('#E9D6BF', 0.0), ('#5C3524', 0.0), ('#9A5232', 0.5), ('#1C0B14', 0.0))
    for i, (tone, shimmer) in enumerate(tones):
        x = (i - 1.5) * 0.312
        box(0.292, 0.33, 0.006, m.gold(BRASS, 0.2), (x, here[1], here[2] + 0.068), 0.002, corner=0.012)
        box(0.272, 0.31, 0.016, m.powder(tone, shimmer), (x, here[1], here[2] + 0.068), 0.006, corner=0.012)
    lid = box(width, depth, 0.045, shell, (0, -depth / 2, 0), 0.014, corner=0.04)
    mirror = box(width - 0.08, depth - 0.07, 0.004, m.gold('#F0DDCD', 0.0), (0, -depth / 2, -0.003), 0.001, corner=0.03)
    hinged([lid, mirror], (0, here[1] + depth / 2, here[2] + 0.082), -108)
    scene.mirrored_wall('#CFA096', 1.9)


@picture('products/long-night-mascara/1', 'Black mascara tube with a brass collar, its slim curved brush standing beside it', FRONT.but(target=(0.02, 0, 0.84), away=6.0))
@picture('products/long-night-mascara/2', 'The short black bristles of the mascara brush', CLOSE.but(target=(0.3, 0, 1.22), away=2.5, yaw=10))
def mascara():
    scene.stage('#D9B5A8')
    at = plinth(1.3, 0.24, 0.9, '#DDC3B5')
    black = m.lacquer('#17110F', 0.2)
    here = (-0.22, 0, at[2])
    top = turned(0.125, 0.78, black, here, 0.008, 0.02)
    wrapped(0.127, 0.2, 0.1, 0.58, m.foil(upright('Long Night')), here)
    top = turned(0.128, 0.03, m.gold(BRASS, 0.16), top, 0.006)
    turned(0.07, 0.1, m.gold(BRASS, 0.2), top, 0.01, plan=ribbed(24, 0.004))
    beside = (0.3, 0.02, at[2])
    foot = turned(0.125, 0.5, black, beside, 0.012, 0.02)
    foot = turned(0.128, 0.03, m.gold(BRASS, 0.16), foot, 0.006)
    foot = turned(0.06, 0.05, black, foot, 0.006)
    path = [(foot[0] + 0.035 * (t * t), foot[1], foot[2] + 0.7 * t) for t in [i / 20 for i in range(21)]]
    tube(path, 0.013, m.matt('#1B1513', 0.3), 10)
    bristles(path[9:], black)


def bristles(path, material):
    """Rows of short, stiff hairs about the end of the wand."""
    chance = Random(2)
    hair = m.matt('#120D0C', 0.5)
    for i in range(420):
        t = i / 420
        k = t * (len(path) - 1)
        a, b = path[int(k)], path[min(int(k) + 1, len(path) - 1)]
        f = k - int(k)
        root = tuple(p + (q - p) * f for p, q in zip(a, b))
        reach = 0.062 * (0.55 + 0.45 * sin(pi * min(1, t * 1.1 + 0.08))) * chance.uniform(0.9, 1.05)
        turn = i * 2.39996
        tip = (root[0] + reach * cos(turn), root[1] + reach * sin(turn), root[2] + 0.012)
        tube([root, tip], [0.0042, 0.0026], hair, 5, 'bristle')


def upright(name):
    """A name that runs up the pack."""
    from labels import SERIF, SANS, HOUSE, DOTS, set_line, to_blender
    from PIL import Image, ImageDraw

    w, h = round(0.58 * DOTS), round(0.2 * DOTS)
    art = Image.new('RGBA', (w, h), '#FFFFFF00')
    draw = ImageDraw.Draw(art)
    set_line(draw, name, SERIF, h * 0.44, w * 0.5, h * 0.56, '#FFFFFF')
    set_line(draw, HOUSE, SANS, h * 0.13, w * 0.5, h * 0.82, '#FFFFFF', 0.22)
    return to_blender(art.rotate(90, expand=True), name)


@picture('products/quince-tinted-lip-balm/1', 'Brass slide tin of quince lip balm, half open on a warm rosy amber balm', TABLE.but(target=(0.08, 0, 0.3), pitch=24, away=6.2))
@picture('products/quince-tinted-lip-balm/2', 'The warm rosy amber balm under its half open brass lid, close', ABOVE.but(target=(-0.1, -0.1, 0.2), pitch=46, away=2.7, yaw=18))
def quince():
    lip_balm('#A54A36', 'Quince')


def lip_balm(colour, name):
    scene.stage('#E3B49C')
    at = plinth(1.5, 0.16, 1.2, '#DFC2AC')
    parts = tin(m.gold(BRASS, 0.26), m.soft(colour, 0.28, 0.08, 0.4), name)
    group(parts, (-0.12, -0.08, at[2]), (0, 0, -17))
    box(0.78, 0.5, 0.2, m.matt('#D9A07E', 0.6), (0.28, 0.5, at[2]), 0.01)


def tin(brass, balm, name):
    """A tray, what is in it, and the lid slid a hand's breadth off it."""
    wide, deep, high, wall = 0.92, 0.56, 0.15, 0.022
    parts = [box(wide, deep, 0.03, brass, (0, 0, 0), 0.01, corner=0.07)]
    for w, d, x, y in ((wide, wall, 0, deep / 2 - wall / 2), (wide, wall, 0, wall / 2 - deep / 2), (wall, deep, wide / 2 - wall / 2, 0), (wall, deep, wall / 2 - wide / 2, 0)):
        parts.append(box(w, d, high, brass, (x, y, 0), 0.008))
    parts.append(box(wide - 0.05, deep - 0.05, high - 0.025, balm, (0, 0, 0), 0.018, corner=0.05))
    lid = box(wide * 0.98, deep + 0.03, 0.045, brass, (0.42, 0, high - 0.006), 0.012, corner=0.07)
    art = label(0.62, 0.38, [name], ['TINTED LIP BALM'], ink='#3A1D14', size=0.9)
    mark = sheet([[(0.46 + x * 0.27, y * 0.17, high + 0.0405) for x in (-1, 1)] for y in (-1, 1)], m.paper(art, 0.4))
    return [*parts, lid, mark]
