import { lettering } from './lettering.ts'
import type { Paint } from './paint.ts'
import { at, disc, fill, gleam, lathe, line, ring, type SceneObject } from './shape.ts'
import { dim, INK, LIGHT, lit } from './tones.ts'

export function lipstick(p: Paint): SceneObject {
  const base = lathe([60, -214], [62, -212], [62, -4], [62, 0, 60, 2, 56, 2])
  const sleeve = lathe([50, -312], [50, -212])
  const bullet = 'M-40-312V-420C-40-452-14-486 24-504C36-508 40-502 40-492V-312A40 5 0 0 1-40-312Z'
  const cap = lathe([56, -236], [60, -235, 62, -232, 62, -226], [62, -4], [62, 0, 60, 2, 56, 2])
  const shell = p.lacquer(p.body)
  return {
    feet: [
      [172, -14, 60],
      [0, 0, 60],
    ],
    outline: `M112-250H234V-14H112Z${base}M-50-312H50V-212H-50Z${bullet}`,
    art: [
      at(
        172,
        -14,
        [
          fill(cap, shell),
          disc(56, -235, lit(p.body, 0.3)),
          fill(lathe([62.5, -14], [62.5, -4]), p.gold()),
          lettering(-138, p.print, 0.9),
        ].join(''),
      ),
      fill(
        bullet,
        p.across(
          [0, dim(p.accent, 0.3)],
          [0.2, lit(p.accent, 0.2)],
          [0.42, p.accent],
          [1, dim(p.accent, 0.42)],
        ),
      ),
      fill(
        'M-40-420C-40-452-14-486 24-504C36-508 40-502 40-492C38-464 0-430-40-420Z',
        p.slant([0, lit(p.accent, 0.42)], [1, lit(p.accent, 0.06)]),
      ),
      gleam(-27, 8, -408, -322, LIGHT, 0.3),
      fill(sleeve, p.gold()),
      ring(50, -302, INK, 1, 0.3),
      fill(base, shell),
      disc(60, -213, lit(p.body, 0.3)),
      disc(50, -212, INK, 0.35),
      fill(lathe([50, -232], [50, -212]), p.gold()),
      fill(lathe([62.5, -206], [62.5, -196]), p.gold()),
    ].join(''),
  }
}

export function compact(p: Paint): SceneObject {
  const lid = `<ellipse cx="5" cy="-330" rx="212" ry="202" fill="${dim(p.body, 0.35)}"/><ellipse cy="-330" rx="210" ry="200" fill="${p.gold()}"/><ellipse cy="-330" rx="207" ry="197" fill="${p.matte(p.body)}"/>`
  const rays = Array.from({ length: 15 }, (_, i) => {
    const turn = ((i - 7) / 7) * 1.25
    return `M0 120L${Math.round(Math.sin(turn) * 300)} ${Math.round(120 - Math.cos(turn) * 300)}`
  }).join('')
  return {
    feet: [[0, 0, 200]],
    outline:
      'M-210-66A210 66 0 0 1 210-66A210 66 0 0 1-210-66M-207-330a207 197 0 0 1 414 0a207 197 0 0 1-414 0',
    art: [
      lid,
      `<ellipse cy="-330" rx="186" ry="177" fill="${p.mirror()}"/>`,
      `<ellipse cy="-330" rx="186" ry="177" fill="none" stroke="${INK}" stroke-opacity=".25" stroke-width="2"/>`,
      fill('M-210-66V-34A210 66 0 0 0 210-34V-66Z', p.lacquer(p.body)),
      `<ellipse cy="-66" rx="210" ry="66" fill="${p.matte(lit(p.body, 0.1))}"/>`,
      line('M-210-66A210 66 0 0 0 210-66', p.gold(), 2.5),
      `<ellipse cy="-67" rx="182" ry="56" fill="${dim(p.accent, 0.4)}"/>`,
      `<ellipse cy="-64" rx="180" ry="53" fill="${p.slant([0, lit(p.accent, 0.3)], [1, lit(p.accent, 0.55)])}"/>`,
      `<g clip-path="${p.clip('M-180-64a180 53 0 0 1 360 0a180 53 0 0 1-360 0')}"><g transform="translate(0 -64) scale(1 .295)">${line(rays, dim(p.accent, 0.2), 5, 0.22)}${line('M-150 60A160 150 0 0 1 150 60M-105 80A115 110 0 0 1 105 80', LIGHT, 4, 0.4)}</g></g>`,
      fill('M-34-134H34V-126H-34Z', p.gold()),
      lettering(13, p.print, 0.75, ['ETERNAL BEAUTY']),
    ].join(''),
  }
}

