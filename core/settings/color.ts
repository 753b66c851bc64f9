/** Colors as #rrggbb, and in OKLCH, in which equal steps look equal. */
export type Oklch = { lightness: number; chroma: number; hue: number }

export const HEX_COLOR = /^#[0-9a-f]{6}$/

type Rgb = [red: number, green: number, blue: number]

/** As WCAG defines it: 1 for equal colors, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

export function luminance(color: string): number {
  const [red, green, blue] = toLinear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `share` of the second color. */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [toRgb(one), toRgb(other)]
  return toHex(from.map((value, index) => value + ((to[index] ?? value) - value) * share))
}

export function toOklch(color: string): Oklch {
  const [red, green, blue] = toLinear(color)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** A color that screens can't show loses chroma until they can. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  for (let reduced = chroma; ; reduced -= 0.005) {
    const linear = oklabToLinear(
      lightness,
      Math.max(0, reduced) * Math.cos(hue),
      Math.max(0, reduced) * Math.sin(hue),
    )
    if (reduced <= 0 || linear.every((value) => value > -0.0005 && value < 1.0005))
      return toHex(linear.map(toGamma))
  }
}

function oklabToLinear(lightness: number, a: number, b: number): number[] {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function toRgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

function toLinear(color: string): Rgb {
  const [red, green, blue] = toRgb(color)
  return [linear(red), linear(green), linear(blue)]
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function toHex(channels: number[]): string {
  const bytes = channels.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
