import { lettering } from './lettering.ts'
import type { Paint } from './paint.ts'
import { at, disc, fill, gleam, lathe, line, ring, type SceneObject } from './shape.ts'
import { dim, GOLD, INK, LIGHT, lit, mix } from './tones.ts'

export function brush(p: Paint): SceneObject {
  const handle = lathe([40, -300], [40, -190, 28, -160, 30, -60], [31, -20], [31, -4, 30, 2, 26, 2])
  const ferrule = lathe([62, -372], [58, -340, 42, -320, 41, -290])
  const tuft =
    'M-62-372C-88-430-112-500-92-548C-74-588-36-604 0-604C36-604 74-588 92-548C112-500 88-430 62-372A62 6 0 0 1-62-372Z'
  const hair = dim(p.accent, 0.25)
  const strands = Array.from({ length: 15 }, (_, i) => {
    const x = (i - 7) / 7
    return `M${Math.round(x * 58)}-366Q${Math.round(x * 100)}-470 ${Math.round(x * 84)}-${Math.round(602 - 48 * x * x)}`
  }).join('')
  return {
    feet: [[0, 0, 31]],
    outline: handle + ferrule + tuft,
    art: [
      fill(tuft, p.across([0, dim(hair, 0.2)], [0.3, lit(hair, 0.22)], [0.6, hair], [1, dim(hair, 0.5)])),
      fill(
        tuft,
        p.down(
          [0, lit(p.accent, 0.75), 0.9],
          [0.3, lit(p.accent, 0.5), 0.45],
          [0.75, INK, 0],
          [1, INK, 0.45],
        ),
      ),
      line(strands, INK, 1, 0.13),
      fill(ferrule, p.gold()),
      ring(44, -318, INK, 1, 0.35),
      fill(handle, p.lacquer(p.body)),
      gleam(-22, 6, -280, -150, LIGHT, 0.25),
      at(0, -44, lettering(-4, p.print, 0.72, ['ETERNAL']), 1, -90),
    ].join(''),
  }
}

/** A small upright block to lean objects on. Its lower front corner is at x, y. */
function supportBlock(p: Paint, x: number, y: number, width: number, height: number) {
  const top = y - height
  const front = p.across([0, lit(p.stone, 0.3)], [1, dim(p.stone, 0.14)])
  return [
    fill(`M${x} ${top}L${x + 14} ${top - 22}H${x + width - 8}L${x + width} ${top}Z`, lit(p.stone, 0.6)),
    fill(`M${x} ${top}H${x + width}V${y}H${x}Z`, front),
    fill(`M${x} ${top}H${x + width}V${y}H${x}Z`, p.down([0, p.shadow, 0], [1, p.shadow, 0.2])),
    line(
      `M${x} ${top + height * 0.4}q${width * 0.4}-8 ${width}-2m0 ${height * 0.3}q${-width * 0.5} 6 ${-width}-3`,
      p.shadow,
      2,
      0.14,
    ),
    line(`M${x} ${top}h${width}`, LIGHT, 2, 0.8),
  ].join('')
}

