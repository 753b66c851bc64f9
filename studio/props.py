"""What lies beside: fruit, stones, drops, strokes. Chance is seeded, so that it falls the same way twice."""

from math import cos, exp, pi, radians, sin
from random import Random

import bmesh
import bpy
from mathutils import Matrix, Vector, noise

import materials as m
from shapes import ball, box, circle, group, loft, rest, sheet, tube


def plinth(width, height, depth=1.1, stone='#E2D0BA', at=(0, 0, 0)):
    """A block of travertine; returns where things stand on it."""
    box(width, depth, height, m.travertine(stone), at, 0.028, 'plinth')
    return (at[0], at[1], at[2] + height)


def drum(radius, height, stone='#E2D0BA', at=(0, 0, 0)):
    """A round block."""
    loft([(0, 0), (radius, 0, 0.01), (radius, height, 0.028), (0, height)], m.travertine(stone), circle, at, 'plinth')
    return (at[0], at[1], at[2] + height)


def leaf(material, at, length=0.4, width=0.15, turn=0.0, tilt=0.0, roll=0.0, bow=0.25):
    steps, across = 18, 9
    rows = []
    for j in range(steps):
        t = j / (steps - 1)
        half = width / 2 * sin(pi * t**0.8) ** 0.9 + 0.002
        rows.append([(s * half, length * t, bow * length * t * (1 - t) + abs(s) * half * 0.45) for s in [2 * i / (across - 1) - 1 for i in range(across)]])
    return placed(sheet(rows, material, uv=False, name='leaf'), at, turn, tilt, roll)


def placed(thing, at, turn=0.0, tilt=0.0, roll=0.0):
    """Rolled about its own length, then raised, then turned."""
    thing.matrix_world = (
        Matrix.Translation(at) @ Matrix.Rotation(radians(turn), 4, 'Z') @ Matrix.Rotation(radians(tilt), 4, 'X') @ Matrix.Rotation(radians(roll), 4, 'Y')
    )
    return thing


def pebble(at, size, material, seed=1, flat=0.6):
    chance = Random(seed)
    off = Vector((chance.uniform(0, 50), chance.uniform(0, 50), 3))
    stone = ball(size, material, (0, 0, 0), flat)
    for vertex in stone.data.vertices:
        vertex.co *= 1 + 0.16 * noise.noise(vertex.co / size * 0.7 + off)
    lowest = min(vertex.co.z for vertex in stone.data.vertices)
    return placed(stone, (at[0], at[1], at[2] - lowest - 0.004), chance.uniform(0, 360))


def crystal(at, size, material, seed=1):
    """A grain of salt: a cube that has been through the sea."""
    chance = Random(seed)
    grain = box(size, size * chance.uniform(0.7, 1), size * chance.uniform(0.6, 0.9), material, bevel=size * 0.12)
    return placed(grain, at, chance.uniform(0, 90))


def hip(at, material, crown, size=0.13, turn=0, tilt=70):
    """A rose hip, lying at `at`, with its dry crown."""
    body = loft([(0, 0), (size * 0.5, 0.01, 0.03), (size * 0.95, size * 0.8, size * 0.6), (size * 0.55, size * 2.0, size * 0.4), (size * 0.22, size * 2.3, 0.02), (0, size * 2.3)], material)
    tips = [leaf(crown, (0, 0, size * 2.26), size * 0.8, 0.03, 72 * i, 62, bow=0.1) for i in range(5)]
    stem = tube([(0, 0, 0), (0.01, 0, -0.10), (0.03, 0.01, -0.2)], 0.011, crown, 8)
    return rest(group([body, *tips, stem], at, (tilt, 0, turn)), at[2])


def drop(at, radius, material, flat=0.45):
    """A drop that lies on a surface."""
    arc = [(radius * cos(pi / 2 * i / 16), radius * flat * sin(pi / 2 * i / 16)) for i in range(17)]
    arc[-1] = (0, radius * flat)
    return loft([(0, -0.002), (radius * 0.97, -0.002), *arc], material, circle, at, 'drop')


def stroke(at, material, length=1.0, width=0.34, height=0.05, turn=0.0, seed=1, ridges=7):
    """A smear as a spatula leaves it: heaped where it began, streaked along, its sides pressed up, a lip where it was lifted."""
    off = Random(seed).uniform(0, 80)
    long, wide = 220, 300
    rows = []
    for j in range(long):
        t = j / (long - 1)
        ends = min(1.0, t / 0.13, (1 - t) / 0.09)
        half = width / 2 * (1 - (1 - ends) ** 2) ** 0.5 * (1 + 0.10 * noise.noise((t * 3, off, 0)) - 0.12 * t)
        lip = exp(-(((t - 0.9) / 0.045) ** 2))
        heap = 0.6 + 0.75 * exp(-(((t - 0.1) / 0.13) ** 2)) + 0.55 * lip
        wander = 0.07 * length * noise.noise((t * 1.4, 9, off))
        row = []
        for i in range(wide):
            s = 2 * i / (wide - 1) - 1
            round_ = (1 - s * s) ** 0.8 * (1 - (1 - ends) ** 3)
            streak = noise.noise((s * ridges * 0.5, t * 0.7, off)) + 0.45 * noise.noise((s * ridges * 1.6, t * 1.1, off + 7))
            fine = noise.noise((s * ridges * 4.5, t * 1.3, off + 3))
            sides = 0.3 * exp(-(((abs(s) - 0.72) / 0.15) ** 2))
            body = heap * (0.66 + (0.2 * streak + 0.09 * fine) * (1 - 0.5 * lip) + sides)
            ragged = 0.07 * width * noise.noise((s * 5, off, t * 2)) * max(0.0, t - 0.8) * 5
            row.append((s * half + wander, length * t + ragged, height * round_ * body - 0.003))
        rows.append(row)
    smear = sheet(rows, material, uv=False, name='stroke')
    smear.data.auto_smooth_angle = pi
    return placed(smear, at, turn)


