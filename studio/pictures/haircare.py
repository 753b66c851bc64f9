"""Willow & Weir: hair, on pale moss."""

import materials as m
import scene
from picture_registry import picture
from labels import label
from pictures.skincare import CREAM, printed, stuck
from props import drop, plinth, stroke
from shapes import ball, circle, flat, group, loft, rounded
from scene import ABOVE, ASIDE, CLOSE, FRONT, TABLE, WILLOW
from tube_labels import front_print
from containers import BRASS, NIGHT, crimped, dip_tube, flask, jar, pump, up


@picture('products/camellia-hair-oil/1', 'Small square-shouldered bottle of pale gold camellia oil with a brass pump, on travertine', FRONT.but(target=(0, 0, 0.78), away=6.2))
@picture('products/camellia-hair-oil/2', 'Camellia oil in its square bottle, the shoulder and pump close', CLOSE.but(target=(0, 0, 1.0), yaw=-22))
@picture('products/camellia-hair-oil/3', 'The square bottle of camellia oil from the right', ASIDE.but(target=(0.15, -0.05, 0.62), yaw=26))
def camellia_oil():
    scene.stage(WILLOW)
    at = plinth(1.5, 0.2, 1.0, '#DCD2BC')
    hair_oil(at)


def hair_oil(at):
    plan = rounded(0.62, 0.62, 0.07)
    top = flask(0.31, 0.62, m.glass('#F2F4E4'), at, plan, m.liquid('#EAD596'), 0.86, wall=0.04, base=0.09, shoulder=0.05)
    flat(0.44, 0.4, m.paper(label(0.44, 0.4, ['Camellia', 'Hair Oil'], ['50 ML'], ground=CREAM)), (at[0], at[1] - 0.314, at[2] + 0.12))
    dip_tube(at, 0.13, 0.62)
    pump(top, m.brushed(BRASS, 0.26), m.brushed(BRASS, 0.24), 0.15, turn=-18)


@picture('products/fig-milk-hair-mask/1', 'Wide moss-green jar of hair mask, a fig and a fig leaf beside it', TABLE.but(target=(0.1, 0, 0.42), pitch=13, away=7.6))
@picture('products/fig-milk-hair-mask/2', 'Thick fig milk cream, one stroke on plaster', ABOVE.but(target=(0.18, -0.86, 0.02), pitch=44, away=3.4, fstop=11))
def hair_mask():
    scene.stage(WILLOW, light='leaves')
    at = (-0.1, 0.1, 0)
    mask_jar(at)
    purple = m.fruit('#4A2336', '#6A3340', 0.1)
    profile = [(0, 0), (0.1, 0.0, 0.05), (0.2, 0.12, 0.1), (0.17, 0.27, 0.1), (0.05, 0.4, 0.06), (0.03, 0.46, 0.01), (0, 0.46)]
    loft(profile, purple, circle, (0.74, -0.02, 0), 'fig')
    lying = loft(profile, m.fruit('#5C2F3E', '#47202F', 0.1), circle, (0, 0, -0.2), 'fig')
    group([lying], (0.62, -0.52, 0.19), (82, 0, 50))
    stroke((-0.2, -1.1, 0.002), m.cream('#F3EEDC'), 0.75, 0.3, 0.07, turn=-70, seed=21)


def mask_jar(at):
    jar(0.56, 0.52, m.lacquer('#5C6142', 0.26), m.lacquer('#3A3D29', 0.24), at, 0.2, m.gold(BRASS, 0.2))
    printed(0.56, 0.74, 0.06, 0.42, ['Fig Milk', 'Hair Mask'], ['WILLOW & WEIR · 200 ML'], at, ink='#EFE6D2', size=0.78)


@picture('products/rosemary-shampoo/1', 'Tall pump bottle of clear, pale green shampoo, two drops of it before the bottle', FRONT.but(target=(0.02, 0, 0.9), away=7.0))
@picture('products/rosemary-shampoo/2', 'Drops of clear, pale green shampoo at the foot of the bottle', CLOSE.but(target=(0.34, -0.3, 0.2), pitch=22, yaw=12, away=3.0))
def rosemary():
    scene.stage('#D8D1B8', light='leaves')
    at = (0, 0, 0)
    shampoo(at)
    gel = m.glass('#E3E6CF', 0.0, 1.46, 1)
    drop((0.52, -0.46, 0), 0.13, gel, 0.4)
    drop((0.3, -0.62, 0), 0.05, gel, 0.4)


def shampoo(at):
    top = flask(0.37, 1.12, m.glass('#F4F7EA'), at, liquid=m.liquid('#C6D09E'), level=0.9, shoulder=0.14, base=0.07, neck=0.13)
    stuck(0.37, 0.6, 0.18, 0.62, ['Rosemary', 'Shampoo'], ['WILLOW & WEIR', '300 ML'], at)
    dip_tube(at, 0.12, 1.22)
    pump(up(top, -0.06), m.matt(NIGHT, 0.35, 0.25), m.matt(NIGHT, 0.35, 0.25), 0.17, turn=-18, scale=1.05)


@picture('products/rice-milk-conditioner/1', 'Soft white tube of rice milk conditioner on a moss-green cap, grains of rice before it', FRONT.but(target=(0, 0, 0.86)))
@picture('products/rice-milk-conditioner/2', 'White conditioner and grains of rice', ABOVE.but(target=(0.34, -0.8, 0.02), pitch=46, away=3.0, fstop=11))
def conditioner():
    from random import Random

    scene.stage('#DED7C2')
    at = plinth(1.3, 0.14, 0.9, '#E0D8C6')
    crimped(0.68, 1.16, 0.24, m.matt('#F5F1E8', 0.38), m.lacquer('#5C6142', 0.3), at, cap_radius=0.24)
    front_print(0.46, 0.62, label(0.46, 0.62, ['Rice Milk', 'Conditioner'], ['WILLOW & WEIR', '250 ML']), at, 0.22, 0.68, 1.16, 0.4)
    stroke((0.0, -1.05, 0.002), m.cream('#FAF7F0'), 0.6, 0.26, 0.06, turn=-60, seed=9)
    chance, grain = Random(8), m.soft('#F4EAD6', 0.35, 0.03, 0.3)
    for _ in range(60):
        one = ball(0.012, grain, (0.66 + chance.gauss(0, 0.12), -0.66 + chance.gauss(0, 0.12), 0.011))
        one.scale = (1, 3, 1)
        one.rotation_euler = (0, 0, chance.uniform(0, 3.1))
