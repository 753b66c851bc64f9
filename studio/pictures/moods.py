"""Wide pictures: the categories, with room for words on the left, and the Journal."""

import materials as m
import scene
from picture_registry import picture
from pictures.fragrance import cedar, extrait, reed_diffuser
from pictures.haircare import hair_oil, mask_jar, shampoo
from pictures.makeup import AFTERNOON, MULBERRY, SAND, compact, foundation, lipstick
from pictures.skincare import airless_pump, body_oil, cream_jar, serum
from pictures.tools import brush, comb, outline, polished
from props import crushed, drop, hip, pebble, plinth, stroke, swirl
from shapes import group
from scene import CARMINE, HAND, LANDSCAPE, LETTERS, ORCHARD, View, WILLOW

WIDE = View(target=(-0.6, 0, 0.95), away=8.6, pitch=8, size=LANDSCAPE, fstop=11)


@picture('mood/home', 'Rose hip serum, a perfume, a lipstick and a jar of cream on travertine, in the low light of a window', WIDE)
def home():
    scene.stage('#EACBB8', light='wide')
    # Nothing stands before a label, and the heading ends where the serum begins.
    cedar(plinth(0.86, 0.64, 0.8, '#DFC9B6', (0.95, 0.62, 0)))
    low = plinth(0.8, 0.16, 0.9, '#E5D4C2', (-0.16, 0, 0))
    serum((-0.1, 0, low[2]))
    cream_jar((1.19, -0.28, 0))
    lipstick((0.44, -0.5, 0), (0.715, -0.74, 0), m.shade(MULBERRY, 0.78))


@picture('mood/skincare', 'Serum, body oil and a jar of cream on travertine against apricot plaster', WIDE)
def skincare():
    scene.stage(ORCHARD, light='wide')
    serum(plinth(0.9, 0.34, 0.8, '#DDCBB4', (0.46, 0.3, 0)))
    body_oil((-0.42, 0, 0))
    cream_jar((1.3, -0.2, 0))
    red, dry = m.fruit('#A8301C', '#7E1C10', 0.06), m.matt('#4A3A20')
    hip((0.26, -0.6, 0), red, dry, 0.085, turn=210, tilt=80)
    hip((0.46, -0.78, 0), red, dry, 0.08, turn=130, tilt=80)


@picture('mood/makeup', 'Mulberry lipstick, an open compact of blush, crushed blush and a bottle of foundation on dusty rose', WIDE)
def makeup():
    scene.stage(CARMINE, light='wide')
    on = plinth(0.9, 0.4, 0.8, '#D9BBAB', (0.4, 0.3, 0))
    lipstick((on[0] - 0.18, 0.26, on[2]), (on[0] + 0.24, 0.2, on[2]), m.shade(MULBERRY, 0.78))
    foundation((-0.42, 0, 0), SAND, 'WARM SAND 24W', '#2F1B14')
    compact((1.24, -0.3, 0), m.shade(AFTERNOON, 0.82), '#8E4436')
    scene.mirrored_wall(CARMINE, 4.6, 2.45)
    crushed((0.02, -0.62, 0), 0.2, m.powder('#8B473D'), seed=5, count=900)


@picture('mood/haircare', 'Shampoo, hair oil and a wide jar of mask, on pale moss', WIDE)
def haircare():
    scene.stage(WILLOW, light='wide')
    hair_oil(plinth(0.9, 0.3, 0.8, '#DAD0BA', (0.46, 0.3, 0)))
    shampoo((-0.42, 0, 0))
    mask_jar((1.24, -0.16, 0))


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


JOURNAL = WIDE.but(target=(0.16, -0.36, 0.06), away=3.7, pitch=32, network='base')


@picture('mood/rose-hips', 'Rose hips and amber drops of their oil on apricot plaster', JOURNAL)
def rose_hips():
    scene.stage(ORCHARD, light='wide')
    ripe, dark, dry = m.fruit('#A8301C', '#7E1C10', 0.06), m.fruit('#8F2415', '#6E170C', 0.06), m.matt('#4A3A20')
    for x, y, size, turn, skin in ((0.42, -0.1, 0.13, 200, ripe), (0.8, -0.3, 0.12, 110, dark), (0.58, -0.55, 0.125, 30, ripe), (0.98, 0.12, 0.115, 150, ripe)):
        hip((x, y, 0), skin, dry, size, turn, tilt=78)
    amber = m.glass('#F0CFA2', 0.0, 1.46, 1)
    for x, y, radius in ((-0.25, -0.42, 0.19), (0.12, -0.72, 0.08), (-0.62, -0.7, 0.06), (0.02, -0.12, 0.045), (-0.55, -0.2, 0.03)):
        drop((x, y, 0), radius, amber, 0.36)


@picture('mood/hard-water', 'A tortoise comb among drops of water on pale moss', JOURNAL)
def hard_water():
    scene.stage('#B4B290', light='wide')
    group(comb(m.tortoise()), (0.3, -0.28, 0.036), (-90, 0, -70))
    water = m.glass('#FFFFFF', 0.0, 1.34, 2)
    for x, y, radius in ((-0.35, -0.3, 0.13), (-0.08, -0.6, 0.08), (-0.6, -0.66, 0.06), (-0.1, -0.08, 0.05), (0.1, -0.82, 0.035), (-0.75, -0.28, 0.035), (0.78, -0.84, 0.06), (0.98, -0.66, 0.03)):
        drop((x, y, 0), radius, water, 0.42)


@picture('mood/winter-cream', 'White cream turned with a spatula, and one stroke of it', JOURNAL)
def winter_cream():
    scene.stage('#EED6C6', light='wide')
    swirl((-0.3, -0.35, 0), 0.44, m.cream('#FBF5EC'), 0.16)
    stroke((0.5, -0.62, 0.002), m.cream('#FBF5EC'), 0.85, 0.3, 0.06, turn=-38, seed=12)
