import { line } from './shape.ts'

// Paths, because an SVG in <img> can't use the page's fonts. Letters are ten units high and start at the upper left.
const LETTERS: Record<string, readonly [width: number, steps: string]> = {
  E: [5.4, 'h5.4m-5.4 0v10h5.4m-5.4-5.1h4.6'],
  T: [7, 'h7m-3.5 0v10'],
  R: [5.8, 'v10m0-10h2.8a2.7 2.7 0 0 1 0 5.4h-2.8m2.8 0l3 4.6'],
  N: [7, 'm0 10v-10l7 10v-10'],
  A: [8, 'm0 10l4-10l4 10m-6.6-3.4h5.2'],
  L: [5, 'v10h5'],
  B: [5.6, 'v10h3a2.6 2.6 0 0 0 0-5.2h-3h2.6a2.4 2.4 0 0 0 0-4.8z'],
  U: [7, 'v6.4a3.5 3.5 0 0 0 7 0v-6.4'],
  Y: [7.4, 'l3.7 5l3.7-5m-3.7 5v5'],
}
const TRACKING = 3.6
const LEADING = 19

export const lettering = (y: number, color: string, size = 1, words = ['ETERNAL', 'BEAUTY']) =>
  words
    .map((word, row) => {
      const { steps, width } = setWord(word)
      const left = Math.round((-width * size) / 2)
      return `<g transform="translate(${left} ${y + row * LEADING * size}) scale(${size})">${line(steps, color, 1)}</g>`
    })
    .join('')

function setWord(word: string) {
  let x = 0
  let steps = ''
  for (const letter of word) {
    const [width, stroke] = LETTERS[letter] ?? [4, '']
    steps += `M${Math.round(x * 10) / 10} 0${stroke}`
    x += width + TRACKING
  }
  return { steps, width: x - TRACKING }
}
