/** The widths of bars and spaces of each symbol of Code 128 (ISO/IEC 15417), in turn. */
const SYMBOLS =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121
211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124
121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241
114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/)

const SWITCH_TO_TEXT = 100
const START_TEXT = 104
const START_DIGITS = 105
const STOP = 106
const QUIET_ZONE = 10

export type Barcode = { path: string; width: number }

/** An SVG path, 1 high and one unit for the narrowest bar. Undefined for text that the code can't hold. */
export function drawCode128(text: string): Barcode | undefined {
  if (!/^[ -~]{1,48}$/.test(text)) return undefined
  const values = /^\d{4,}$/.test(text) ? digitValues(text) : [START_TEXT, ...textValues(text)]
  const checksum = values.reduce((sum, value, position) => sum + value * Math.max(position, 1), 0) % 103
  const widths = [...values, checksum, STOP].flatMap((value) => [...(SYMBOLS[value] ?? '')].map(Number))
  let x = QUIET_ZONE
  let path = ''
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  }
  return { path, width: x + QUIET_ZONE }
}

/** Two digits fit one symbol; the last of an odd number follows as text. */
function digitValues(digits: string): number[] {
  const pairs = digits.match(/\d\d/g) ?? []
  const rest = digits.length % 2 ? [SWITCH_TO_TEXT, ...textValues(digits.slice(-1))] : []
  return [START_DIGITS, ...pairs.map(Number), ...rest]
}

const textValues = (text: string) => [...text].map((character) => character.charCodeAt(0) - 32)
