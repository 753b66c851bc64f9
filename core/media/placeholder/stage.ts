import type { Paint } from './paint.ts'
import { at, fill, line, type SceneObject } from './shape.ts'
import { dim, LIGHT, lit } from './tones.ts'

export function wall(p: Paint, width: number, height: number, pane: { x: number; y: number; scale: number }) {
  const [near, between, far] = p.wall
  const light = p.round('cx=".2" cy=".12" r="1.05"', [0, near], [0.45, between], [1, far])
  const panes = [0, 214]
    .flatMap((x) => [0, 300].map((y) => `M${x} ${y + x * 0.42}l196 82v270l-196-82z`))
    .join('')
  const shine = fill(panes, p.down([0, LIGHT, 0.85], [1, LIGHT, 0.25]))
  return `<rect width="${width}" height="${height}" fill="${light}"/>${at(pane.x, pane.y, `<g filter="${p.blur(13)}">${shine}</g>`, pane.scale)}`
}

export function ground(p: Paint, width: number, height: number, horizon: number) {
  const [lightFloor, darkFloor] = p.floor
  return [
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${p.slant([0, lit(lightFloor, 0.35)], [0.5, lightFloor], [1, darkFloor])}"/>`,
    `<rect y="${horizon}" width="${width}" height="90" fill="${p.down([0, p.shadow, 0.14], [1, p.shadow, 0])}"/>`,
  ].join('')
}

/** Light comes from the upper left and slightly from the front, so shadows fall to the right and back. */
export function shadow(p: Paint, { outline, feet, glow }: SceneObject) {
  const cast = p.down([0, p.shadow, 0.02], [0.5, p.shadow, 0.18], [1, p.shadow, 0.55])
  const contact = feet
    .map(([x, y, r]) => `<ellipse cx="${x + 8}" cy="${y + r * 0.06}" rx="${r * 1.06}" ry="${r * 0.12 + 4}"/>`)
    .join('')
  return [
    `<path d="${outline}" transform="matrix(1 0 -.92 .17 0 0)" fill="${cast}" filter="${p.blur(8)}"/>`,
    glow
      ? `<ellipse cx="170" cy="-26" rx="105" ry="14" transform="rotate(-8)" fill="${glow}" opacity=".5" filter="${p.blur(12)}"/>`
      : '',
    `<g fill="${dim(p.shadow, 0.4)}" opacity=".6" filter="${p.blur(7)}">${contact}</g>`,
  ].join('')
}

export const stand = (p: Paint, item: SceneObject, x: number, y: number, scale = 1) =>
  at(x, y, shadow(p, item) + item.art, scale)

type PlacedObject = { object: SceneObject; x: number; scale: number }

/** A travertine block with its upper front edge at 0, 0, and the objects on it. */
export function slab(p: Paint, width: number, height: number, depth: number, objects: PlacedObject[] = []) {
  const w = width / 2
  const inset = w - depth * 0.42
  const top = `M${-inset} ${-depth}H${inset}L${w} 0H${-w}Z`
  const strata = `M${-w} ${height * 0.3}q${w * 0.5}-7 ${w * 0.9} 1t${w * 1.1}-3M${-w * 0.6} ${height * 0.52}q${w * 0.3} 6 ${w * 0.7}-1t${w * 0.9} 4M${-w} ${height * 0.74}q${w * 0.6} 8 ${w * 1.2}-2`
  const drawObjects = (draw: (item: SceneObject) => string) =>
    objects.map(({ object: item, x, scale }) => at(x, -depth / 2, draw(item), scale)).join('')
  return [
    `<path d="M${-w} ${height}L${-w} ${height * 0.4}L${w} 0L${w + height + 70} ${height * 0.7}L${w + 60} ${height + 4}Z" fill="${p.across([0, p.shadow, 0.5], [0.7, p.shadow, 0.45], [1, p.shadow, 0])}" filter="${p.blur(8)}"/>`,
    `<rect x="${-w + 4}" y="${height - 10}" width="${width + 6}" height="18" fill="${dim(p.shadow, 0.4)}" opacity=".55" filter="${p.blur(7)}"/>`,
    fill(
      `M${-w} 0H${w}V${height}H${-w}Z`,
      p.slant([0, lit(p.stone, 0.25)], [0.5, dim(p.stone, 0.05)], [1, dim(p.stone, 0.24)]),
    ),
    line(strata, p.shadow, 3, 0.06),
    fill(top, p.across([0, lit(p.stone, 0.75)], [0.6, lit(p.stone, 0.45)], [1, lit(p.stone, 0.1)])),
    `<g clip-path="${p.clip(top)}">${drawObjects((item) => shadow(p, item))}</g>`,
    `<rect x="${-w}" y="-1" width="${width}" height="2.5" fill="${p.across([0, LIGHT, 0.9], [1, LIGHT, 0.35])}"/>`,
    drawObjects((item) => item.art),
  ].join('')
}

export function svgDocument(width: number, height: number, art: string[], paints: Paint[]) {
  const markup = paints.map((p) => p.defs()).join('') + art.join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shortenNumbers(markup)}</svg>`
}

const shortenNumbers = (markup: string) =>
  markup
    .replaceAll(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100))
    .replaceAll(/(?<![\d.])0\.(?=\d)/g, '.')
    .replaceAll(/(?<= d=")[^"]+/g, (d) => d.replaceAll(' -', '-'))

// Per leaf: where it leaves the stem, its direction in degrees, and its length.
const LEAVES = [
  [40, 12, -88, 118],
  [74, 24, 24, 108],
  [120, 48, -68, 130],
  [160, 72, 46, 118],
  [206, 108, -50, 124],
  [236, 138, 66, 112],
  [280, 190, -30, 118],
  [300, 226, 86, 100],
  [330, 284, 40, 120],
] as const

export function branch(p: Paint, x: number, y: number, scale: number) {
  const leaves = LEAVES.map(([rootX, rootY, turn, length]) => {
    const along = (part: number, aside: number) => {
      const angle = (turn * Math.PI) / 180
      const [c, s] = [Math.cos(angle) * length, Math.sin(angle) * length]
      return `${Math.round(c * part - s * aside)} ${Math.round(s * part + c * aside)}`
    }
    return `M${rootX} ${rootY}q${along(0.4, 0.4)} ${along(1, 0)}q${along(-0.7, -0.34)} ${along(-1, 0)}z`
  }).join('')
  const stem = line('M-80-20C120 20 270 130 334 290', p.shadow, 5)
  return at(x, y, `<g opacity=".15" filter="${p.blur(6)}">${fill(leaves, p.shadow)}${stem}</g>`, scale)
}
