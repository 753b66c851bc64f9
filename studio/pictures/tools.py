"""Plain Hand: things to hold, on sand."""

from math import cos, pi, radians, sin, sqrt
from random import Random

from mathutils import Vector, noise

import materials as m
import scene
from picture_registry import picture
from labels import label, monogram
from props import drum, pebble, plinth
from shapes import add, ball, box, circle, group, loft, rest, sheet, tube
from scene import ASIDE, CLOSE, FRONT, HAND, TABLE
from containers import BRASS, NIGHT, turned, up


@picture('products/rose-quartz-gua-sha/1', 'Polished rose quartz gua sha, cloudy pink, leaning on a block of travertine', FRONT.but(target=(0.02, 0, 0.6), away=5.8, pitch=9))
@picture('products/rose-quartz-gua-sha/2', 'Veins and clouds in the rose quartz, close', CLOSE.but(target=(-0.12, -0.2, 0.62), yaw=-10, away=2.4))
@picture('products/rose-quartz-gua-sha/3', 'The rose quartz from the side, its polished rim', ASIDE.but(target=(0, -0.1, 0.52), yaw=-38, away=4.8))
def gua_sha():
    scene.stage('#E9CDB6')
    at = plinth(1.6, 0.12, 1.2, '#E6D3BE')
    box(0.42, 0.36, 0.78, m.travertine('#E2CDB6'), (0.22, 0.22, at[2]), 0.018)
    stone = polished(outline(), 0.075, m.quartz('#E3A7A1', '#C97F7C'))
    group([stone], (-0.06, -0.3, at[2] + 0.012), (-15, -6, 0))
    pebble((0.6, -0.3, at[2]), 0.09, m.quartz('#E5B0AA', '#CF8E8A'), 3, 0.75)


def outline(steps=220):
    """One long curve for the cheek, a notch for the jaw, a rounded corner for beneath the eye. x across, z up."""
    keys = [(-0.10, 0.0), (-0.36, 0.18), (-0.45, 0.50), (-0.40, 0.80), (-0.24, 0.95), (-0.09, 0.90), (-0.01, 0.77), (0.08, 0.88), (0.24, 0.93), (0.36, 0.80), (0.36, 0.60), (0.25, 0.42), (0.19, 0.24), (0.10, 0.06)]
    n = len(keys)
    points = []
    for k in range(steps):
        u = k / steps * n
        i, t = int(u), u % 1
        p = [Vector(keys[(i + j) % n]) for j in (-1, 0, 1, 2)]
        points.append(0.5 * (2 * p[1] + (p[2] - p[0]) * t + (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3]) * t * t + (3 * p[1] - p[0] - 3 * p[2] + p[3]) * t**3))
    return points


def polished(points, thick, material):
    """A slab between two like outlines, its rim worn round."""
    vertices, faces, n = [], [], len(points)
    layers = 15
    for j in range(layers):
        a = pi * (j / (layers - 1) - 0.5)
        inward = 0.065 * (1 - cos(a) ** 0.8)  # more would fold over at the narrow tips
        for k, p in enumerate(points):
            along = (points[(k + 1) % n] - points[k - 1]).normalized()
            out = Vector((-along.y, along.x))  # the outline runs clockwise
            q = p - out * inward
            vertices.append((q.x, thick * sin(a), q.y))
    for j in range(layers - 1):
        for k in range(n):
            a, b = j * n + k, j * n + (k + 1) % n
            faces.append((a, b, b + n, a + n))
    for rim, depth in ((0, -thick), ((layers - 1) * n, thick)):
        vertices.append((-0.04, depth, 0.42))
        faces += [(rim + k, rim + (k + 1) % n, len(vertices) - 1) for k in range(n)]
    return add('stone', vertices, faces, material, sharp=60)


@picture('products/soft-powder-brush/1', 'Domed powder brush standing on its oiled birch handle, a brass ferrule between', FRONT.but(target=(0, 0, 0.86), away=6.6))
@picture('products/soft-powder-brush/2', 'The soft dome of fibers, close', CLOSE.but(target=(0, 0, 1.42), yaw=14, away=2.7))
def powder_brush():
    scene.stage(HAND)
    at = drum(0.56, 0.22, '#E3D3BB')
    brush(at)
    cake = m.powder('#C98B6E')
    chance = Random(3)
    for _ in range(70):
        ball(abs(chance.gauss(0.006, 0.006)) + 0.003, cake, (0.36 + chance.gauss(0, 0.07), -0.3 + chance.gauss(0, 0.05), at[2] + 0.003))


def brush(at):
    birch = m.wood('#DDBE90', '#B98F5C', (10, 10, 0.7))
    loft([(0, 0), (0.11, 0, 0.03), (0.15, 0.2, 0.3), (0.125, 0.46, 0.3), (0.085, 0.62, 0.1), (0.085, 0.66), (0, 0.66)], birch, circle, at, 'handle')
    top = up(at, 0.64)
    loft([(0, 0), (0.095, 0, 0.004), (0.095, 0.04, 0.01), (0.13, 0.2, 0.08), (0.14, 0.27, 0.004), (0, 0.27)], m.brushed(BRASS, 0.24), circle, top, 'ferrule')
    fibres(up(top, 0.26), 0.132, 0.3, 0.52)


