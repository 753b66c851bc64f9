import { lettering } from './lettering.ts'
import type { Paint } from './paint.ts'
import { bend, fill, gleam, lathe, line, ring, rule, type SceneObject } from './shape.ts'
import { dim, FLAME, GOLD, INK, LIGHT, lit, mix, PAPER } from './tones.ts'

export function perfume(p: Paint): SceneObject {
  const block = 'M-150-346Q-150-352-144-352H144Q150-352 150-346V0Q150 10 140 10H-140Q-150 10-150 0Z'
  const well = 'M-118-300Q-118-314-104-314H104Q118-314 118-300V-52Q118-34 100-34H-100Q-118-34-118-52Z'
  const juice = 'M-118-262H118V-52Q118-34 100-34H-100Q-118-34-118-52Z'
  const cap = lathe([10, -512], [48, -511, 66, -484, 66, -446], [66, -378])
  const tint = mix(mix(p.glass, GOLD[1], 0.42), LIGHT, 0.3)
  const clear = mix(p.wall[1], LIGHT, 0.5)
  return {
    feet: [
      [-56, 0, 98],
      [50, 0, 98],
    ],
    glow: lit(p.glass, 0.35),
    outline: 'M-150 0V-350H150V0ZM-66-370V-450Q-66-510 0-510T66-450V-370Z',
    art: [
      fill(
        block,
        p.across(
          [0, dim(clear, 0.32)],
          [0.03, lit(clear, 0.6)],
          [0.11, dim(clear, 0.12)],
          [0.97, lit(clear, 0.5)],
          [1, dim(clear, 0.4)],
        ),
      ),
      fill('M-150-346Q-150-352-144-352H144Q150-352 150-346L118-314H-118Z', LIGHT, 0.55),
      fill(
        'M-118-34H118L150 4Q148 10 140 10H-140Q-148 10-150 4Z',
        p.down([0, tint, 0.9], [0.5, LIGHT, 0.7], [1, dim(tint, 0.3), 0.8]),
      ),
      fill(well, dim(clear, 0.09)),
      fill(
        juice,
        p.across(
          [0, dim(tint, 0.22)],
          [0.2, lit(tint, 0.25)],
          [0.5, tint],
          [0.82, lit(tint, 0.42)],
          [1, dim(tint, 0.18)],
        ),
      ),
      fill(juice, p.down([0, p.glass, 0.3], [0.1, p.glass, 0], [1, p.glass, 0.35])),
      line('M-118-262H118', lit(tint, 0.7), 2, 0.8),
      line('M0-352V-70', LIGHT, 5, 0.35),
      fill('M-74-226H74V-92H-74Z', p.across([0, lit(PAPER, 0.6)], [0.3, LIGHT], [1, dim(PAPER, 0.08)])),
      lettering(-182, INK, 1.3),
      rule(-116, 28),
      fill('M-140-330H-126V-20L-140-4Z', LIGHT, 0.75),
      fill(lathe([40, -380], [40, -352]), p.gold()),
      fill(cap, p.lacquer(p.cap)),
      fill('M-34-486C-50-472-54-450-54-400H-44C-44-446-42-470-28-488Z', LIGHT, 0.25),
    ].join(''),
  }
}

export function candle(p: Paint): SceneObject {
  const cup = lathe([150, -320], [150, -16], [150, -6, 149, 2, 145, 5])
  const rim = 150 * bend(-320)
  const wax = mix(PAPER, p.glass, 0.12)
  const flame = 'M0-382C14-358 15-342 0-332C-15-342-14-358 0-382Z'
  return {
    feet: [[0, 0, 140]],
    outline: cup,
    art: [
      `<ellipse cy="-350" rx="300" ry="230" fill="${p.round('', [0, FLAME[0], 0.55], [0.4, FLAME[0], 0.16], [1, FLAME[0], 0])}"/>`,
      fill(cup, p.matte(p.body)),
      fill(cup, p.down([0, FLAME[1], 0.25], [0.22, FLAME[1], 0], [0.85, INK, 0], [1, INK, 0.22])),
      `<ellipse cy="-320" rx="150" ry="${rim}" fill="${lit(p.body, 0.45)}"/>`,
      `<ellipse cy="-319" rx="143" ry="${rim - 2}" fill="${dim(p.body, 0.28)}"/>`,
      `<ellipse cy="-315" rx="140" ry="${rim - 4}" fill="${p.round('', [0, LIGHT], [0.5, wax], [1, dim(wax, 0.16)])}"/>`,
      line('M0-318Q-2-330 1-340', INK, 3),
      fill(flame, p.down([0, FLAME[0], 0.85], [0.55, FLAME[1]], [0.85, FLAME[2]], [1, FLAME[3], 0.6])),
      fill('M0-362C7-350 7-342 0-336C-7-342-7-350 0-362Z', LIGHT, 0.9),
      ring(149, -320, LIGHT, 2, 0.55),
      lettering(-186, p.print, 1.5),
      rule(-118, 36),
      gleam(-128, 12, -280, -30, p.veil(), 0.6),
    ].join(''),
  }
}

export function diffuser(p: Paint): SceneObject {
  const vessel = lathe(
    [38, -262],
    [38, -244],
    [38, -222, 124, -234, 124, -176],
    [124, -22],
    [124, -4, 120, 0, 114, 2],
  )
  const reeds = [-150, -112, -70, -30, 14, 56, 104, 146]
    .map((top, i) => `M${i * 8 - 28}-271L${top}-${Math.round(590 - top * top * 0.003)}`)
    .join('')
  const ribs = [-70, -52, -34, -17, 0, 17, 34, 52, 70]
    .map((degrees) => {
      const turn = (degrees * Math.PI) / 180
      const near = Math.cos(turn)
      return `M${Math.round(122 * Math.sin(turn))}-${Math.round(172 + 40 * near)}V${Math.round(14 * near) - 4}`
    })
    .join('')
  const reed = mix(GOLD[3], INK, 0.12)
  return {
    feet: [[0, 0, 122]],
    glow: lit(p.glass, 0.2),
    outline: 'M-122 0V-190L-44-240L-150-580H146L44-240L122-190V0Z',
    art: [
      fill(vessel, p.tinted(p.glass)),
      fill(
        lathe([116, -132], [116, -24], [116, -12, 112, -8, 106, -8]),
        p.down([0, INK, 0.34], [1, p.glass, 0.2]),
      ),
      line(ribs, LIGHT, 3, 0.16),
      line(ribs, INK, 1.4, 0.3),
      fill('M-62-150H62V-56H-62Z', PAPER),
      lettering(-122, INK, 1.1),
      rule(-74, 26),
      gleam(-106, 12, -200, -22, p.veil(), 0.8),
      fill(lathe([43, -272], [43, -240]), p.gold()),
      `<ellipse cy="-271" rx="37" ry="3.6" fill="${dim(GOLD[0], 0.4)}"/>`,
      line(reeds, reed, 6),
      line(reeds, LIGHT, 1.6, 0.45),
    ].join(''),
  }
}
