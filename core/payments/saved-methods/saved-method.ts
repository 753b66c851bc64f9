/** A card or another way to pay that the provider has saved for a customer. The store only shows it. */
export type SavedMethod = {
  id: string
  /** As the provider names it, such as `card` or `link`. */
  type: string
  /** A card’s brand, or the method’s name. */
  name: string
  last4: string | null
  expires: { month: number; year: number } | null
  /** Of a card that came through a wallet, such as Apple Pay. */
  wallet: string | null
}

/** Such as “Visa ending in 4242, from Apple Pay”. */
export function methodTitle({ name, last4, wallet }: Pick<SavedMethod, 'name' | 'last4' | 'wallet'>): string {
  return `${name}${last4 ? ` ending in ${last4}` : ''}${wallet ? `, from ${wallet}` : ''}`
}

/** Cards are valid until the end of their month. */
export function isExpired({ expires }: Pick<SavedMethod, 'expires'>, now: Date): boolean {
  return expires !== null && now.getTime() >= Date.UTC(expires.year, expires.month)
}
