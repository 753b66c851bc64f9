import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { DEFAULT_GIFT_CARDS } from '#core/settings/gift-card-settings.ts'
import { DEFAULT_SAMPLES } from '#core/settings/sample-settings.ts'
import type { StoreDetails } from '#core/settings/store-settings.ts'
import { DAY_MS } from '#core/time-units.ts'
import { adminContext, type SeedEvent } from './seed-store.ts'

const STORE_DETAILS: Partial<StoreDetails> = {
  addressLines: ['214 Orchard Street', 'Studio 3'],
  city: 'Portland',
  region: 'OR',
  postalCode: '97205',
  country: 'United States',
  taxNumber: 'EIN 00-1234567',
}

export function storeDetailsEvent(now: number): SeedEvent {
  const at = now - 371 * DAY_MS
  return {
    at,
    async run(store) {
      const giftCards = { ...DEFAULT_GIFT_CARDS, enabled: true }
      const samples = { ...DEFAULT_SAMPLES, enabled: true }
      await changeStoreSettings(adminContext(store, at), 0, {
        store: STORE_DETAILS,
        giftCards,
        giftWrap: { enabled: true, price: 500 },
        samples,
        checkoutReminders: { enabled: true, afterHours: 4 },
      })
    },
  }
}