HAIRS = 24_000


def fibres(at, root, spread, length):
    """Thousands of tapered hairs that make a dome, dark at the root and pale at the tip."""
    chance = Random(1)
    vertices, faces = [], []
    for i in range(HAIRS):
        r, a = sqrt((i + 0.5) / HAIRS), i * 2.39996
        ring = r * root
        tall = length * (1 - 0.42 * r**2.6) * chance.uniform(0.96, 1.0)
        splay = r * spread * chance.uniform(0.97, 1.03)
        bend = chance.uniform(-0.012, 0.012)
        start = len(vertices)
        for t, w in ((0, 0.0024), (0.35, 0.0022), (0.7, 0.0017), (1, 0.0005)):
            out = ring + (splay - ring) * (t**0.75) * (1 - 0.22 * max(0, t - 0.6) / 0.4 * r)
            x, y, z = out * cos(a) + bend * t, out * sin(a) + bend * t, tall * t
            for k in range(3):
                b = a + 2 * pi * k / 3
                vertices.append((x + w * cos(b), y + w * sin(b), z))
        for j in range(3):
            for k in range(3):
                p, q = start + j * 3 + k, start + j * 3 + (k + 1) % 3
                faces.append((p, q, q + 3, p + 3))
    n = m.Nodes('fibre')
    height = n.add('SeparateXYZ', Vector=n.add('TexCoord').outputs['Object']).outputs['Z']
    tone = n.ramp(n.sum('DIVIDE', height, length), (0.1, '#4A2A20'), (0.55, '#8E5A44'), (0.95, '#E7C9B0'))
    add('fibres', vertices, faces, n.done(m.solid(n, tone, 0.5, Specular=0.2)), at, 80)


@picture('products/wide-tooth-comb/1', 'Wide-tooth comb in dark tortoise acetate, leaning on travertine', FRONT.but(target=(0.02, 0, 0.66), away=5.6, pitch=8))
@picture('products/wide-tooth-comb/2', 'Sawn teeth, round at their tips, the light through the acetate', CLOSE.but(target=(-0.05, -0.16, 0.72), yaw=-14, away=2.6))
def wide_comb():
    scene.stage('#E3CBA8')
    at = plinth(1.5, 0.12, 1.2, '#E2D0B8')
    box(0.5, 0.4, 0.9, m.travertine('#DCC8AE'), (0.24, 0.24, at[2]), 0.018)
    parts = comb(m.tortoise())
    rest(group(parts, (-0.2, -0.22, at[2]), (-11, 7, 0)), at[2])


def comb(acetate):
    """Lengthwise up: a thick spine on the left, the teeth towards the right."""
    long, spine, tooth, thick = 1.22, 0.16, 0.27, 0.034
    def back(t):
        return 0.035 * sin(pi * t)

    parts = []
    steps = 60
    points = [Vector((-spine - back(k / steps), long * k / steps)) for k in range(steps + 1)]
    points = [Vector((0, long)), *points[::-1], Vector((0, 0))]
    parts.append(slab(points, thick, acetate))
    count = 15
    for i in range(1, count - 1):
        z = 0.055 + (long - 0.11) * i / (count - 1)
        reach = tooth * (0.93 + 0.07 * sin(pi * i / (count - 1)))
        wide = 0.02
        path = [(-0.03 + (reach + 0.03) * t, 0, z) for t in [k / 12 for k in range(13)]]
        body = tube(path, [wide * (1.05 - 0.35 * (k / 12)) * (1 if k < 12 else 0.5) for k in range(13)], acetate, 16, 'tooth')
        parts.append(body)
    parts.append(slab([Vector((0.255, 0.012)), Vector((0.235, 0.0)), Vector((-0.05, 0.0)), Vector((-0.05, 0.06)), Vector((0.03, 0.052)), Vector((0.235, 0.046)), Vector((0.255, 0.034))], thick, acetate))
    parts.append(slab([Vector((0.255, long - 0.034)), Vector((0.235, long - 0.046)), Vector((0.03, long - 0.052)), Vector((-0.05, long - 0.06)), Vector((-0.05, long)), Vector((0.235, long)), Vector((0.255, long - 0.012))], thick, acetate))
    return parts


def slab(points, thick, material):
    """An outline (x, z) given a body with eased edges."""
    n = len(points)
    middle = sum(points, Vector((0, 0))) / n
    vertices = []
    for y, inset in ((-thick, 0.016), (-thick * 0.7, 0.004), (0, 0), (thick * 0.7, 0.004), (thick, 0.016)):
        for p in points:
            away = p - middle
            q = p - away.normalized() * min(inset, away.length * 0.5)
            vertices.append((q.x, y, q.y))
    faces = [(j * n + k, j * n + (k + 1) % n, (j + 1) * n + (k + 1) % n, (j + 1) * n + k) for j in range(4) for k in range(n)]
    faces += [tuple(range(n))[::-1], tuple(range(4 * n, 5 * n))]
    return add('slab', vertices, faces, material, sharp=50)
