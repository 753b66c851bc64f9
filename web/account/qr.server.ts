/** A QR code (byte mode, error correction L) as the path of an SVG: what an authenticator app is shown. */
export function drawQr(text: string): { qr: string; size: number } {
  const bytes = new TextEncoder().encode(text)
  const version = versionFor(bytes.length)
  const grid = blankGrid(version)
  place(grid, withCorrection(dataWords(bytes, version), version))
  const dark = maskBest(grid)
  let qr = ''
  for (const [y, row] of dark.entries())
    for (const [x, on] of row.entries()) if (on) qr += `M${x} ${y}h1v1h-1z`
  return { qr, size: dark.length }
}

// For versions 1 to 15, as the standard's table gives them for level L.
const CORRECTION_WORDS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6]

type Grid = { dark: boolean[][]; fixed: boolean[][]; size: number; version: number }

function versionFor(length: number): number {
  for (let version = 1; version <= BLOCKS.length; version++) {
    if (length * 8 + 4 + lengthBits(version) <= dataWordsOf(version) * 8) return version
  }
  throw new Error('Too much to say in a QR code')
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16
}

function allWordsOf(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2
    modules -= (25 * marks - 10) * marks - 55
    if (version >= 7) modules -= 36
  }
  return Math.floor(modules / 8)
}

function dataWordsOf(version: number): number {
  return allWordsOf(version) - (CORRECTION_WORDS[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0)
}

function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const add = (value: number, count: number) => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >>> at) & 1)
  }
  add(4, 4)
  add(bytes.length, lengthBits(version))
  for (const byte of bytes) add(byte, 8)
  const room = dataWordsOf(version) * 8
  add(0, Math.min(4, room - bits.length))
  add(0, (8 - (bits.length % 8)) % 8)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2))
  for (let filler = 0xec; words.length < room / 8; filler ^= 0xec ^ 0x11) words.push(filler)
  return words
}

/** Each block with its Reed–Solomon words, all of them interleaved. */
function withCorrection(words: number[], version: number): number[] {
  const count = BLOCKS[version - 1] ?? 1
  const correction = CORRECTION_WORDS[version - 1] ?? 0
  const short = Math.floor(allWordsOf(version) / count) - correction
  const shortBlocks = count - (allWordsOf(version) % count)
  const divisor = divisorOf(correction)
  const blocks: { data: number[]; check: number[] }[] = []
  for (let number = 0, at = 0; number < count; number++) {
    const data = words.slice(at, at + short + (number < shortBlocks ? 0 : 1))
    at += data.length
    blocks.push({ data, check: remainder(data, divisor) })
  }
  const woven: number[] = []
  const weave = (part: 'data' | 'check', length: number) => {
    for (let at = 0; at < length; at++)
      for (const block of blocks) {
        const word = block[part][at]
        if (word !== undefined) woven.push(word)
      }
  }
  weave('data', short + 1)
  weave('check', correction)
  return woven
}

function divisorOf(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let at = 0; at < degree; at++) {
    for (let place = 0; place < degree; place++)
      result[place] = times(result[place] ?? 0, root) ^ (result[place + 1] ?? 0)
    root = times(root, 2)
  }
  return result
}

function remainder(data: number[], divisor: number[]): number[] {
  const result = Array<number>(divisor.length).fill(0)
  for (const word of data) {
    const factor = word ^ (result.shift() ?? 0)
    result.push(0)
    for (const [at, coefficient] of divisor.entries())
      result[at] = (result[at] ?? 0) ^ times(coefficient, factor)
  }
  return result
}

/** In the field of 256 that the standard uses. */
function times(x: number, y: number): number {
  let product = 0
  for (let at = 7; at >= 0; at--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> at) & 1) * x
  }
  return product
}

function blankGrid(version: number): Grid {
  const size = version * 4 + 17
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const grid: Grid = { dark: empty(), fixed: empty(), size, version }
  for (let at = 0; at < size; at++) {
    fix(grid, 6, at, at % 2 === 0)
    fix(grid, at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(grid, x, y, 4, (far) => far !== 2 && far !== 4)
  const marks = marksOf(version)
  const last = marks.at(-1)
  for (const x of marks)
    for (const y of marks) {
      const corner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6)
      if (!corner) square(grid, x, y, 2, (far) => far !== 1)
    }
  writeFormat(grid, 0)
  writeVersion(grid)
  return grid
}

function square(grid: Grid, x: number, y: number, reach: number, isDark: (far: number) => boolean): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      fix(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
}

function marksOf(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const places = [6]
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at)
  return places
}

function writeFormat(grid: Grid, mask: number): void {
  const value = (1 << 3) | mask
  let rest = value
  for (let at = 0; at < 10; at++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((value << 10) | rest) ^ 0x5412
  const bit = (at: number) => ((bits >>> at) & 1) === 1
  const { size } = grid
  for (let at = 0; at <= 5; at++) fix(grid, 8, at, bit(at))
  fix(grid, 8, 7, bit(6))
  fix(grid, 8, 8, bit(7))
  fix(grid, 7, 8, bit(8))
  for (let at = 9; at < 15; at++) fix(grid, 14 - at, 8, bit(at))
  for (let at = 0; at < 8; at++) fix(grid, size - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at++) fix(grid, 8, size - 15 + at, bit(at))
  fix(grid, 8, size - 8, true)
}

function writeVersion(grid: Grid): void {
  if (grid.version < 7) return
  let rest = grid.version
  for (let at = 0; at < 12; at++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (grid.version << 12) | rest
  for (let at = 0; at < 18; at++) {
    const near = Math.floor(at / 3)
    const far = grid.size - 11 + (at % 3)
    fix(grid, far, near, ((bits >>> at) & 1) === 1)
    fix(grid, near, far, ((bits >>> at) & 1) === 1)
  }
}

function fix({ dark, fixed, size }: Grid, x: number, y: number, on: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return
  set(dark, x, y, on)
  set(fixed, x, y, true)
}

function set(rows: boolean[][], x: number, y: number, on: boolean): void {
  const row = rows[y]
  if (row) row[x] = on
}

/** From the lower right upwards and down again, two columns at a time. */
function place({ dark, fixed, size }: Grid, words: number[]): void {
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const upwards = ((right + 1) & 2) === 0
        const y = upwards ? size - 1 - step : step
        if (fixed[y]?.[x] || at >= words.length * 8) continue
        set(dark, x, y, (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1)
        at++
      }
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The mask that leaves the fewest even patches: any of them can be read. */
function maskBest(grid: Grid): boolean[][] {
  const masked = MASKS.map((mask, number) => {
    const dark = grid.dark.map((row, y) => row.map((on, x) => on !== (!grid.fixed[y]?.[x] && mask(x, y))))
    const copy = { ...grid, dark }
    writeFormat(copy, number)
    return dark
  })
  return masked.reduce((best, next) => (evenness(next) < evenness(best) ? next : best))
}

function evenness(dark: boolean[][]): number {
  let even = 0
  for (const [y, row] of dark.entries())
    for (const [x, on] of row.entries()) {
      if (on === row[x + 1] && on === dark[y + 1]?.[x] && on === dark[y + 1]?.[x + 1]) even += 3
      if (on === row[x + 1] && on === row[x + 2] && on === row[x + 3] && on === row[x + 4]) even++
    }
  return even
}
