import type { Context } from '#core/context.ts'
import { removeSavedMethod } from '#core/payments/saved-methods/saved-methods.server.ts'
import type { FormHandler } from '#web/forms/handle-form.ts'

/** Keyed by the path of each form in routes.ts. */
export const PAYMENT_METHOD_FORMS: Record<string, FormHandler<{ ctx: Context }>> = {
  ':id/removal': async ({ ctx, params: { id = '' } }) => {
    await removeSavedMethod(ctx, id)
    return 'payment-method-removed'
  },
}
