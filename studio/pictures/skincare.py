"""Pale Orchard: skin care, on apricot plaster."""

from random import Random

import materials as m
import scene
from picture_registry import picture
from labels import label
from props import drop, drum, hip, plinth, stroke
from shapes import ball, group, loft, wrapped
from scene import ABOVE, ASIDE, CLOSE, FRONT, ORCHARD, TABLE
from containers import BRASS, NIGHT, crimped, dip_tube, dropper, flask, heavy_jar, jar, pipette, pump, turned, up

CREAM = '#F4EDE2'


def stuck(radius, width, bottom, height, name, foot, at, **more):
    """A paper label around a round pack."""
    picture_ = label(width, height, name, foot, ground=more.pop('ground', CREAM), **more)
    wrapped(radius + 0.003, width, bottom, height, m.paper(picture_), at)


def printed(radius, width, bottom, height, name, foot, at, **more):
    """Ink straight on the pack."""
    wrapped(radius + 0.0015, width, bottom, height, m.paper(label(width, height, name, foot, **more), 0.4), at)


@picture('products/rose-hip-night-serum/1', 'Amber glass bottle of rose hip serum with a dropper, on travertine with three rose hips', FRONT.but(target=(0.02, 0, 0.83)))
@picture('products/rose-hip-night-serum/2', 'The label and brass collar of the rose hip serum, close', CLOSE.but(target=(0, 0, 1.02)))
@picture('products/rose-hip-night-serum/3', 'The serum from the left, the window’s light through amber glass', ASIDE.but(target=(0.1, -0.05, 0.72)))
def rose_hip():
    scene.stage(ORCHARD)
    at = plinth(1.55, 0.28)
    serum(at)
    red, dry = m.fruit('#A8301C', '#7E1C10', 0.06), m.matt('#4A3A20')
    hip((0.54, -0.36, at[2]), red, dry, 0.085, turn=200, tilt=78)
    hip((0.6, -0.02, at[2]), m.fruit('#8F2415', '#6E170C', 0.06), dry, 0.08, turn=75, tilt=80)
    hip((-0.6, -0.4, at[2]), red, dry, 0.09, turn=30, tilt=80)


def serum(at):
    top = flask(0.36, 0.78, m.glass('#A65A1C'), at, liquid=m.liquid('#A84E16'), level=0.8, shoulder=0.13)
    pipette(at, 0.13, 0.98)
    stuck(0.36, 0.62, 0.13, 0.52, ['Rose Hip', 'Night Serum'], ['PALE ORCHARD', '30 ML'], at)
    dropper(up(top, -0.02))


@picture('products/white-peony-day-cream/1', 'Heavy glass jar of white cream under a brass lid, on travertine', TABLE.but(target=(0.04, 0, 0.42), pitch=13, away=6.8))
@picture('products/white-peony-day-cream/2', 'The brass lid and the heavy glass of the cream’s jar, from above', ABOVE.but(target=(0.1, -0.1, 0.4), pitch=34, away=4.0, yaw=-14))
@picture('products/white-peony-day-cream/3', 'The jar of cream on its block of travertine, from above', ASIDE.but(target=(0.05, -0.2, 0.35), pitch=30, away=5.8))
def peony_cream():
    scene.stage('#EED6C6')
    at = plinth(1.9, 0.16, 1.4, '#EADBCB')
    cream_jar(at)


def cream_jar(at):
    top = heavy_jar(0.46, 0.48, m.glass('#FBF6F0'), m.soft('#FBF5EC', 0.35), at)
    printed(0.46, 0.6, 0.14, 0.32, ['White Peony', 'Day Cream'], [], at, size=0.76)
    turned(0.475, 0.2, m.brushed(BRASS, 0.26), up(top, 0.004), 0.022, 0.01)


@picture('products/vitamin-c-morning-serum/1', 'Opaque white airless pump of vitamin C serum with a brass collar, on a pale block, drops of the serum before it', FRONT.but(target=(0, 0, 0.86), away=7.5))
@picture('products/vitamin-c-morning-serum/2', 'The pump of the vitamin C serum from the side', CLOSE.but(target=(-0.05, 0, 1.15), yaw=-24))
def vitamin_c():
    scene.stage('#F0D3AE')
    at = drum(0.45, 0.22, '#EBDCC6')
    airless_pump(at)
    milk = m.soft('#F3C98D', 0.14, 0.06, 0.55)
    for x, y, radius in ((0.56, -0.52, 0.1), (0.74, -0.36, 0.05), (0.4, -0.72, 0.034)):
        drop((x, y, 0), radius, milk, 0.46)


def airless_pump(at):
    body = m.lacquer('#F4EEE4', 0.3)
    top = turned(0.27, 0.86, body, at, 0.02, 0.02)
    printed(0.27, 0.48, 0.12, 0.64, ['Vitamin C', 'Morning', 'Serum'], ['PALE ORCHARD', '30 ML'], at)
    pump(top, m.brushed(BRASS, 0.26), body, 0.2, turn=-14, scale=1.05)


@picture('products/oat-milk-cleanser/1', 'Aluminum tube of oat milk cleanser standing on its cream cap', FRONT.but(target=(0, 0, 0.84)))
@picture('products/oat-milk-cleanser/2', 'A thick stroke of oat milk cleanser on plaster', ABOVE.but(target=(0.46, -0.76, 0.02), pitch=46, away=3.1, fstop=11))
def oat_milk():
    scene.stage('#EADBC4', light='leaves')
    at = plinth(1.3, 0.16, 0.9, '#E9DDCB')
    metal = m.brushed('#D8D2C8', 0.36, (3, 3, 30))
    crimped(0.62, 1.14, 0.2, metal, m.matt(CREAM, 0.4), at)
    from tube_labels import front_print

    front_print(0.44, 0.62, label(0.44, 0.62, ['Oat Milk', 'Cleanser'], ['PALE ORCHARD', '100 ML']), at, 0.2, 0.62, 1.14, 0.36)
    stroke((0.3, -1.05, 0.002), m.cream('#F8F0E2'), 0.66, 0.3, 0.06, turn=-40, seed=4)