export function palette(p: Paint): SceneObject {
  const shades = [lit(p.accent, 0.7), lit(p.accent, 0.3), dim(p.accent, 0.12), dim(p.accent, 0.6)]
  const pan = (color: string, i: number) => {
    const oval = (x: number, y: number, rx: number, ry: number, paint: string) =>
      `<ellipse cx="${i * 106 - 159 + x}" cy="${y - 85}" rx="${rx}" ry="${ry}" fill="${paint}"/>`
    const sheen = p.slant([0, LIGHT, 0.3], [0.6, LIGHT, 0])
    return oval(0, 0, 47, 36, dim(p.body, 0.5)) + oval(1, 2, 44, 33, color) + oval(1, 2, 44, 33, sheen)
  }
  const lid = 'M-212-398Q-212-410-200-410H200Q212-410 212-398V-150H-212Z'
  return {
    feet: [
      [-120, -2, 118],
      [112, -2, 118],
    ],
    outline: `${lid}M-212-150H212L236-22V0H-236V-22Z`,
    art: [
      fill('M-204-398Q-204-412-192-412H206Q219-410 219-396V-146H-204Z', dim(p.body, 0.4)),
      fill(lid, p.matte(p.body)),
      fill('M-192-384Q-192-390-186-390H186Q192-390 192-384V-172H-192Z', p.mirror()),
      fill(
        'M-212-150H212L238-24H-238Z',
        p.across([0, lit(p.body, 0.28)], [0.5, lit(p.body, 0.1)], [1, dim(p.body, 0.16)]),
      ),
      fill('M-238-24H238V-2Q238 8 228 8H-228Q-238 8-238-2Z', p.lacquer(p.body)),
      line('M-238-24H238', p.gold(), 2),
      fill('M-190-152H-130V-144H-190ZM130-152H190V-144H130Z', p.gold()),
      ...shades.map(pan),
      lettering(-13, p.print, 0.75, ['ETERNAL BEAUTY']),
    ].join(''),
  }
}

export function mascara(p: Paint): SceneObject {
  const shell = p.lacquer(p.body)
  const barrel = lathe([34, -330], [38, -326], [38, -6], [38, 0, 36, 2, 32, 2])
  const handle = lathe([30, -214], [34, -212, 36, -208, 36, -200], [36, -6], [36, 0, 34, 2, 30, 2])
  const tuft = 'M104-318C92-340 88-430 110-496C132-430 128-340 116-318Z'
  return {
    feet: [
      [118, -6, 36],
      [0, 0, 38],
    ],
    outline: `M82-220H154V-6H82ZM110-500H126V-220H110Z${barrel}M-20-372H20V-330H-20Z`,
    art: [
      fill(lathe([20, -372], [20, -328]), p.gold()),
      disc(20, -372, dim(p.accent, 0.75)),
      line('M-20-360H20M-20-350H20M-20-340H20', INK, 1.4, 0.35),
      fill(barrel, shell),
      fill(lathe([38.5, -322], [38.5, -314]), p.gold()),
      gleam(-25, 6, -300, -16, LIGHT, 0.28),
      at(0, -150, lettering(-3.5, p.print, 0.85, ['ETERNAL BEAUTY']), 1, -90),
      at(
        118,
        -6,
        [
          fill('M-3.5-322H3.5V-212H-3.5Z', p.gold()),
          at(-110, 0, `<g clip-path="${p.clip(tuft)}">${line('M110-318V-500', INK, 44, 0.9, '2.2 2.2')}</g>`),
          line('M0-318V-490', INK, 12, 0.85),
          fill(handle, shell),
          fill(lathe([36.5, -206], [36.5, -198]), p.gold()),
          gleam(-24, 6, -188, -16, LIGHT, 0.28),
        ].join(''),
      ),
    ].join(''),
  }
}
