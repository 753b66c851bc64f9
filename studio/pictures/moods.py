"""Groups of the house's things, wide: the left stays empty for words."""

import materials as m
import scene
from picture_registry import picture
from pictures.fragrance import cedar, extrait, reed_diffuser
from pictures.haircare import hair_oil, mask_jar, shampoo
from pictures.makeup import compact, foundation, lipstick
from pictures.skincare import airless_pump, body_oil, cream_jar, serum
from pictures.tools import brush, comb, outline, polished
from props import hip, leaf, pebble, petal, plinth, sprig, stroke, twig
from shapes import ball, group, rest
from scene import CARMINE, HAND, LANDSCAPE, LETTERS, ORCHARD, View, WILLOW

WIDE = View(target=(-0.6, 0, 0.95), away=8.6, pitch=8, size=LANDSCAPE, fstop=11)


@picture('mood/home', 'Rose hip serum, a perfume, a lipstick and a jar of cream on travertine, in the low light of a window', WIDE)
def home():
    scene.stage('#EACBB8', light='wide')
    cedar(plinth(0.86, 0.56, 0.8, '#DFC9B6', (0.7, 0.44, 0)))
    low = plinth(0.9, 0.16, 0.9, '#E5D4C2', (-0.12, 0, 0))
    serum((-0.1, 0, low[2]))
    cream_jar((1.3, -0.2, 0))
    lipstick((0.56, -0.5, 0), (0.16, -0.74, 0))
    pale = m.petal('#F8E1D6')
    rest(petal(pale, (-0.66, -0.7, 0), 0.3, 0.26, 0.8, 40, 6), 0)
    rest(petal(pale, (0.9, -0.85, 0), 0.27, 0.24, 0.8, 150, 6), 0)


@picture('mood/skincare', 'Serum, body oil and a jar of cream on travertine against apricot plaster', WIDE)
def skincare():
    scene.stage(ORCHARD, light='wide')
    serum(plinth(0.9, 0.34, 0.8, '#DDCBB4', (0.46, 0.3, 0)))
    body_oil((-0.42, 0, 0))
    cream_jar((1.3, -0.2, 0))
    red, dry = m.fruit('#A8301C', '#7E1C10', 0.06), m.matt('#4A3A20')
    hip((0.26, -0.6, 0), red, dry, 0.085, turn=210, tilt=80)
    hip((0.46, -0.78, 0), red, dry, 0.08, turn=130, tilt=80)


@picture('mood/makeup', 'Mulberry lipstick, an open compact of blush and a bottle of foundation on dusty rose', WIDE)
def makeup():
    scene.stage(CARMINE, light='wide')
    on = plinth(0.9, 0.4, 0.8, '#D9BBAB', (0.4, 0.3, 0))
    lipstick((on[0] - 0.18, 0.26, on[2]), (on[0] + 0.24, 0.2, on[2]))
    foundation((-0.42, 0, 0))
    compact((1.24, -0.3, 0))
    stroke((-0.1, -0.75, 0.002), m.cream('#5C1A30'), 0.6, 0.2, 0.045, turn=-78, seed=14, ridges=5)


@picture('mood/haircare', 'Shampoo, hair oil and a wide jar of mask with rosemary, on pale moss', WIDE)
def haircare():
    scene.stage(WILLOW, light='wide')
    hair_oil(plinth(0.9, 0.3, 0.8, '#DAD0BA', (0.46, 0.3, 0)))
    shampoo((-0.42, 0, 0))
    mask_jar((1.24, -0.16, 0))
    rest(sprig((0.1, -0.75, 0), m.matt('#55663A', 0.6), m.matt('#7A6A48', 0.7), 0.7, turn=-58), 0)


@picture('mood/fragrance', 'Three scents in glass: a square bottle, a round one with a stopper, a diffuser with reeds', WIDE)
def fragrance():
    scene.stage(LETTERS, light='wide')
    cedar(plinth(0.95, 0.36, 0.8, '#D0C2B0', (0.46, 0.3, 0)))
    reed_diffuser((-0.5, 0.1, 0))
    extrait((1.3, -0.2, 0))
    pebble((0.4, -0.6, 0), 0.12, m.matt('#7C766E', 0.7, 0.3), 4)


@picture('mood/tools', 'Powder brush, rose quartz and a tortoise comb on sand', WIDE)
def tools():
    scene.stage(HAND, light='wide')
    on = plinth(0.95, 0.3, 0.8, '#E0CFB6', (0.4, 0.3, 0))
    stone = polished(outline(), 0.075, m.quartz('#E3A7A1', '#C97F7C'))
    group([stone], (on[0], 0.04, on[2] + 0.012), (-4, 0, 0))
    brush((-0.44, -0.1, 0))
    group(comb(m.tortoise()), (0.3, -0.7, 0.036), (-90, 0, -78))
    pebble((1.25, 0.0, 0), 0.2, m.travertine('#D9C6AC'), 6, 0.8)
