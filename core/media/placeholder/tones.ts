export const TONES = ['paper', 'blush', 'rosewood', 'moss', 'amber', 'ink'] as const
export type Tone = (typeof TONES)[number]

export const PAPER = '#F6F0E8'
export const INK = '#241A17'
export const LIGHT = '#FFF9F0'
export const GOLD = ['#6E5130', '#B8935A', '#F3E4C3', '#BF9A60', '#86643A', '#D2B27C', '#65492B'] as const
export const FLAME = ['#FFE9B8', '#FFD27A', '#F7A94B', '#C98A6A'] as const

type ToneColors = {
  /** The wall's color near the light, in between, and in the far corner. */
  wall: readonly [string, string, string]
  floor: readonly [string, string]
  stone: string
  /** Opaque bodies: porcelain, lacquer, aluminum. */
  body: string
  glass: string
  cap: string
  accent: string
  gem: string
  shadow: string
}

export const TONE_COLORS: Record<Tone, ToneColors> = {
  paper: {
    wall: ['#FAF6EF', '#F3EBE0', '#E3D6C5'],
    floor: ['#EFE6D9', '#D9CAB6'],
    stone: '#E4D8C7',
    body: '#EFE6D8',
    glass: '#B98F5E',
    cap: '#33271F',
    accent: '#A8604F',
    gem: '#A9B49A',
    shadow: '#5C4433',
  },
  blush: {
    wall: ['#F9F0E8', '#EFDFD3', '#DBC0B0'],
    floor: ['#EAD8CA', '#D0B3A1'],
    stone: '#E6D3C5',
    body: '#DDB8A6',
    glass: '#B8735A',
    cap: '#F0E5D8',
    accent: '#B5695A',
    gem: '#E0B3A6',
    shadow: '#63402F',
  },
  rosewood: {
    wall: ['#F1E4D9', '#E1CDBF', '#C3A697'],
    floor: ['#D8C1B2', '#B3978A'],
    stone: '#D8C2B3',
    body: '#5E2426',
    glass: '#6E231D',
    cap: '#2A1A17',
    accent: '#7E2A2A',
    gem: '#BF8B7C',
    shadow: '#46211A',
  },
  moss: {
    wall: ['#F4F0E6', '#E6E0D2', '#CBC3B0'],
    floor: ['#DED7C5', '#BFB79F'],
    stone: '#DBD3C1',
    body: '#5D5F47',
    glass: '#474A2A',
    cap: '#2A2620',
    accent: '#8A5A42',
    gem: '#8E9A7A',
    shadow: '#3E3827',
  },
  amber: {
    wall: ['#F8F0E4', '#EDE0CE', '#D6BFA3'],
    floor: ['#E5D5BE', '#C6AC8C'],
    stone: '#E2D1B9',
    body: '#A56A37',
    glass: '#7A3A10',
    cap: '#2B1E18',
    accent: '#A34A2B',
    gem: '#C98F4E',
    shadow: '#573517',
  },
  ink: {
    wall: ['#E9E0D5', '#D8CCBE', '#B5A696'],
    floor: ['#CDBFB0', '#A59585'],
    stone: '#CBBDAE',
    body: '#2F241F',
    glass: '#3A2820',
    cap: '#241A17',
    accent: '#6A2527',
    gem: '#5B524B',
    shadow: '#2E211B',
  },
}

export function mix(a: string, b: string, part: number): string {
  const channel = (at: number) => {
    const from = Number.parseInt(a.slice(at, at + 2), 16)
    const to = Number.parseInt(b.slice(at, at + 2), 16)
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export const lit = (color: string, part: number) => mix(color, LIGHT, part)
export const dim = (color: string, part: number) => mix(color, INK, part)
