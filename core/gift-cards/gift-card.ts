import type { Currency } from '../money.ts'

/** The product that orders of gift cards refer to. It isn't sold in the catalog, and has no stock. */
export const GIFT_CARD_PRODUCT = 'prd_gift_card'
export const GIFT_CARD_NAME = 'Gift card'
export const HIDDEN_GIFT_CARD = {
  id: GIFT_CARD_PRODUCT,
  slug: 'gift-card-of-an-order',
  name: GIFT_CARD_NAME,
  description: 'Orders of gift cards refer to this product. It isn’t sold in the catalog.',
}

/** An order is paid with up to this many gift cards. */
export const MAX_GIFT_CARDS = 5
export const MAX_CODE_LENGTH = 60

export const GIFT_CARD_STATES = ['pending', 'active', 'disabled'] as const
export type GiftCardState = (typeof GIFT_CARD_STATES)[number]

/** A gift card that pays a part of an order. Store credit has no code, so no last characters. */
export type GiftCardPayment = { last4: string | null; amount: number }

/** What a shopper pays with, besides a card. */
export type GiftCardTender = {
  codes: readonly string[]
  /** Whether the account's store credit pays as well, before the codes. */
  useCredit: boolean
}

export type GiftCardBalance = { amount: number; currency: Currency; last4: string | null }

const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 26 characters of 5 bits hold 128 bits. */
const CODE_LENGTH = 26

export function encodeCode(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let code = ''
  for (let place = 0; place < CODE_LENGTH; place++) {
    code = CODE_ALPHABET[Number(number % 32n)] + code
    number /= 32n
  }
  return code
}

/** Accepts spaces, hyphens, small letters, and the letters that look like digits. */
export function normalizeGiftCardCode(input: string): string {
  return input
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** In groups of four, as it is printed. */
export function formatGiftCardCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

export function giftCardName(last4: string | null): string {
  return last4 ? `Gift card ending in ${last4}` : 'Store credit'
}
