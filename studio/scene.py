"""The room in which every picture is taken: one cove of plaster, one window's light from the left, one lens."""

from dataclasses import dataclass, field, replace
from math import cos, pi, radians, sin

import bpy
from mathutils import Vector

import materials as m
import shapes

# The walls of the house's lines: skin, colour, scent, hair, tools.
ORCHARD, CARMINE, LETTERS, WILLOW, HAND = '#EBCDB2', '#DBAC9C', '#DACAB8', '#D4CDB2', '#E8D3B4'

PORTRAIT = (1600, 2133)
LANDSCAPE = (2400, 1500)


@dataclass(frozen=True)
class View:
    """Where the camera stands: about `target`, so far away, raised by `pitch` and turned by `yaw` (degrees)."""

    target: tuple = (0, 0, 0.72)
    away: float = 6.7
    pitch: float = 7.0
    yaw: float = 0.0
    lens: float = 100
    fstop: float = 11
    size: tuple = PORTRAIT
    samples: int = 12
    exposure: float = 0.36
    network: str = 'large'  # the base one removes noise in a third of the time
    border: tuple = field(default=None, repr=False)  # left, top, right, bottom of the part to render, as fractions

    def but(self, **changes):
        return replace(self, **changes)


FRONT = View()
CLOSE = View(away=3.4, pitch=12, yaw=20, fstop=16, network='base')
ASIDE = View(away=5.6, yaw=-28, pitch=12, network='base')
TABLE = View(target=(0, 0, 0.35), pitch=19, away=7.0)  # for what lies or is low
ABOVE = TABLE.but(fstop=16, network='base')  # close upon it


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for kind in vars(m).values():
        if hasattr(kind, 'cache_clear'):
            kind.cache_clear()


def stage(wall, floor=None, light='window', fill=0.30, key=4.0, back=2.1):
    """The cove and its light: a 'window', one with 'leaves' before it, or one so 'wide' that all the wall is lit."""
    cove(wall, floor or wall, back)
    sun(key, light)
    softbox('left', (-2.7, -1.6, 1.9), (0.9, 3.0), 26, (1.0, 0.95, 0.88))
    reflector((-2.5, -1.9, 1.3), 0.55, 2.6, 9)
    reflector((2.3, -0.9, 1.2), 0.22, 2.4, 7)
    surroundings(fill)


def cove(wall, floor, back, bend=0.8):
    front, top = -7, 6.5
    line = [(front, 0), (back - bend, 0)]
    line += [(back - bend * (1 - sin(a)), bend * (1 - cos(a))) for a in [pi / 2 * i / 24 for i in range(1, 25)]]
    line.append((back, top))
    rows = [[(x, y, z) for x in (-9, 9)] for y, z in line]
    shapes.sheet(rows, m.plaster(wall), uv=False, name='cove')


# From where the light comes: left, a little from the front, at the height of an afternoon.
SUN = Vector((-0.78, -0.52, 0.62)).normalized()


def sun(strength, light):
    lamp = bpy.data.lights.new('sun', 'SUN')
    lamp.energy, lamp.angle, lamp.color = strength, radians(2.2), (1.0, 0.9, 0.79)
    thing = bpy.data.objects.new('sun', lamp)
    thing.rotation_euler = (-SUN).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(thing)
    window(light)


def window(light):
    """Bars and a frame that the sun shines through, seen only by their shadow."""
    across = SUN.cross(Vector((0, 0, 1))).normalized() * -1
    up = across.cross(SUN) * -1
    middle = Vector((0, 0, 0.75)) + SUN * 5
    card = m.window_card()

    def place(a, b):
        return tuple(middle + across * a + up * b)

    def bar(left, low, right, high):
        hide(shapes.add('bar', [place(left, low), place(right, low), place(right, high), place(left, high)], [(0, 1, 2, 3)], card))

    # One pane holds the product whole; the next ones draw the wall.
    left, right, low, high = -1.75, 2.05, -1.35, 2.3
    panes = (-0.86, 0.98)
    if light == 'wide':
        left, panes = -5.2, (-3.1, -1.0, 1.1)
    for frame in ((-9, -9, left, 9), (right, -9, 9, 9), (left, high, right, 9), (left, -9, right, low)):
        bar(*frame)
    for x in panes:
        bar(x - 0.045, low, x + 0.045, high)
    bar(left, 1.22, right, 1.31)
    if light == 'leaves':
        branch(place, card)


def branch(place, card):
    for i in range(13):
        a, b = 0.15 + i * 0.115, 2.2 - i * 0.10 + 0.05 * sin(i * 2.1)
        turn = radians(-125 + 70 * (i % 2) + 14 * sin(i * 1.7))
        length, width = 0.46 + 0.1 * sin(i * 3.1), 0.085
        outline = []
        for k in range(17):
            t = k / 16
            along, aside = length * t, width * sin(pi * t**0.8)
            outline.append((along, aside))
        outline += [(x, -y) for x, y in outline[::-1][1:-1]]
        points = [place(a + x * cos(turn) - y * sin(turn), b + x * sin(turn) + y * cos(turn)) for x, y in outline]
        hide(shapes.add('leaf', points, [tuple(range(len(points)))], card))


