import { encode } from 'uqr'

/** One SVG path with a unit square for each dark module. */
export function drawQrCode(text: string): { qr: string; size: number } {
  const { data, size } = encode(text, { border: 0, boostEcc: true })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { qr: squares.join(''), size }
}
