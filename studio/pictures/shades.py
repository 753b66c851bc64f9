"""The families' other shades: the scene of the first one in their color, rendered only where they differ, and a swatch."""

import json
from functools import partial
from pathlib import Path

from materials import linear, shade
from picture_registry import picture
from pictures.makeup import bottle_and_stroke, lip_balm, lipstick_and_cap, open_compact
from pictures.textures import MACRO, balm_stroke, blush_powder, foundation_stroke, lipstick_stroke, texture
from scene import CARMINE, FRONT, TABLE

CATALOG = Path(__file__).resolve().parents[2] / 'demo/products/families.json'
MEMBERS = {member['slug']: member for family in json.loads(CATALOG.read_text()) for member in family['members']}


def register(darkening, front, swatch, words):
    """Sunlight brightens: the material is that much darker than the catalog's color. `words` describe the shades."""
    for slug, word in words.items():
        color = darkened(MEMBERS[slug]['shade']['color'], darkening)
        front(slug, MEMBERS[slug]['shade'], color, word)
        swatch(slug, MEMBERS[slug]['shade'], color, word)


# The room's walls reflect more blue than the sun.
WARM = (1.05, 0.97, 0.85)


def darkened(color, factor):
    return '#' + ''.join(f'{round(255 * encoded(min(1, c * factor * cast))):02X}' for c, cast in zip(linear(color), WARM))


def encoded(c):
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


def lipstick(slug, of, color, word):
    alt = f'Open lipstick in {of["name"]}, {word}, in a fluted brass case, its cap beside it'
    view = FRONT.but(target=(0.06, 0, 0.72), away=5.6, border=(0.2, 0.18, 0.46, 0.54))
    picture(f'products/{slug}/1', alt, view, 'products/satin-lipstick-mulberry/1')(partial(lipstick_and_cap, color))


def lipstick_swatch(slug, of, color, word):
    view = MACRO.but(border=(0.0, 0.14, 1.0, 0.88))
    alt = f'One stroke of Satin Lipstick in {of["name"]}, {word}'
    texture(f'{slug}/2', alt, CARMINE, view, 'products/satin-lipstick-mulberry/4')(partial(lipstick_stroke, color))


def foundation(slug, of, color, word):
    alt = f'Square glass bottle of foundation in {of["name"]}, {word}, with a stroke of it'
    ink = '#2F1B14' if max(linear(color)[:3]) > 0.2 else '#EBD8C2'
    name = f'{of["name"]} {of["code"]}'.upper()
    view = FRONT.but(target=(0.02, 0.05, 0.72), away=6.4, pitch=9, border=(0.24, 0.41, 0.86, 0.98))
    picture(f'products/{slug}/1', alt, view, 'products/skin-veil-foundation-warm-sand/1')(partial(bottle_and_stroke, color, name, ink))


def foundation_swatch(slug, of, color, word):
    view = MACRO.but(border=(0.0, 0.12, 0.94, 0.84))
    alt = f'One stroke of Skin Veil in {of["name"]}, {word}'
    texture(f'{slug}/2', alt, '#E2BCA8', view, 'products/skin-veil-foundation-warm-sand/3')(partial(foundation_stroke, color))


def blush(slug, of, color, word):
    alt = f'Round brass compact, open: pressed powder in {of["name"]}, {word}, and its mirror'
    view = TABLE.but(target=(0, 0.06, 0.52), pitch=17, away=7.0, border=(0.2, 0.53, 0.8, 0.75))
    picture(f'products/{slug}/1', alt, view, 'products/powder-blush-afternoon/1')(partial(open_compact, color, shade(color, 0.98)))


def blush_swatch(slug, of, color, word):
    alt = f'Crushed powder blush in {of["name"]}, {word}'
    texture(f'{slug}/2', alt, CARMINE, MACRO, '')(partial(blush_powder, color))


def balm(slug, of, color, word):
    alt = f'Brass slide tin of {of["name"].lower()} lip balm, half open on {word} balm'
    view = TABLE.but(target=(0.08, 0, 0.3), pitch=24, away=6.2, border=(0.0, 0.42, 0.95, 0.68))
    picture(f'products/{slug}/1', alt, view, 'products/quince-tinted-lip-balm/1')(partial(lip_balm, color, of['name']))


def balm_swatch(slug, of, color, word):
    view = MACRO.but(border=(0.0, 0.14, 1.0, 0.88))
    alt = f'A stroke of Tinted Lip Balm in {of["name"]}, {word}'
    texture(f'{slug}/2', alt, '#E3B49C', view, 'products/quince-tinted-lip-balm/3')(partial(balm_stroke, color))


register(0.47, lipstick, lipstick_swatch, {
    'satin-lipstick-bare': 'a rosy nude',
    'satin-lipstick-old-rose': 'a muted rose',
    'satin-lipstick-brick': 'a warm brick red',
    'satin-lipstick-carmine': 'a clear red',
    'satin-lipstick-poppy': 'an orange red',
    'satin-lipstick-fig': 'a brown violet',
    'satin-lipstick-black-cherry': 'a nearly black cherry red',
})
register(0.77, foundation, foundation_swatch, {
    'skin-veil-foundation-cool-porcelain': 'very fair with pink undertones',
    'skin-veil-foundation-neutral-ivory': 'fair and neutral',
    'skin-veil-foundation-warm-linen': 'fair with golden undertones',
    'skin-veil-foundation-cool-shell': 'light with rosy undertones',
    'skin-veil-foundation-neutral-oat': 'light to medium and neutral',
    'skin-veil-foundation-neutral-almond': 'medium and neutral',
    'skin-veil-foundation-warm-honey': 'tan with golden undertones',
    'skin-veil-foundation-cool-hazel': 'tan to deep with red undertones',
    'skin-veil-foundation-neutral-chestnut': 'deep and neutral',
    'skin-veil-foundation-warm-mahogany': 'deep with golden undertones',
    'skin-veil-foundation-cool-espresso': 'very deep with red undertones',
})
register(0.56, blush, blush_swatch, {
    'powder-blush-morning': 'a pale pink',
    'powder-blush-noon': 'a ripe apricot',
    'powder-blush-evening': 'a deep berry',
})
register(0.47, balm, balm_swatch, {
    'damson-tinted-lip-balm': 'a sheer plum',
    'rose-tinted-lip-balm': 'a sheer pink',
})