@picture('products/apricot-kernel-body-oil/1', 'Tall clear bottle of pale gold body oil with a pump, an apricot cut open beside it', FRONT.but(target=(0, 0, 0.9), away=7.0))
@picture('products/apricot-kernel-body-oil/2', 'Pale gold oil in thick glass, the light passing through it', CLOSE.but(target=(0, 0, 0.62), yaw=-16))
def apricot_oil():
    scene.stage('#F0CBA0')
    at = (0, 0, 0)
    body_oil(at)
    skin = m.fruit('#E07F36', '#C9502A')
    apricot((0.66, -0.25, 0.2), 0.21, skin, 40)
    apricot((0.52, 0.4, 0.2), 0.2, m.fruit('#D96A2C', '#BC4424'), 160)
    stone = m.wood('#8A5A34', '#5E3A20')
    half = ball(0.2, skin, (0, 0, 0), 0.95)
    for vertex in half.data.vertices:
        vertex.co.y = max(vertex.co.y, 0)
    face = loft([(0, 0), (0.195, 0, 0.01), (0.195, 0.01, 0.01), (0, 0.01)], m.soft('#E89A44', 0.4, 0.06, 0.35))
    face.rotation_euler = (1.5708, 0, 0)
    seed = ball(0.085, stone, (0, -0.01, 0), 1.25)
    group([half, face, seed], (-0.66, -0.32, 0.19), (-24, 0, 22))


def body_oil(at):
    top = flask(0.33, 1.2, m.glass('#FBF4E8'), at, liquid=m.liquid('#E9AE4E'), level=0.84, shoulder=0.1, base=0.09, neck=0.12)
    stuck(0.33, 0.56, 0.2, 0.62, ['Apricot', 'Kernel', 'Body Oil'], ['PALE ORCHARD', '100 ML'], at)
    dip_tube(at, 0.14, 1.3)
    pump(up(top, -0.05), m.brushed(BRASS, 0.26), m.matt(NIGHT, 0.35, 0.25), 0.16, turn=-16)


def apricot(at, size, skin, turn):
    from math import atan2, exp

    fruit = ball(size, skin, at, 0.95)
    for vertex in fruit.data.vertices:
        crease = exp(-((atan2(vertex.co.y, vertex.co.x) - 0.0) ** 2) * 22)
        vertex.co.x *= 1 - 0.09 * crease
        vertex.co.z -= 0.10 * size * exp(-((vertex.co.x**2 + vertex.co.y**2) / (0.22 * size) ** 2)) if vertex.co.z > 0 else 0
    fruit.rotation_euler = (0.3, 0.2, turn * 0.01745 - 2.1)


@picture('products/orange-blossom-facial-mist/1', 'Frosted bottle of orange blossom mist with a brass collar and a white cap, on travertine', FRONT.but(target=(0, 0, 0.83)))
@picture('products/orange-blossom-facial-mist/2', 'The frosted shoulder, the brass collar, and the white cap of the mist, close', CLOSE.but(target=(0, 0, 1.1), yaw=-18))
def facial_mist():
    scene.stage('#EFDCC8', light='leaves')
    at = plinth(1.5, 0.14, 1.1, '#EDE0D0')
    top = flask(0.27, 0.98, m.frosted('#F6F1E8'), at, liquid=m.liquid('#F3EAD8'), level=0.8, shoulder=0.12, neck=0.11)
    printed(0.27, 0.48, 0.14, 0.66, ['Orange', 'Blossom', 'Facial Mist'], ['PALE ORCHARD', '100 ML'], at)
    top = turned(0.125, 0.06, m.brushed(BRASS, 0.26), up(top, -0.07), 0.008)
    turned(0.118, 0.26, m.lacquer('#F6F0E6', 0.3), top, 0.02)


@picture('products/pink-clay-mask/1', 'Pink porcelain jar of clay mask with a pale wooden lid, a stroke of clay before it', TABLE.but(target=(0.02, -0.1, 0.42), pitch=15, away=6.9))
@picture('products/pink-clay-mask/2', 'Pink clay, spread with a spatula', ABOVE.but(target=(0.12, -0.68, 0.02), pitch=44, away=4.2, fstop=11))
def clay_mask():
    scene.stage('#E9C3B0')
    at = (0, 0.1, 0)
    jar(0.46, 0.5, m.matt('#DDA697', 0.5, 0.35), m.wood('#E2C79F', '#B9925F', (1.2, 14, 14)), at, 0.16)
    printed(0.46, 0.68, 0.04, 0.44, ['Pink Clay', 'Mask'], ['PALE ORCHARD · 75 G'], at, size=0.8)
    stroke((-0.42, -0.84, 0.002), m.matt('#D69A88', 0.62, 0.3), 1.0, 0.36, 0.085, turn=-82, seed=7, ridges=9)
    chance = Random(5)
    crumb = m.powder('#D7A08F')
    for _ in range(26):
        ball(chance.uniform(0.006, 0.02), crumb, (0.78 + chance.gauss(0, 0.1), -0.3 + chance.gauss(0, 0.1), 0.008))
