import type { CartLine } from '#core/cart/cart-line.ts'
import {
  cancelCheckoutReminder,
  saveCheckoutReminder,
} from '#core/checkout-reminders/save-reminder.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Checkout } from '../read-checkout.ts'

/** Before the order is placed, so that a payment page that the shopper leaves is covered, also without scripts. */
export async function updateReminder(
  ctx: Context,
  { wantsReminder, scripted, address: { email }, code }: Checkout,
  lines: readonly CartLine[],
): Promise<void> {
  if (!ctx.terms.offersReminders) return
  try {
    if (wantsReminder) await saveCheckoutReminder(ctx, { email: email.toLowerCase(), lines, code })
    // With scripts, unticking the box has done it.
    else if (!scripted) await cancelCheckoutReminder(ctx, email.toLowerCase())
  } catch (error) {
    // The order matters more.
    if (!(error instanceof Refusal)) ctx.log.error('saving a checkout reminder failed', { error })
  }
}
