"""The family of packs: each stands at `at` and returns the height of its top, where the next part goes on."""

from math import cos, pi, radians, sin

import materials as m
from shapes import add, ball, box, circle, loft, rounded, sheet, tube

BRASS = '#C29A63'
NIGHT = '#2A211D'


def up(at, height):
    return (at[0], at[1], at[2] + height)


def flask(half, height, glass, at, plan=circle, liquid=None, level=0.78, wall=0.035, base=0.06, shoulder=0.1, rise=0.06, neck=0.13):
    """A glass body with what is in it."""
    if plan is circle:
        top = height + rise + 0.1
        outer = [(half, height, shoulder), (neck, height + rise, 0.03), (neck, top), (0, top)]
        inner = [(half - wall, height - wall, shoulder), (neck - 0.03, height + rise - wall, 0.03), (neck - 0.03, top - 0.01), (0, top - 0.01)]
    else:
        top = height
        outer = [(half, height, shoulder), (0, height)]
        inner = [(half - wall, height - wall, shoulder), (0, height - wall)]
    loft([(0, 0), (half, 0, min(0.045, half / 3)), *outer], glass, plan, at, 'glass')
    loft([(0, base), (half - wall, base, 0.04), *inner], glass, plan, at, 'hollow', hollow=True)
    if liquid:
        # A hair wider than the hollow, so that no film of air lies between.
        fit = half - wall + 0.004
        surface = base + (height - base) * level
        # It climbs a little at the wall.
        rim = [(fit - 0.05 * (1 - k / 8), surface + 0.016 * (k / 8) ** 3) for k in range(8, -1, -1)]
        loft([(0, base - 0.004), (fit, base - 0.004, 0.04), *rim, (0, surface)], liquid, plan, at, 'liquid')
    return up(at, top)


def turned(radius, height, material, at, edge=0.02, foot=0.006, plan=circle):
    """A cap, a collar, a base: a cylinder with eased edges."""
    loft([(0, 0), (radius, 0, foot), (radius, height, edge), (0, height)], material, plan, at, 'turned')
    return up(at, height)


def pipette(at, bottom, top, radius=0.032):
    """A thin glass tube with a narrow tip; `bottom` and `top` count from `at`."""
    glass, wall = m.glass('#FFFFFF'), 0.01
    tip = bottom + radius * 2.8
    loft([(0, bottom), (radius * 0.4, bottom), (radius * 0.55, bottom + 0.02), (radius, tip), (radius, top), (0, top)], glass, circle, at, 'pipette')
    bore = radius - wall
    loft([(0, bottom + 0.005), (bore * 0.3, bottom + 0.005), (bore, tip), (bore, top - 0.01), (0, top - 0.01)], glass, circle, at, 'bore', hollow=True)


def dip_tube(at, bottom, top, radius=0.022):
    """The straw under a pump."""
    plastic = m.glass('#F2F2EC', 0.12, 1.42)
    tube([up(at, bottom), up(at, top)], radius, plastic, 24, 'straw')


def dropper(at, collar=None, bulb=None, radius=0.155):
    top = turned(radius, 0.17, collar or m.brushed(BRASS), up(at, -0.08), 0.012)
    loft(
        [(0, 0), (radius * 0.76, 0, 0.02), (radius * 0.74, 0.08, 0.02), (radius * 0.62, 0.35, 0.085), (0, 0.35)],
        bulb or m.matt(NIGHT, 0.42), circle, top, 'bulb',
    )
    return up(top, 0.35)


def pump(at, collar, head, radius=0.16, turn=-20, scale=1.0):
    top = turned(radius, 0.16 * scale, collar, at, 0.012)
    top = turned(radius * 0.55, 0.05 * scale, head, top, 0.012)
    top = turned(radius * 0.24, 0.16 * scale, head, top, 0.005)
    a = radians(turn)
    reach = 0.34 * scale
    x, y, z = top
    start = (x, y, z + 0.04 * scale)
    out = [(x - cos(a) * reach * t, y + sin(a) * reach * t, z + 0.055 * scale - 0.02 * scale * t**3) for t in (0, 0.3, 0.6, 0.85, 0.95)]
    tip = out[-1]
    out += [(tip[0] - cos(a) * 0.02 * scale, tip[1] + sin(a) * 0.02 * scale, tip[2] - 0.025 * scale)]
    tube(out, [0.042 * scale, 0.04 * scale, 0.035 * scale, 0.03 * scale, 0.028 * scale, 0.026 * scale], head)
    turned(radius * 0.5, 0.1 * scale, head, top, 0.03)
    return up(start, 0.06 * scale)


def jar(radius, height, body, lid, at, lid_height=0.22, band=None):
    top = turned(radius, height, body, at, 0.025, 0.05)
    if band:
        top = turned(radius * 0.985, 0.018, band, top, 0.003)
    return turned(radius * 1.0, lid_height, lid, top, 0.02, 0.012)


def heavy_jar(radius, height, glass, cream, at, wall=0.075, base=0.13):
    """Thick clear glass, the pot of cream floating in it."""
    loft([(0, 0), (radius, 0, 0.06), (radius, height, 0.03), (0, height)], glass, circle, at, 'glass')
    loft([(0, base), (radius - wall, base, 0.12), (radius - wall, height - 0.004), (0, height - 0.004)], cream, circle, at, 'cream')
    return up(at, height)


def crimped(width, height, cap_height, body, cap, at, fold=None, cap_radius=0.2):
    """A tube that stands on its cap: round below, pressed flat above."""
    top = turned(cap_radius, cap_height, cap, at, 0.012, 0.015)
    radius = width / 2 * 0.86

    def press(x, y, z):
        t = max(0.0, min(1.0, (z - 0.1) / (height - 0.1)))
        wide = 1 + (width / 2 / radius - 1) * t
        thin = (1 - t) ** 0.75 + 0.02
        return (x * wide, y * thin, z)

    steps = [(radius, 0.09 + (height - 0.19) * i / 24) for i in range(1, 25)]
    loft([(0, 0), (cap_radius * 0.9, 0, 0.01), (radius, 0.08, 0.05), *steps, (radius, height - 0.09), (radius, height), (0, height)], body, circle, top, 'tube', bend=press)
    box(width + 0.012, 0.035, 0.1, fold or body, up(top, height - 0.09), 0.008, 'fold')
    return up(top, height)


def bullet(radius, height, material, at):
    """A lipstick, cut slantwise."""

    def cut(x, y, z):
        slope = height - 0.16 + (x / radius) * 0.13
        return (x, y, min(z, slope + 0.02 * (1 - (x * x + y * y) / radius**2)))

    steps = [(radius, height * i / 20) for i in range(1, 20)]
    caps = [(radius * (1 - i / 10), height) for i in range(0, 10)]
    loft([(0, 0), (radius, 0), *steps, *caps, (0, height)], material, circle, at, 'bullet', bend=cut)


def reeds(count, length, material, at, spread=0.5):
    for i in range(count):
        a = 2 * pi * i / count + 0.4
        lean = spread * (0.65 + 0.35 * sin(i * 2.3))
        foot = (at[0] - cos(a) * 0.06, at[1] - sin(a) * 0.06, at[2])
        tip = (at[0] + cos(a) * lean, at[1] + sin(a) * lean * 0.6, at[2] + length * (0.95 + 0.05 * sin(i * 5)))
        tube([foot, tip], 0.014, material, 12, 'reed')
