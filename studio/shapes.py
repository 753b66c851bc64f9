"""Forms are lathed and lofted from a profile: points (x, z, fillet), x from the axis outwards. One unit is a decimetre."""

from math import cos, hypot, pi, sin, tan

import bpy
from mathutils import Vector

SIDES = 96


def circle(x):
    return [(x * cos(2 * pi * i / SIDES), x * sin(2 * pi * i / SIDES)) for i in range(SIDES)]


def rounded(width, depth, corner):
    """The plan of a bottle with sides: x is half its width, and the depth and the corners shrink along with it."""

    def ring(x):
        inset = width / 2 - x
        a, b = max(x, 0.002), max(depth / 2 - inset, 0.002)
        r = min(max(corner - inset * 0.5, 0.012), a, b)
        steps = SIDES // 4 - 1
        corners = [(a - r, b - r, 0), (r - a, b - r, 1), (r - a, r - b, 2), (a - r, r - b, 3)]
        return [
            (cx + r * cos(pi / 2 * (quarter + i / steps)), cy + r * sin(pi / 2 * (quarter + i / steps)))
            for cx, cy, quarter in corners
            for i in range(steps + 1)
        ]

    return ring


def ribbed(count, depth):
    """A fluted round: the ribs stand out by `depth`."""

    def ring(x):
        steps = count * 8
        wave = [x - depth * abs(sin(count * pi * i / steps)) ** 1.5 if x > depth * 3 else x for i in range(steps)]
        return [(r * cos(2 * pi * i / steps), r * sin(2 * pi * i / steps)) for i, r in enumerate(wave)]

    return ring


def fillet(profile, steps=7):
    """Rounds each corner by the radius that its point names."""
    points = []
    for i, (x, z, *radius) in enumerate(profile):
        if not radius or i in (0, len(profile) - 1):
            points.append((x, z))
            continue
        here = Vector((x, z))
        before = (Vector(profile[i - 1][:2]) - here)
        after = (Vector(profile[i + 1][:2]) - here)
        half = before.angle(after) / 2
        reach = min(radius[0] / tan(half), before.length * 0.49, after.length * 0.49)
        start, end = here + before.normalized() * reach, here + after.normalized() * reach
        for step in range(steps + 1):
            t = step / steps
            points.append(tuple(start * (1 - t) ** 2 + here * 2 * t * (1 - t) + end * t**2))
    return points


def loft(profile, material, section=circle, at=(0, 0, 0), name='form', bend=None, hollow=False):
    """A closed body: the section swept along the profile. `bend(x, y, z)` may shape it further; `hollow` faces inwards."""
    vertices, rings = [], []
    for x, z in fillet(profile):
        if x < 1e-6:
            rings.append([len(vertices)])
            vertices.append((0, 0, z))
        else:
            ring = section(x)
            rings.append(list(range(len(vertices), len(vertices) + len(ring))))
            vertices += [(px, py, z) for px, py in ring]
    faces = []
    for low, high in zip(rings, rings[1:]):
        n = max(len(low), len(high))
        for i in range(n if n > 1 else 0):
            j = (i + 1) % n
            quad = [low[i % len(low)], low[j % len(low)], high[j % len(high)], high[i % len(high)]]
            faces.append(list(dict.fromkeys(quad)))
    if len(rings[0]) > 1:
        faces.append(rings[0][::-1])
    if len(rings[-1]) > 1:
        faces.append(rings[-1])
    if hollow:
        faces = [face[::-1] for face in faces]
    if bend:
        vertices = [bend(*v) for v in vertices]
    return add(name, vertices, faces, material, at)


def box(width, depth, height, material, at=(0, 0, 0), bevel=0.012, name='box', corner=None):
    b = bevel
    profile = [(width / 2 - b, 0), (width / 2, 0, b), (width / 2, height, b), (width / 2 - b, height)]
    return loft(profile, material, rounded(width, depth, corner or b * 1.5), at, name)


