/** What gift cards and store credit would pay of the displayed cart, in minor units of its currency. */
export type DisplayedPayment = {
  /** The code is undefined for store credit. */
  giftCards: { code: string | undefined; last4: string | null; amount: number }[]
  /** The codes that can pay, whether or not they have to. */
  codes: string[]
  /** What is left to pay by card. */
  due: number
  /** Why a code was left out. */
  problem: string | null
  /** The account's store credit. */
  credit: number
}
