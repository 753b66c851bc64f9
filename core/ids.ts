import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const PREFIXES = {
  product: 'prd',
  profile: 'usr',
  address: 'adr',
  order: 'ord',
  orderItem: 'itm',
  cartItem: 'crt',
  payment: 'pay',
  refund: 'ref',
  return: 'ret',
  review: 'rev',
  offer: 'off',
  entry: 'ent',
  letter: 'ltr',
  subscriber: 'sub',
  picture: 'pic',
  upload: 'upl',
  import: 'imp',
} as const

export type Kind = keyof typeof PREFIXES

/** `prd_` and 20 characters: 45 bits of time, so that neighbours in time are neighbours in an index, and 55 of chance. */
export function newId(kind: Kind, now = Date.now(), random = randomFillSync(new Uint8Array(11))): string {
  let time = ''
  for (let rest = now, place = 0; place < 9; place++) {
    time = ALPHABET[rest % 32] + time
    rest = Math.floor(rest / 32)
  }
  let chance = ''
  for (const byte of random) chance += ALPHABET[byte % 32]
  return `${PREFIXES[kind]}_${time}${chance}`
}

export function isId(kind: Kind, text: string): boolean {
  return (
    text.length === 24 &&
    text.startsWith(`${PREFIXES[kind]}_`) &&
    /^[0-9a-hjkmnp-tv-z]{20}$/.test(text.slice(4))
  )
}
