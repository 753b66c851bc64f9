import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { type PaymentProvider, ProviderNotFound, ProviderRejection, UncertainOutcome } from '../payment.ts'
import { findCustomerId } from './payment-customer.server.ts'
import type { SavedMethod } from './saved-method.ts'

/** A page waits for the provider, so not for long. */
const PAGE_WAIT_MS = 4000

const METHOD_ID = /^[A-Za-z\d_]{1,255}$/

/** Whether the owner lets customers save how they pay. */
export async function canSaveMethods(ctx: Context): Promise<boolean> {
  const { payments } = await readStoreSettings(ctx.db, ctx.log)
  return payments.saveMethods && ctx.payments !== null
}

/** Whether My Profile leads to them. What was saved before the owner turned it off can still be removed. */
export async function mayHaveSavedMethods(ctx: Context): Promise<boolean> {
  return (await canSaveMethods(ctx)) || (await findOwnCustomer(ctx)) !== null
}

/** Newest first. Refuses as `unavailable` if the provider doesn’t answer soon. */
export async function listSavedMethods(ctx: Context): Promise<SavedMethod[]> {
  const customerId = await findOwnCustomer(ctx)
  if (!customerId) return []
  return askProvider(
    ctx,
    'Your saved payment methods couldn’t be loaded right now. Please try again later.',
    async (provider, deadline) => {
      try {
        return await provider.listSavedMethods(customerId, deadline)
      } catch (error) {
        // Deleted in the provider's dashboard, with all that was saved.
        if (error instanceof ProviderNotFound) return []
        throw error
      }
    },
  )
}

/** Removing it again changes nothing. The methods of other customers count as unknown. */
export async function removeSavedMethod(ctx: Context, methodId: string): Promise<void> {
  const customerId = await findOwnCustomer(ctx)
  if (!customerId || !METHOD_ID.test(methodId)) throw methodNotFound()
  await askProvider(
    ctx,
    'The payment method couldn’t be removed right now. Please try again later.',
    async (provider, deadline) => {
      const ownerId = await provider.findMethodOwner(methodId, deadline)
      if (ownerId === null) return
      if (ownerId !== customerId) throw methodNotFound()
      try {
        await provider.detachMethod(methodId, deadline)
      } catch (error) {
        // Another request may have removed it meanwhile.
        if (!(error instanceof ProviderRejection)) throw error
        if ((await provider.findMethodOwner(methodId, deadline)) !== null) throw error
      }
    },
  )
}

/** For the account’s deletion. A job repeats it until the provider confirms it. */
export async function deletePaymentCustomer(
  { payments }: Pick<Context, 'payments'>,
  customerId: string,
): Promise<void> {
  if (!payments) throw new Error('The store has no card provider, so its customer can’t be deleted there')
  await payments.deleteCustomer(customerId)
}

function findOwnCustomer(ctx: Context): Promise<string | null> {
  return findCustomerId(ctx.db, requireSignedIn(ctx.actor).id)
}

async function askProvider<Result>(
  ctx: Context,
  failure: string,
  ask: (provider: PaymentProvider, deadline: Date) => Promise<Result>,
): Promise<Result> {
  if (!ctx.payments) throw new Refusal('unavailable', failure)
  try {
    return await ask(ctx.payments, new Date(Date.now() + PAGE_WAIT_MS))
  } catch (error) {
    if (error instanceof ProviderNotFound) throw methodNotFound()
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('the card provider didn’t answer about saved payment methods', { error })
    throw new Refusal('unavailable', failure)
  }
}

function methodNotFound(): Refusal {
  return new Refusal('not_found', 'Payment method not found.')
}
