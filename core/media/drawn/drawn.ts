import { compact, lipstick, mascara, palette } from './makeup.ts'
import { mixPaint, type Paint } from './paint.ts'
import { candle, diffuser, perfume } from './scents.ts'
import { at, type Thing } from './shape.ts'
import { branch, ground, picture, slab, stand, wall } from './stage.ts'
import { TONES, type Tone } from './tones.ts'
import { brush, comb, mirror, stone } from './tools.ts'
import { bottle, dropper, jar, pump, tube } from './vessels.ts'

export { TONES }
export const FORMS = [
  'dropper',
  'jar',
  'tube',
  'pump',
  'lipstick',
  'compact',
  'palette',
  'mascara',
  'brush',
  'comb',
  'bottle',
  'perfume',
  'candle',
  'stone',
  'mirror',
  'diffuser',
] as const
export type Form = (typeof FORMS)[number]
export type Drawn = { form: Form; tone: Tone }

export const THINGS: Record<Form, (p: Paint) => Thing> = {
  dropper,
  jar,
  tube,
  pump,
  lipstick,
  compact,
  palette,
  mascara,
  brush,
  comb,
  bottle,
  perfume,
  candle,
  stone,
  mirror,
  diffuser,
}

type Place = { x: number; scale: number; slab?: { y: number; width: number; height: number } }

const block = { y: 935, width: 640, height: 120 }
const PLACES: Record<Form, Place> = {
  dropper: { x: 450, scale: 1.2, slab: block },
  jar: { x: 450, scale: 1.14, slab: { y: 865, width: 660, height: 170 } },
  tube: { x: 440, scale: 1.16 },
  pump: { x: 465, scale: 1.18 },
  lipstick: { x: 385, scale: 1.24, slab: block },
  compact: { x: 435, scale: 1.2 },
  palette: { x: 440, scale: 1.24 },
  mascara: { x: 390, scale: 1.26, slab: block },
  brush: { x: 450, scale: 1.06, slab: block },
  comb: { x: 420, scale: 1.14 },
  bottle: { x: 440, scale: 1.2 },
  perfume: { x: 450, scale: 1.2, slab: block },
  candle: { x: 440, scale: 1.28 },
  stone: { x: 420, scale: 1.36 },
  mirror: { x: 450, scale: 1.08 },
  diffuser: { x: 445, scale: 1.22 },
}

export function drawing({ form, tone }: Drawn): string {
  const p = mixPaint(tone, `eb-${form}-${tone}-`)
  const { x, scale, slab: stone } = PLACES[form]
  const thing = THINGS[form](p)
  const scene = stone
    ? [
        ground(p, 900, 1200, 800),
        at(450, stone.y, slab(p, stone.width, stone.height, 92, [{ thing, x: x - 450, scale }])),
      ]
    : [branch(p, 530, 30, 1.05), ground(p, 900, 1200, 780), stand(p, thing, x, 935, scale)]
  return picture(900, 1200, [wall(p, 900, 1200, { x: 330, y: 60, scale: 1.05 }), ...scene], [p])
}
