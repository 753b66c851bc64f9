"""Unsent Letters: scent, on warm stone."""

from math import cos, pi, sin

import materials as m
import scene
from picture_registry import picture
from labels import label, monogram
from pictures.skincare import CREAM, printed
from props import crystal, pebble, plinth
from shapes import ball, box, circle, flat, group, loft, ribbed, rounded, sheet, tube, wrapped
from scene import ABOVE, ASIDE, CLOSE, FRONT, LETTERS, TABLE
from containers import BRASS, NIGHT, flask, reeds, turned, up


@picture('products/cedar-and-salt-eau-de-parfum/1', 'Square bottle of thick clear glass with a cedar cap, salt crystals and a gray pebble beside it', FRONT.but(target=(0, 0, 0.74), away=6.0))
@picture('products/cedar-and-salt-eau-de-parfum/2', 'The cedar cap and thick glass shoulder, close', CLOSE.but(target=(0, 0, 1.0), yaw=-20))
@picture('products/cedar-and-salt-eau-de-parfum/3', 'The square bottle from the left, its shadow tinted by the scent', ASIDE.but(target=(0.05, 0, 0.66), yaw=-34))
def cedar_and_salt():
    scene.stage(LETTERS)
    at = plinth(1.6, 0.2, 1.0, '#D3C6B5')
    cedar(at)
    salt = m.matt('#FBF8F3', 0.35, 0.5)
    for i, (x, y, size) in enumerate(((0.54, -0.32, 0.1), (0.64, -0.24, 0.06), (0.58, -0.4, 0.045), (0.47, -0.4, 0.035), (0.7, -0.36, 0.04))):
        crystal((x, y, at[2]), size, salt, i)
    pebble((-0.58, -0.3, at[2]), 0.15, m.matt('#7C766E', 0.7, 0.3), 4)


def cedar(at):
    plan = rounded(0.74, 0.42, 0.05)
    top = flask(0.37, 0.78, m.glass('#FAFBF8'), at, plan, m.liquid('#E9DCBE'), 0.9, wall=0.065, base=0.14, shoulder=0.035)
    flat(0.42, 0.36, m.paper(label(0.42, 0.36, ['Cedar', 'and Salt'], ['EAU DE PARFUM'], ground=CREAM)), (at[0], at[1] - 0.2145, at[2] + 0.2))
    top = turned(0.12, 0.05, m.brushed(BRASS, 0.24), top, 0.006)
    box(0.34, 0.34, 0.34, m.wood('#B8845A', '#7E4F30', (9, 9, 0.9)), top, 0.02, corner=0.03)


@picture('products/iris-letter-extrait-de-parfum/1', 'Low round bottle of extrait with a ground glass stopper, on folded letters', FRONT.but(target=(0, 0, 0.6), away=5.5, pitch=10))
@picture('products/iris-letter-extrait-de-parfum/2', 'The ground stopper and the neck tied with thread', CLOSE.but(target=(0, 0, 0.8), yaw=22, away=2.9))
def iris_letter():
    scene.stage('#D6C6C2')
    at = plinth(1.5, 0.14, 1.1, '#D9CCC2')
    sheet_ = m.matt('#F3EADB', 0.8, 0.2)
    for i, (turn, z) in enumerate(((9, 0), (-7, 0.022), (3, 0.044))):
        group([box(1.0, 0.66, 0.018, sheet_, (0, 0, 0), 0.006, corner=0.008)], (0.02, -0.06, at[2] + z), (0, 0, turn))
    extrait((0, -0.04, at[2] + 0.064))


def extrait(here):
    glass = m.glass('#F7F4F6')
    r, wall = 0.4, 0.06
    arc = [(r * cos(a), 0.27 + 0.27 * sin(a)) for a in [pi * (k / 28 - 0.5) for k in range(3, 27)]]
    inner = [(max(x - wall, 0.02), 0.3 + (z - 0.27) * 0.72) for x, z in arc]
    loft([(0, 0), (arc[0][0], 0.0, 0.01), *arc, (0.12, 0.55, 0.02), (0.1, 0.66), (0, 0.66)], glass, circle, here, 'glass')
    loft([(0, inner[0][1]), *inner, (0.05, 0.5), (0.05, 0.6), (0, 0.6)], glass, circle, here, 'hollow', hollow=True)
    wet = [(x + 0.004, z - 0.002) for x, z in inner if z < 0.4]
    loft([(0, wet[0][1]), *wet, (0, wet[-1][1])], m.liquid('#CDB6C6'), circle, here, 'liquid')
    flat_label(here)
    collar = up(here, 0.66)
    turned(0.13, 0.03, m.brushed(BRASS, 0.22), up(collar, -0.02), 0.008)
    loft([(0, 0.0), (0.055, 0.0), (0.06, 0.06, 0.02), (0.17, 0.14, 0.07), (0.15, 0.34, 0.1), (0, 0.36)], m.glass('#FAF8FA'), circle, collar, 'stopper')


