import { hash, randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const ID_PREFIXES = {
  product: 'prd',
  family: 'fam',
  category: 'cat',
  collection: 'col',
  ingredient: 'ing',
  formula: 'fml',
  responsiblePerson: 'rsp',
  batch: 'bat',
  adverseEvent: 'adv',
  profile: 'usr',
  address: 'adr',
  order: 'ord',
  draftOrder: 'drf',
  orderItem: 'itm',
  cartItem: 'crt',
  productAlert: 'pal',
  payment: 'pay',
  refund: 'ref',
  capture: 'cap',
  return: 'ret',
  review: 'rev',
  offer: 'off',
  giftCard: 'gft',
  checkoutReminder: 'rem',
  entry: 'ent',
  email: 'ltr',
  subscriber: 'sub',
  picture: 'pic',
  upload: 'upl',
  import: 'imp',
  content: 'cnt',
  importedOrder: 'imo',
  approval: 'apr',
  apiKey: 'key',
  webhookEndpoint: 'whk',
  invitation: 'inv',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/**
 * `prd_` and 20 characters: 45 bits of time, so that new rows are neighbors in an index, and 55 random bits. An ID is
 * no secret: access is checked, and links that need none carry a token or a signature.
 */
export function newId(kind: IdKind, now = Date.now(), random = randomFillSync(new Uint8Array(11))): string {
  let time = ''
  for (let remaining = now, digit = 0; digit < 9; digit++) {
    time = ALPHABET[remaining % 32] + time
    remaining = Math.floor(remaining / 32)
  }
  let randomPart = ''
  for (const byte of random) randomPart += ALPHABET[byte % 32]
  return `${ID_PREFIXES[kind]}_${time}${randomPart}`
}

/** The same text always has the same ID. */
export function derivedId(kind: IdKind, text: string): string {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 20)
  return `${ID_PREFIXES[kind]}_${Array.from(bytes, (byte) => ALPHABET[byte % 32]).join('')}`
}

export function isId(kind: IdKind, text: string): boolean {
  return (
    text.length === 24 &&
    text.startsWith(`${ID_PREFIXES[kind]}_`) &&
    /^[0-9a-hjkmnp-tv-z]{20}$/.test(text.slice(4))
  )
}