export function comb(p: Paint): SceneObject {
  const shell = mix(p.glass, GOLD[4], 0.45)
  const frame =
    'M-62-30C-74-70-76-540-58-588C-42-622 36-622 50-588C60-562 58-542 54-532H-8V-86H54C58-78 60-56 50-32C34-6-50-6-62-30Z'
  const clouds =
    'M-80-520q80 10 50 60t-60 50zM-40-400q40 20 20 80t-40-10zM-80-290q60 20 40 80t-50 30zM-30-180q40 20 10 70t-30-20zM-10-620q50 10 40 60t-60-20zM0-60q30-10 60 10t-50 40z'
  const teeth = Array.from({ length: 19 }, (_, i) => `M-10-${100 + i * 23.3}L48-${102 + i * 23.3}`).join('')
  const art = [
    line(teeth, shell, 11).replace('/>', ' stroke-linecap="round"/>'),
    fill(frame, p.across([0, dim(shell, 0.4)], [0.1, lit(shell, 0.36)], [0.3, shell], [1, dim(shell, 0.25)])),
    `<g clip-path="${p.clip(frame)}"><g filter="${p.blur(9)}">${fill(clouds, dim(shell, 0.8), 0.75)}${line('M-30-540C-60-400-10-300-50-140', lit(shell, 0.5), 16, 0.5)}</g></g>`,
    line('M-62-560C-67-400-67-200-62-60', LIGHT, 3, 0.5),
  ].join('')
  return {
    feet: [
      [100, -14, 130],
      [-40, -2, 56],
    ],
    outline: 'M0-430H215V-24H0ZM-110-10L-10-600L90-590L0 0Z',
    art: [
      supportBlock(p, 0, -14, 216, 400),
      `<g filter="${p.blur(7)}">${at(-18, 4, fill('M-40-40H52V-436H-40Z', p.shadow, 0.38), 1, 8)}</g>`,
      at(-40, 6, art, 1, 8),
    ].join(''),
  }
}

export function stone(p: Paint): SceneObject {
  const gem = p.gem
  const d =
    'M-92-24C-150-84-170-216-134-310C-112-366-62-384-42-350C-30-328-6-322 14-342C56-384 124-388 144-346C160-308 128-262 106-212C82-156 80-86 44-34C10 12-52 16-92-24Z'
  const art = [
    fill(d, p.slant([0, lit(gem, 0.7)], [0.4, lit(gem, 0.15)], [0.72, dim(gem, 0.14)], [1, lit(gem, 0.3)])),
    `<g clip-path="${p.clip(d)}"><g filter="${p.blur(10)}">`,
    line('M-190-280C-80-230-60-150 40-130S130-20 190-30M-170-90C-90-130-20-60 60 20', LIGHT, 20, 0.4),
    line('M-120-370C-90-260 40-290 170-210', dim(gem, 0.4), 22, 0.25),
    line(d, dim(gem, 0.35), 18, 0.5),
    '</g>',
    line('M-150-240C-60-214-40-140 44-112S120-30 130 10M-20-140C-8-180 30-220 90-240', LIGHT, 1.4, 0.5),
    '</g>',
    line('M-96-50C-142-106-154-220-124-302C-106-344-70-356-56-340', LIGHT, 4, 0.75),
    line('M34-344C68-370 116-370 128-338', LIGHT, 3, 0.6),
  ].join('')
  return {
    feet: [
      [110, -14, 108],
      [-36, -2, 64],
    ],
    outline: 'M28-260H200V-20H28ZM-90-4L-110-330L80-360L30 0Z',
    glow: lit(gem, 0.3),
    art: [
      supportBlock(p, 26, -14, 178, 236),
      `<g filter="${p.blur(8)}">${at(0, 6, fill('M-40-30H80C100-100 120-160 130-236H-60Z', p.shadow, 0.32))}</g>`,
      at(-18, 4, art, 1, 4),
    ].join(''),
  }
}

export function mirror(p: Paint): SceneObject {
  const circle = (r: number, color: string, x = 0) => `<circle cx="${x}" cy="-430" r="${r}" fill="${color}"/>`
  return {
    feet: [[0, 0, 120]],
    outline: `M-206-430a206 206 0 0 1 412 0a206 206 0 0 1-412 0M-7-230H7V-20H-7Z${lathe([118, -20], [120, 0])}`,
    art: [
      fill(lathe([116, -26], [122, -24, 122, -20, 122, -16], [122, 0]), p.lacquer(p.body)),
      disc(117, -25, lit(p.body, 0.3)),
      fill(lathe([8, -226], [8, -26]), p.gold()),
      disc(14, -26, GOLD[4]),
      circle(207, dim(p.body, 0.4), 5),
      circle(206, p.gold()),
      circle(201, p.matte(p.body)),
      circle(188, p.mirror()),
      `<circle cy="-430" r="188" fill="none" stroke="${INK}" stroke-opacity=".22" stroke-width="2"/>`,
    ].join(''),
  }
}