def flat_label(here):
    """A round paper seal that leans with the shoulder."""
    art = label(0.3, 0.3, ['Iris', 'Letter'], ['30 ML'], ground=CREAM, size=1.05)
    rows = []
    for j in range(13):
        z = 0.12 + 0.3 * j / 12
        depth = 0.4 * (1 - ((z - 0.27) / 0.27) ** 2) ** 0.5
        rows.append([(here[0] + depth * sin(a), here[1] - depth * cos(a) - 0.012, here[2] + z) for a in [0.8 * (i / 24 - 0.5) for i in range(25)]])
    sheet(rows, m.paper(art), name='label')


@picture('products/amber-solid-perfume/1', 'Brass pocket case, its lid open on amber-colored wax', TABLE.but(target=(0, 0.04, 0.48), pitch=18, away=6.3))
@picture('products/amber-solid-perfume/2', 'The amber wax in its brass case', ABOVE.but(target=(0.02, -0.1, 0.22), pitch=46, away=2.6, yaw=-16))
def solid_perfume():
    scene.stage('#DBC3A6')
    at = plinth(1.4, 0.18, 1.2, '#D8C5AB')
    brass = m.brushed(BRASS, 0.26, (30, 3, 3))
    r = 0.4
    here = (0, -0.1, at[2])
    top = turned(r, 0.12, brass, here, 0.02, 0.02)
    turned(r - 0.05, 0.012, m.soft('#AE5E1A', 0.25, 0.1, 0.4), up(top, -0.004), 0.008)
    lid = loft([(0, 0), (r, 0, 0.015), (r, 0.07, 0.025), (0, 0.07)], brass)
    inside = loft([(0, -0.002), (r - 0.04, -0.002), (r - 0.04, 0.0), (0, 0.0)], m.gold('#D9B67E', 0.16))
    lid.location = inside.location = (0, -r, 0)
    group([lid, inside], (0, here[1] + r, top[2] + 0.014), (-114, 0, 0))
    tube([(-0.1, here[1] + r, top[2] + 0.004), (0.1, here[1] + r, top[2] + 0.004)], 0.022, brass, 16)
    resin = m.glass('#C4731C', 0.06)
    pebble((0.5, -0.34, at[2]), 0.11, resin, 2, 0.7)
    pebble((0.5, -0.54, at[2]), 0.06, resin, 7, 0.7)
    pebble((-0.62, -0.42, 0), 0.1, resin, 5, 0.7)


@picture('products/fig-tree-room-diffuser/1', 'Ribbed glass diffuser with eight rattan reeds, a fig leaf’s shadow behind it', FRONT.but(target=(0, 0, 1.02), away=7.6))
@picture('products/fig-tree-room-diffuser/2', 'Reeds rising from the ribbed glass', CLOSE.but(target=(0, 0, 0.78), yaw=16, away=3.4))
def diffuser():
    scene.stage('#D2CCB8', light='leaves')
    at = plinth(1.3, 0.22, 1.0, '#D6CAB6')
    reed_diffuser(at)


def reed_diffuser(at):
    glass = m.glass('#E6EBD6')
    plan = ribbed(30, 0.02)
    loft([(0, 0), (0.36, 0, 0.04), (0.36, 0.5, 0.1), (0.15, 0.6, 0.04), (0.15, 0.72), (0, 0.72)], glass, plan, at, 'glass')
    loft([(0, 0.06), (0.31, 0.06, 0.04), (0.31, 0.47, 0.1), (0.1, 0.58, 0.03), (0.1, 0.7), (0, 0.7)], glass, circle, at, 'hollow', hollow=True)
    loft([(0, 0.056), (0.314, 0.056, 0.04), (0.314, 0.4), (0, 0.4)], m.liquid('#B9BE7C'), circle, at, 'liquid')
    art = label(0.42, 0.26, ['Fig Tree'], ['ROOM DIFFUSER · 200 ML'], ground=CREAM)
    wrapped(0.364, 0.42, 0.13, 0.26, m.paper(art), at)
    turned(0.165, 0.12, m.brushed(BRASS, 0.24), up(at, 0.62), 0.012)
    reeds(8, 1.15, m.wood('#C9A877', '#9A7646', (20, 20, 1)), up(at, 0.38), 0.56)