def ball(radius, material, at=(0, 0, 0), squash=1.0):
    steps = 40
    arc = [(radius * sin(pi * i / steps), -radius * squash * cos(pi * i / steps)) for i in range(steps + 1)]
    arc[0], arc[-1] = (0, arc[0][1]), (0, arc[-1][1])
    return loft(arc, material, circle, at, 'ball')


def tube(path, radius, material, sides=20, name='tube'):
    """A round rod along a path of points; `radius` may be one number or one per point."""
    points = [Vector(p) for p in path]
    radii = radius if isinstance(radius, (list, tuple)) else [radius] * len(points)
    vertices, faces = [], []
    side = None
    for i, (point, r) in enumerate(zip(points, radii)):
        along = (points[min(i + 1, len(points) - 1)] - points[max(i - 1, 0)]).normalized()
        side = (side or along.orthogonal())
        side = (side - along * side.dot(along)).normalized()
        up = along.cross(side)
        vertices += [tuple(point + (side * cos(2 * pi * k / sides) + up * sin(2 * pi * k / sides)) * r) for k in range(sides)]
    for i in range(len(points) - 1):
        for k in range(sides):
            a, b = i * sides + k, i * sides + (k + 1) % sides
            faces.append((a, b, b + sides, a + sides))
    faces += [tuple(range(sides))[::-1], tuple(range(len(vertices) - sides, len(vertices)))]
    return add(name, vertices, faces, material)


def sheet(rows, material, uv=True, name='sheet'):
    """A surface through rows of points, its picture spread over it from edge to edge."""
    height, width = len(rows), len(rows[0])
    vertices = [tuple(p) for row in rows for p in row]
    faces = [
        (j * width + i, j * width + i + 1, (j + 1) * width + i + 1, (j + 1) * width + i)
        for j in range(height - 1)
        for i in range(width - 1)
    ]
    thing = add(name, vertices, faces, material)
    if uv:
        layer = thing.data.uv_layers.new()
        for loop in thing.data.loops:
            j, i = divmod(loop.vertex_index, width)
            layer.data[loop.index].uv = (i / (width - 1), j / (height - 1))
    return thing


def wrapped(radius, width, bottom, height, material, at=(0, 0, 0)):
    """A label around a cylinder, facing the camera."""
    steps = 48
    angle = width / radius
    rows = [
        [(at[0] + radius * sin(a), at[1] - radius * cos(a), at[2] + z) for a in [angle * (i / steps - 0.5) for i in range(steps + 1)]]
        for z in (bottom, bottom + height)
    ]
    return unshadowed(sheet(rows, material, name='label'))


def flat(width, height, material, at=(0, 0, 0)):
    """A label on a plane that faces the camera; `at` is the middle of its lower edge."""
    x, y, z = at
    rows = [[(x - width / 2, y, zz), (x + width / 2, y, zz)] for zz in (z, z + height)]
    return unshadowed(sheet(rows, material, name='label'))


def unshadowed(thing):
    """Ink on clear glass would throw its words on what is inside."""
    thing.visible_shadow = False
    return thing


def add(name, vertices, faces, material, at=(0, 0, 0), sharp=35):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = sharp * pi / 180
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    thing.location = at
    bpy.context.scene.collection.objects.link(thing)
    return thing


def rest(thing, height):
    """Sets a thing or a group down: its lowest point lies at `height`."""
    bpy.context.view_layer.update()
    parts = [part for part in (thing, *thing.children_recursive) if part.type == 'MESH']
    lowest = min((part.matrix_world @ vertex.co).z for part in parts for vertex in part.data.vertices)
    thing.location.z += height - lowest
    return thing


def group(things, at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """Moves things together: turned (in degrees) about the origin, then placed."""
    parent = bpy.data.objects.new('group', None)
    bpy.context.scene.collection.objects.link(parent)
    for thing in things:
        top = thing
        while top.parent:
            top = top.parent
        if top is not parent:
            top.parent = parent
    parent.location = at
    parent.rotation_euler = [a * pi / 180 for a in turn]
    parent.scale = (scale,) * 3
    return parent
