import type { CardStore } from '#test/card-store.ts'

/** What goes wrong at the card provider or between it and the store, and what the store does later. */
export const SHOP_STEPS = {
  'next refund is declined': (shop: CardStore) => shop.setFaults({ refuseRefunds: 1 }),
  'next response is lost': (shop: CardStore) => shop.setFaults({ failAfterCommit: 1 }),
  'lose webhooks': (shop: CardStore) => shop.setFaults({ lose: true }),
  'deliver webhooks': (shop: CardStore) => shop.deliverWebhooks(),
  'run jobs': (shop: CardStore) => shop.settlePayments(),
} as const

export type ShopStep = keyof typeof SHOP_STEPS
export const SHOP_STEP_NAMES = Object.keys(SHOP_STEPS) as ShopStep[]
