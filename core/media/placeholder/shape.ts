import { GOLD } from './tones.ts'

/** The middle of the object's base is at 0, 0. Negative y is up. */
export type SceneObject = {
  art: string
  /** Casts the shadow. */
  outline: string
  /** Contact points with the ground, each with half its width. */
  feet: readonly (readonly [x: number, y: number, half: number])[]
  /** The color that tinted glass casts into its shadow. */
  glow?: string
}

type Point = readonly [x: number, y: number]
type Curve = readonly [ax: number, ay: number, bx: number, by: number, x: number, y: number]

/** The height-to-width ratio of a circle at height y, seen from slightly above. */
export const bend = (y: number) => Math.max(0.04, 0.13 + y * 0.00009)

const round1 = (x: number) => Math.round(x * 10) / 10

/** Mirrors the right half of a profile, given from top to bottom, into a round body. */
export function lathe(start: Point, ...profile: (Point | Curve)[]): string {
  const [x0, y0] = start
  let [x, y] = start
  let right = ''
  let left = ''
  for (const step of profile) {
    if (step.length === 2) {
      const upright = step[0] === x
      right += upright ? `V${round1(step[1])}` : `L${round1(step[0])} ${round1(step[1])}`
      left = `${upright ? 'V' : `L${round1(-x)} `}${round1(y)}${left}`
      ;[x, y] = step
    } else {
      const [ax, ay, bx, by, toX, toY] = step
      right += `C${ax} ${ay} ${bx} ${by} ${toX} ${toY}`
      left = `C${-bx} ${by} ${-ax} ${ay} ${-x} ${y}${left}`
      ;[x, y] = [toX, toY]
    }
  }
  const arc = (r: number, at: number, to: number) =>
    `A${r} ${round1(r * bend(at))} 0 0 1 ${round1(to)} ${round1(at)}`
  return `M${-x0} ${y0}${arc(x0, y0, x0)}${right}${arc(x, y, -x)}${left}Z`
}

export const fill = (d: string, color: string, opacity = 1) =>
  `<path d="${d}" fill="${color}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const line = (d: string, color: string, width: number, opacity = 1, dash = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${opacity < 1 ? ` opacity="${opacity}"` : ''}${dash ? ` stroke-dasharray="${dash}"` : ''}/>`

export const disc = (r: number, y: number, color: string, opacity = 1) =>
  `<ellipse cy="${y}" rx="${r}" ry="${round1(r * bend(y))}" fill="${color}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

/** A gold hairline. It has a flat color because SVG doesn't paint gradients on a straight line. */
export const rule = (y: number, width: number) => line(`M${-width / 2} ${y}h${width}`, GOLD[3], 1.6)

export const ring = (r: number, y: number, color: string, width: number, opacity = 1) =>
  line(`M${-r} ${y}A${r} ${round1(r * bend(y))} 0 0 0 ${r} ${y}`, color, width, opacity)

/** A wrapped patch of half-width w on a round body of radius r. */
export function wrap(r: number, w: number, top: number, foot: number): string {
  const dip = (y: number) => round1(2 * r * bend(y) * (1 - Math.sqrt(1 - (w / r) ** 2)))
  const rise = (y: number) => round1(y + r * bend(y) - dip(y) / 2)
  return `M${-w} ${rise(top)}Q0 ${round1(rise(top) + dip(top))} ${w} ${rise(top)}V${rise(foot)}Q0 ${round1(rise(foot) + dip(foot))} ${-w} ${rise(foot)}Z`
}

export const gleam = (x: number, width: number, top: number, foot: number, color: string, opacity: number) =>
  `<rect x="${x}" y="${top}" width="${width}" height="${foot - top}" rx="${width / 2}" fill="${color}" opacity="${opacity}"/>`

export const at = (x: number, y: number, art: string, scale = 1, turn = 0) =>
  `<g transform="translate(${x} ${y})${scale === 1 ? '' : ` scale(${scale})`}${turn ? ` rotate(${turn})` : ''}">${art}</g>`