def swirl(at, radius, material, height=0.09, turns=1.6):
    """The face of a fresh cream: one turn of the spatula, a soft tip off the middle."""
    rings, sides = 34, 120
    rows = []
    for j in range(rings):
        r = j / (rings - 1)
        row = []
        for i in range(sides + 1):
            a = 2 * pi * i / sides
            wave = cos(a - turns * 2 * pi * r**0.8)
            z = height * (0.5 * wave * (1 - r) ** 0.5 * r**0.35 + 0.55 * (1 - r) ** 2) * (1 - r**8)
            row.append((radius * r * cos(a), radius * r * sin(a), z))
        rows.append(row)
    return placed(sheet(rows, material, uv=False, name='swirl'), at)


def pool(at, radius, material, height=0.06, seed=1):
    """What was poured out: a wavy outline, a low dome."""
    off = Random(seed).uniform(0, 80)
    sides, rings = 160, 30
    outline = [1 + 0.42 * noise.noise((cos(2 * pi * i / sides) * 0.8, sin(2 * pi * i / sides) * 0.8, off)) for i in range(sides)]
    rows = []
    for j in range(rings):
        reach = sin(pi / 2 * j / (rings - 1))
        rows.append([(radius * outline[i % sides] * reach * cos(2 * pi * i / sides), radius * outline[i % sides] * reach * sin(2 * pi * i / sides), height * (1 - reach**5) ** 0.75) for i in range(sides + 1)])
    rows.append([(x, y, -0.002) for x, y, _ in rows[-1]])
    return placed(sheet(rows, material, uv=False, name='pool'), at)


def mist(at, reach, material, count, seed=1):
    """Droplets of a spray: a few large ones, many small ones, none upon another, more towards the middle."""
    chance = Random(seed)
    places = []
    for _ in range(count * 12):
        if len(places) == count:
            break
        x, y = chance.gauss(0, reach * 0.5), chance.gauss(0, reach * 0.62)
        radius = min(0.034, 0.0045 * chance.paretovariate(1.8))
        if all((x - a) ** 2 + (y - b) ** 2 > (radius + r + 0.003) ** 2 for a, b, r in places):
            places.append((x, y, radius))
            drop((at[0] + x, at[1] + y, at[2]), radius, material, 0.5)


def crushed(at, radius, material, seed=1, count=2600):
    """A pressed powder, broken: a low heap, crumbs on and around it, and dust."""
    chance = Random(seed)
    off = chance.uniform(0, 80)
    heap = []
    rings, sides = 150, 360
    for j in range(rings):
        t = j / (rings - 1)
        row = []
        for i in range(sides + 1):
            a = 2 * pi * (i % sides) / sides
            r = radius * t * (0.8 + 0.35 * noise.noise((cos(a) * 1.4, sin(a) * 1.4, off)))
            row.append((r * cos(a), r * sin(a), height_of_heap(r * cos(a), r * sin(a), t, radius, off)))
        heap.append(row)
    placed(sheet(heap, material, uv=False, name='heap'), at)
    crumbs = [crumb(material, off + i) for i in range(6)]
    for i in range(count):
        ring, a = min(rings - 1, int(rings * abs(chance.gauss(0, 0.52)))), chance.randrange(sides)
        x, y, z = heap[ring][a]
        scatter = 1 + abs(chance.gauss(0, 0.22)) if ring > rings * 0.7 else 1
        size = min(0.024, 0.0028 * chance.paretovariate(1.35)) * (1.0 if scatter == 1 else 0.5)
        piece = bpy.data.objects.new('crumb', crumbs[i % 6])
        piece.location = (at[0] + x * scatter, at[1] + y * scatter, at[2] + max(0.0, z) + size * 0.3)
        piece.rotation_euler = [chance.uniform(0, 2 * pi) for _ in range(3)]
        piece.scale = (size, size * chance.uniform(0.7, 1), size * chance.uniform(0.5, 0.8))
        bpy.context.scene.collection.objects.link(piece)


def height_of_heap(x, y, t, radius, off):
    lumps = 0.5 * noise.noise((x * 14, y * 14, off)) + 0.35 * noise.noise((x * 34, y * 34, off))
    lumps += 0.22 * noise.noise((x * 80, y * 80, off)) + 0.12 * noise.noise((x * 190, y * 190, off))
    return radius * (0.24 * (1 - t) ** 1.3 * (0.75 + lumps) + 0.05 * (lumps - 0.25) * min(1, 4 * t)) - 0.004


def crumb(material, off):
    """A lump with a few flat faces, as it breaks out of a pan."""
    form = bmesh.new()
    bmesh.ops.create_icosphere(form, subdivisions=4, radius=1)
    for vertex in form.verts:
        spot = vertex.co.normalized()
        ragged = 0.3 * noise.noise(spot * 1.1 + Vector((off, 0, 0))) + 0.14 * noise.noise(spot * 4 + Vector((0, off, 0))) + 0.05 * noise.noise(spot * 13)
        vertex.co = spot * min(1 + ragged, *(0.8 / max(0.01, spot.dot(cut)) for cut in CUTS))
    mesh = bpy.data.meshes.new('crumb')
    form.to_mesh(mesh)
    form.free()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.materials.append(material)
    return mesh


CUTS = [Vector(cut).normalized() for cut in ((1, 0.3, 0.2), (-0.5, 1, 0.4), (-0.4, -0.6, 1))]