def hide(thing):
    thing.visible_camera = thing.visible_glossy = thing.visible_diffuse = thing.visible_transmission = False


def softbox(name, at, size, power, colour):
    lamp = bpy.data.lights.new(name, 'AREA')
    lamp.shape, lamp.size, lamp.size_y = 'RECTANGLE', *size
    lamp.energy, lamp.color = power, colour
    thing = bpy.data.objects.new(name, lamp)
    thing.location = at
    aim = Vector((0, 0, 0.8)) - Vector(at)
    thing.rotation_euler = aim.to_track_quat('-Z', 'Y').to_euler()
    thing.visible_camera = False
    bpy.context.scene.collection.objects.link(thing)


def reflector(at, width, height, strength):
    """A lit card beside the camera: the long highlight on a bottle's flank."""
    mirrored_card(at, width, height, m.glow(strength))


def mirrored_card(at, width, height, material):
    """Faces the middle of the room, and shows only in glass and metal."""
    x, y, z = at
    side = Vector((y, -x, 0)).normalized() * width / 2
    foot = Vector((x, y, z - height / 2))
    corners = [foot - side, foot + side, foot + side + Vector((0, 0, height)), foot - side + Vector((0, 0, height))]
    card = shapes.sheet([corners[:2], corners[:1:-1]], material, name='reflector')
    card.visible_camera = card.visible_diffuse = card.visible_shadow = False


def mirrored_wall(wall, height, middle=0):
    """The plaster behind the camera, for a mirror to show: the sun's soft edge runs across it."""
    mirrored_card((middle, -6, height), 4.4, 4.4, m.sunlit(wall))


def surroundings(fill):
    """A pale room: bright above, darker below, so that glass has edges to show."""
    world = bpy.data.worlds.new('room')
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = 'NONE'  # it has no small bright spots
    tree = world.node_tree
    where = tree.nodes.new('ShaderNodeTexCoord')
    split = tree.nodes.new('ShaderNodeSeparateXYZ')
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[0].color = 0.0, (0.40, 0.32, 0.26, 1)
    ramp.color_ramp.elements[1].position, ramp.color_ramp.elements[1].color = 0.75, (1.0, 0.95, 0.89, 1)
    tree.links.new(where.outputs['Generated'], split.inputs[0])
    tree.links.new(split.outputs['Z'], ramp.inputs[0])
    background = tree.nodes['Background']
    tree.links.new(ramp.outputs[0], background.inputs['Color'])
    background.inputs['Strength'].default_value = fill


def camera(view):
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_fit, data.sensor_height, data.sensor_width = view.lens, 'VERTICAL', 36, 36
    thing = bpy.data.objects.new('camera', data)
    pitch, yaw = radians(view.pitch), radians(view.yaw)
    away = Vector((sin(yaw) * cos(pitch), -cos(yaw) * cos(pitch), sin(pitch))) * view.away
    thing.location = Vector(view.target) + away
    thing.rotation_euler = (-away).to_track_quat('-Z', 'Y').to_euler()
    data.dof.use_dof = True
    data.dof.aperture_fstop = view.fstop / 10  # a unit is a decimetre
    data.dof.focus_distance = distance_to_product(thing.location, -away)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    flags(view, away.normalized())
    return thing


def distance_to_product(eye, gaze):
    """To the first thing in the middle of the picture: its label, not its axis."""
    bpy.context.view_layer.update()
    here, ahead = Vector(eye), gaze.normalized()
    for _ in range(20):
        hit, spot, _, _, thing, _ = bpy.context.scene.ray_cast(bpy.context.evaluated_depsgraph_get(), here, ahead)
        if not hit or thing.name.startswith('cove'):
            break
        if thing.visible_camera:
            return (spot - Vector(eye)).length
        here = spot + ahead * 0.001
    return gaze.length


def flags(view, back):
    """Black boards just outside the picture: they give clear glass and metal their dark edges."""
    aside = Vector((0, 0, 1)).cross(back).normalized()
    half_width = view.away * 18 / view.lens * view.size[0] / view.size[1]
    for side in (-max(1.1, half_width), max(1.1, half_width)):
        near = Vector(view.target) + aside * side
        far = near - back * 1.0
        corners = [near, far, far + Vector((0, 0, 2.2)), near + Vector((0, 0, 2.2))]
        board = shapes.add('flag', [tuple(c - Vector((0, 0, 1.1))) for c in corners], [(0, 1, 2, 3)], m.window_card())
        board.visible_camera = board.visible_diffuse = board.visible_shadow = False
