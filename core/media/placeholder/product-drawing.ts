import { compact, lipstick, mascara, palette } from './makeup.ts'
import { mixPaint, type Paint } from './paint.ts'
import { candle, diffuser, perfume } from './scents.ts'
import { at, type SceneObject } from './shape.ts'
import { branch, ground, slab, stand, svgDocument, wall } from './stage.ts'
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
export type ProductDrawing = { form: Form; tone: Tone }

export const FORM_PAINTERS: Record<Form, (p: Paint) => SceneObject> = {
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

type Placement = { x: number; scale: number; slab?: { y: number; width: number; height: number } }

const largeSlab = { y: 935, width: 640, height: 120 }
const PLACEMENTS: Record<Form, Placement> = {
  dropper: { x: 450, scale: 1.2, slab: largeSlab },
  jar: { x: 450, scale: 1.14, slab: { y: 865, width: 660, height: 170 } },
  tube: { x: 440, scale: 1.16 },
  pump: { x: 465, scale: 1.18 },
  lipstick: { x: 385, scale: 1.24, slab: largeSlab },
  compact: { x: 435, scale: 1.2 },
  palette: { x: 440, scale: 1.24 },
  mascara: { x: 390, scale: 1.26, slab: largeSlab },
  brush: { x: 450, scale: 1.06, slab: largeSlab },
  comb: { x: 420, scale: 1.14 },
  bottle: { x: 440, scale: 1.2 },
  perfume: { x: 450, scale: 1.2, slab: largeSlab },
  candle: { x: 440, scale: 1.28 },
  stone: { x: 420, scale: 1.36 },
  mirror: { x: 450, scale: 1.08 },
  diffuser: { x: 445, scale: 1.22 },
}

export function drawProduct({ form, tone }: ProductDrawing): string {
  const p = mixPaint(tone, `eb-${form}-${tone}-`)
  const { x, scale, slab: slabSize } = PLACEMENTS[form]
  const item = FORM_PAINTERS[form](p)
  const scene = slabSize
    ? [
        ground(p, 900, 1200, 800),
        at(
          450,
          slabSize.y,
          slab(p, slabSize.width, slabSize.height, 92, [{ object: item, x: x - 450, scale }]),
        ),
      ]
    : [branch(p, 530, 30, 1.05), ground(p, 900, 1200, 780), stand(p, item, x, 935, scale)]
  return svgDocument(900, 1200, [wall(p, 900, 1200, { x: 330, y: 60, scale: 1.05 }), ...scene], [p])
}
