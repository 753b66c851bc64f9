import type { Mood } from '../mood.ts'
import { mixPaint, type Paint } from './paint.ts'
import { FORM_PAINTERS, type Form } from './product-drawing.ts'
import { at } from './shape.ts'
import { branch, ground, slab, stand, svgDocument, wall } from './stage.ts'
import type { Tone } from './tones.ts'

type Piece = { form: Form; tone: Tone; x: number; y: number; scale: number }
type Block = { width: number; height: number; x: number; y: number; objects?: Omit<Piece, 'y'>[] }

/** Pieces are listed from back to front. The left half stays empty for text. */
const SCENES: Record<Mood, { tone: Tone; pieces: (Piece | Block)[] }> = {
  home: {
    tone: 'blush',
    pieces: [
      {
        width: 330,
        height: 230,
        x: 1120,
        y: 570,
        objects: [{ form: 'perfume', tone: 'rosewood', x: 0, scale: 0.78 }],
      },
      { form: 'jar', tone: 'paper', x: 1405, y: 815, scale: 0.68 },
      { form: 'dropper', tone: 'amber', x: 895, y: 855, scale: 0.8 },
      { form: 'lipstick', tone: 'rosewood', x: 1195, y: 900, scale: 0.5 },
    ],
  },
  skincare: {
    tone: 'paper',
    pieces: [
      { form: 'tube', tone: 'moss', x: 925, y: 800, scale: 0.8 },
      {
        width: 420,
        height: 150,
        x: 1235,
        y: 690,
        objects: [{ form: 'dropper', tone: 'amber', x: -10, scale: 0.88 }],
      },
      { form: 'jar', tone: 'paper', x: 1425, y: 875, scale: 0.64 },
    ],
  },
  makeup: {
    tone: 'rosewood',
    pieces: [
      {
        width: 300,
        height: 230,
        x: 1085,
        y: 585,
        objects: [{ form: 'lipstick', tone: 'ink', x: -60, scale: 0.74 }],
      },
      { form: 'compact', tone: 'rosewood', x: 1385, y: 850, scale: 0.8 },
      { form: 'brush', tone: 'ink', x: 875, y: 870, scale: 0.72 },
    ],
  },
  haircare: {
    tone: 'moss',
    pieces: [
      { form: 'comb', tone: 'amber', x: 1380, y: 810, scale: 0.84 },
      {
        width: 350,
        height: 120,
        x: 1140,
        y: 730,
        objects: [{ form: 'bottle', tone: 'moss', x: 0, scale: 0.9 }],
      },
      { form: 'pump', tone: 'amber', x: 915, y: 880, scale: 0.82 },
    ],
  },
  fragrance: {
    tone: 'ink',
    pieces: [
      {
        width: 360,
        height: 210,
        x: 1150,
        y: 620,
        objects: [{ form: 'perfume', tone: 'amber', x: 0, scale: 0.88 }],
      },
      { form: 'candle', tone: 'rosewood', x: 1410, y: 850, scale: 0.76 },
      { form: 'dropper', tone: 'ink', x: 905, y: 870, scale: 0.64 },
    ],
  },
  tools: {
    tone: 'amber',
    pieces: [
      { form: 'mirror', tone: 'amber', x: 1120, y: 790, scale: 0.92 },
      { form: 'stone', tone: 'moss', x: 1385, y: 840, scale: 0.84 },
      { form: 'brush', tone: 'ink', x: 895, y: 880, scale: 0.72 },
    ],
  },
}

export function drawMood(name: Mood): string {
  const { tone, pieces } = SCENES[name]
  const paints = new Map<Tone, Paint>()
  const paint = (of: Tone) => {
    const p = paints.get(of) ?? mixPaint(of, `eb-mood-${name}-${of}-`)
    paints.set(of, p)
    return p
  }
  const p = paint(tone)
  const scene = pieces.map((piece) => {
    if ('form' in piece)
      return stand(p, FORM_PAINTERS[piece.form](paint(piece.tone)), piece.x, piece.y, piece.scale)
    const { width, height, x, y, objects = [] } = piece
    const paintedObjects = objects.map((object) => ({
      object: FORM_PAINTERS[object.form](paint(object.tone)),
      x: object.x,
      scale: object.scale,
    }))
    return at(x, y, slab(p, width, height, 74, paintedObjects))
  })
  const art = [
    wall(p, 1600, 1000, { x: 900, y: 0, scale: 1.1 }),
    branch(p, 1010, 40, 1.25),
    ground(p, 1600, 1000, 690),
    ...scene,
  ]
  return svgDocument(1600, 1000, art, [...paints.values()])
}
