import { saveCheckoutReminder } from '#core/checkout-reminders/save-reminder.server.ts'
import { HOUR_MS } from '#core/time-units.ts'
import { accountContext, lookUp, type SeedEvent } from '../seed-store.ts'
import { GRACE_EMAIL } from './customers.ts'

/** Grace left the checkout an hour ago. */
export function checkoutReminderEvent(now: number): SeedEvent {
  const at = now - HOUR_MS
  return {
    at,
    async run(store) {
      const lines = [{ productId: lookUp(store.productIds, 'camellia-hair-oil'), quantity: 1 }]
      await saveCheckoutReminder(accountContext(store, GRACE_EMAIL, at), {
        email: GRACE_EMAIL,
        lines,
        code: '',
      })
    },
  }
}
