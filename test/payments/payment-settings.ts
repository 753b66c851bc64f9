import type { Context } from '#core/context.ts'
import { DEFAULT_PAYMENTS, type PaymentSettings } from '#core/settings/payment-settings.ts'
import { forgetStoreSettings, saveSetting } from '#core/settings/store-settings.server.ts'

/** The other settings of payments are those at first. */
export async function changePaymentSettings(
  ctx: Pick<Context, 'db'>,
  changes: Partial<PaymentSettings>,
): Promise<void> {
  await saveSetting(ctx.db, { key: 'payments', value: { ...DEFAULT_PAYMENTS, ...changes }, actorId: 'test' })
  forgetStoreSettings(ctx.db)
}
