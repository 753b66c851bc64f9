"""What each product is like out of its pack: drops, smears, crushed powder, and mist, in the sun on the line's plaster."""

import materials as m
import scene
from picture_registry import picture
from shapes import box
from props import crushed, drop, mist, pool, stroke, swirl
from scene import ABOVE, CARMINE, LETTERS, ORCHARD, WILLOW

MACRO = ABOVE.but(target=(0, -0.75, 0.02), pitch=50, away=3.0, fstop=13, samples=6)


def texture(name, alt, ground, view=MACRO, base=''):
    """A picture of nothing but the texture that the decorated function lays on the ground."""

    def decorate(lay):
        def build():
            scene.stage(ground)
            lay()

        picture(f'products/{name}', alt, view, base)(build)
        return lay

    return decorate


def water(tint):
    return m.glass(tint, 0.0, 1.34, 2)


def oil(tint):
    return m.glass(tint, 0.0, 1.46, 1)


def glazed(colour):
    """A smooth plate, on which drops stand out."""
    box(3, 3, 0.02, m.lacquer(colour, 0.3), (0, -0.5, 0))


@texture('rose-hip-night-serum/4', 'Amber drops of rose hip serum', ORCHARD)
def rose_hip():
    amber = oil('#F0CFA2')
    for x, y, radius in ((-0.1, -0.74, 0.22), (0.3, -1.02, 0.085), (0.4, -0.62, 0.05), (-0.42, -1.08, 0.06), (0.2, -0.33, 0.034), (0.47, -0.9, 0.024)):
        drop((x, y, 0), radius, amber, 0.36)


@texture('white-peony-day-cream/4', 'White peony cream, turned once with a spatula', '#EED6C6')
def peony():
    swirl((0, -0.72, 0), 0.44, m.cream('#FBF5EC'), 0.16)


@texture('vitamin-c-morning-serum/3', 'Milky orange drops of vitamin C serum', '#F0D3AE')
def vitamin_c():
    milk = m.soft('#F3C98D', 0.14, 0.06, 0.55)
    pool((0.05, -0.78, 0), 0.26, milk, height=0.05, seed=8)
    for x, y, radius in ((-0.33, -0.98, 0.1), (-0.36, -0.56, 0.06), (0.38, -0.42, 0.045), (0.42, -1.02, 0.07), (-0.17, -0.38, 0.03)):
        drop((x, y, 0), radius, milk, 0.46)


@texture('apricot-kernel-body-oil/3', 'Drops of pale gold apricot kernel oil', '#F0D2A8')
def apricot():
    gold = oil('#F7E6BE')
    for x, y, radius in ((0.02, -0.84, 0.26), (-0.3, -0.48, 0.09), (0.38, -0.52, 0.06), (0.36, -1.1, 0.04)):
        drop((x, y, 0), radius, gold, 0.32)


@texture('orange-blossom-facial-mist/3', 'Fine drops of orange blossom mist', '#EAD9C4')
def orange_blossom():
    glazed('#C98F63')
    mist((0, -0.75, 0.02), 0.62, water('#FFFFFF'), 900, seed=3)


@texture('satin-lipstick-mulberry/4', 'One stroke of Satin Lipstick in Mulberry', CARMINE)
def lipstick():
    lipstick_stroke('#481425')


def lipstick_stroke(colour):
    stroke((-0.3, -1.05, 0.002), m.soft(colour, 0.22, 0.02, 0.3), 0.92, 0.3, 0.04, turn=-45, seed=21, ridges=4)


@texture('skin-veil-foundation-warm-sand/3', 'One stroke of Skin Veil in Warm Sand', '#E2BCA8')
def foundation():
    foundation_stroke('#C18D69')


def foundation_stroke(colour):
    stroke((-0.33, -1.05, 0.002), m.cream(colour), 0.9, 0.34, 0.05, turn=-46, seed=15, ridges=5)


@texture('powder-blush-afternoon/3', 'Crushed powder blush in Afternoon', CARMINE)
def blush():
    blush_powder('#8B473D')


def blush_powder(colour):
    crushed((0, -0.76, 0), 0.42, m.powder(colour), seed=5)


@texture('dusk-eyeshadow-palette/3', 'The four powders of Dusk, crushed: bone, brown, copper, and plum', '#CFA096')
def palette():
    tones = (('#E9D6BF', 0.0, -0.27, -0.52), ('#5C3524', 0.0, 0.25, -0.5), ('#9A5232', 0.5, -0.25, -1.0), ('#1C0B14', 0.0, 0.27, -0.98))
    for i, (tone, shimmer, x, y) in enumerate(tones):
        crushed((x, y, 0), 0.23, m.powder(tone, shimmer), seed=30 + i, count=110)


@texture('long-night-mascara/3', 'Long Night mascara, drawn out with its brush', '#D9B5A8')
def mascara():
    stroke((-0.34, -1.0, 0.002), m.soft('#15100E', 0.2, 0.01, 0.1), 0.95, 0.3, 0.05, turn=-52, seed=34, ridges=16)


@texture('quince-tinted-lip-balm/3', 'A stroke of Tinted Lip Balm in Quince', '#E3B49C')
def balm():
    balm_stroke('#A54A36')


def balm_stroke(colour):
    stroke((-0.3, -1.02, 0.002), m.soft(colour, 0.16, 0.08, 0.5), 0.88, 0.34, 0.035, turn=-48, seed=41, ridges=3)


@texture('camellia-hair-oil/4', 'Golden drops of camellia oil', WILLOW)
def camellia():
    gold = oil('#F1E3AE')
    for x, y, radius in ((0.06, -0.86, 0.2), (-0.3, -0.56, 0.12), (0.34, -0.48, 0.055), (-0.4, -1.06, 0.05), (-0.12, -0.4, 0.03), (0.44, -1.0, 0.035)):
        drop((x, y, 0), radius, gold, 0.36)


@texture('rosemary-shampoo/3', 'Clear, pale green drops of rosemary shampoo', WILLOW)
def rosemary():
    gel = oil('#E3E6CF')
    for x, y, radius in ((-0.04, -0.8, 0.25), (0.34, -0.5, 0.08), (-0.38, -1.08, 0.05)):
        drop((x, y, 0), radius, gel, 0.4)


@texture('amber-solid-perfume/3', 'Amber wax, warmed and spread', LETTERS)
def solid_perfume():
    stroke((-0.3, -1.02, 0.002), m.soft('#AE5E1A', 0.3, 0.12, 0.6), 0.86, 0.34, 0.045, turn=-46, seed=61, ridges=5)


@texture('cedar-and-salt-eau-de-parfum/4', 'Cedar and Salt, as fine as its spray', LETTERS)
def cedar():
    glazed('#8C6A4C')
    mist((0, -0.75, 0.02), 0.6, water('#FFF6E4'), 760, seed=71)


@texture('iris-letter-extrait-de-parfum/3', 'Three drops of Iris Letter', LETTERS)
def iris():
    scent = oil('#E9D3DB')
    for x, y, radius in ((-0.12, -0.86, 0.2), (0.26, -0.56, 0.12), (0.24, -1.06, 0.07)):
        drop((x, y, 0), radius, scent, 0.4)
