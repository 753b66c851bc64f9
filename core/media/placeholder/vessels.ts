import { lettering } from './lettering.ts'
import type { Paint } from './paint.ts'
import { disc, fill, gleam, lathe, line, ring, rule, type SceneObject, wrap } from './shape.ts'
import { dim, INK, LIGHT, lit, mix, PAPER } from './tones.ts'

export function dropper(p: Paint): SceneObject {
  const body = lathe(
    [42, -336],
    [42, -322],
    [42, -296, 114, -304, 114, -238],
    [114, -22],
    [114, -4, 110, 0, 104, 2],
  )
  const bulb = lathe([8, -532], [26, -530, 32, -512, 32, -486], [33, -446], [34, -424, 43, -420, 43, -398])
  const liquid = lathe([106, -206], [106, -26], [106, -14, 102, -8, 96, -8])
  const veil = p.veil()
  return {
    feet: [[0, 0, 112]],
    glow: lit(p.glass, 0.2),
    outline: 'M-112 0V-240L-44-310V-400L-34-530H34L44-400V-310L112-240V0Z',
    art: [
      fill(body, p.tinted(p.glass)),
      fill(
        liquid,
        p.down([0, dim(p.glass, 0.35), 0.55], [0.8, dim(p.glass, 0.5), 0.4], [1, lit(p.glass, 0.3), 0.5]),
      ),
      disc(106, -206, lit(p.glass, 0.3), 0.35),
      gleam(-6, 12, -320, -40, LIGHT, 0.13),
      fill(wrap(114, 84, -196, -64), p.matte(PAPER)),
      lettering(-146, INK, 1.25),
      rule(-84, 28),
      gleam(-98, 13, -262, -22, veil, 0.9),
      gleam(96, 5, -240, -30, veil, 0.6),
      ring(102, -4, lit(p.glass, 0.6), 2, 0.5),
      fill(lathe([49, -398], [50, -328]), p.lacquer(p.cap)),
      line('M-49-360H49', INK, 66, 0.22, '1.2 5.2'),
      fill(lathe([50, -336], [50, -327]), p.gold()),
      fill(bulb, p.lacquer(p.cap)),
    ].join(''),
  }
}

export function jar(p: Paint): SceneObject {
  const pot = lathe([196, -190], [196, -30], [196, -10, 194, 2, 188, 7])
  const lid = lathe([190, -274], [198, -273, 200, -268, 200, -260], [200, -196])
  return {
    feet: [[0, 0, 182]],
    outline: pot + lid,
    art: [
      fill(pot, p.matte(p.body)),
      fill(pot, p.down([0, INK, 0.28], [0.09, INK, 0], [0.8, INK, 0], [1, INK, 0.22])),
      lettering(-112, p.print, 1.5),
      fill(lathe([199, -198], [199, -189]), p.gold()),
      fill(lid, p.lacquer(p.cap)),
      disc(192, -273, p.across([0, lit(p.cap, 0.4)], [0.5, lit(p.cap, 0.22)], [1, dim(p.cap, 0.05)])),
      ring(192, -273, LIGHT, 1.6, 0.35),
    ].join(''),
  }
}

export function tube(p: Paint): SceneObject {
  const body = 'M-128-524C-128-380-98-210-95-84A95 12 0 0 0 95-84C98-210 128-380 128-524Z'
  const crimp = 'M-129-556Q-129-560-125-560H125Q129-560 129-556V-520H-129Z'
  const fold = p.across([0, LIGHT, 0.5], [1, LIGHT, 0])
  const far = p.across([0, INK, 0], [1, INK, 0.26])
  return {
    feet: [[0, 0, 84]],
    outline: `${body}${crimp}M-84-84H84V0H-84Z`,
    art: [
      fill(lathe([82, -84], [85, -8], [85, -2, 82, 0, 78, 0]), p.lacquer(p.cap)),
      fill(body, p.matte(p.body)),
      fill('M-122-522H-20C-60-420-78-300-86-170C-92-300-116-420-122-522Z', fold, 0.7),
      fill('M124-522H30C62-420 84-300 92-120C96-280 120-420 124-522Z', far),
      fill(body, p.down([0, INK, 0.16], [0.07, INK, 0], [0.92, INK, 0], [1, INK, 0.3])),
      fill(crimp, p.matte(mix(p.body, PAPER, 0.12))),
      line('M-128-548H128M-128-538H128M-128-528H128', INK, 1, 0.16),
      line('M-128-521H128', INK, 2, 0.22),
      lettering(-330, p.print, 1.4),
      rule(-266, 36),
      ring(95, -85, p.gold(), 3),
    ].join(''),
  }
}

const flask = lathe(
  [40, -432],
  [40, -420],
  [40, -396, 122, -408, 122, -346],
  [122, -22],
  [122, -4, 118, 0, 112, 2],
)
const FLASK_OUTLINE = 'M-120 0V-346L-44-420H44L120-346V0Z'

function flaskArt(p: Paint) {
  const veil = p.veil()
  return [
    fill(flask, p.tinted(p.glass)),
    fill(flask, p.down([0, INK, 0], [0.3, INK, 0.12], [0.86, INK, 0.3], [1, lit(p.glass, 0.4), 0.45])),
    fill(wrap(122, 96, -306, -86), p.matte(PAPER)),
    lettering(-246, INK, 1.4),
    line('M-54-190H54M-54-176H54M-54-162H30', INK, 1, 0.28),
    rule(-112, 32),
    gleam(-106, 14, -376, -20, veil, 0.9),
    gleam(105, 5, -350, -30, veil, 0.6),
    ring(110, -4, lit(p.glass, 0.6), 2, 0.5),
  ].join('')
}

export function pump(p: Paint): SceneObject {
  const spout = 'M-30-548H-112C-128-548-136-536-138-516L-128-513C-125-526-120-530-110-530H-30Z'
  const head = lathe([34, -556], [37, -555, 38, -552, 38, -548], [38, -520])
  return {
    feet: [[0, 0, 120]],
    glow: lit(p.glass, 0.2),
    outline: `${FLASK_OUTLINE}M-130-548H38V-520H12V-470H44V-420H-44V-470H-12V-520H-130Z`,
    art: [
      fill(lathe([12, -526], [12, -462]), p.lacquer(p.cap)),
      flaskArt(p),
      fill(lathe([44, -474], [46, -470, 46, -468, 46, -462], [47, -424]), p.lacquer(p.cap)),
      fill(lathe([47, -432], [47, -423]), p.gold()),
      fill(spout, p.down([0, lit(p.cap, 0.3)], [0.5, p.cap], [1, dim(p.cap, 0.4)])),
      fill(head, p.lacquer(p.cap)),
      disc(35, -555, lit(p.cap, 0.28)),
    ].join(''),
  }
}

export function bottle(p: Paint): SceneObject {
  const cap = lathe([46, -532], [50, -531, 52, -528, 52, -522], [52, -428])
  return {
    feet: [[0, 0, 120]],
    glow: lit(p.glass, 0.2),
    outline: `${FLASK_OUTLINE}M-50-530H50V-420H-50Z`,
    art: [
      flaskArt(p),
      fill(cap, p.lacquer(p.cap)),
      disc(47, -531, lit(p.cap, 0.26)),
      fill(lathe([53, -437], [53, -427]), p.gold()),
    ].join(''),
  }
}
