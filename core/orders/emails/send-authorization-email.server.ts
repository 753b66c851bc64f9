import { enqueueEmail } from '#core/email/emails.server.ts'
import { listCaptures } from '#core/payments/captures/captures.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { readOrder } from '../find-order.server.ts'
import {
  authorizationExpiredEmail,
  authorizationExpiringEmail,
  authorizationReleasedEmail,
  captureFailedEmail,
} from './authorization-emails.ts'
import { buyerEnvelope, type EmailContext, ownerEnvelope } from './send-order-emails.server.ts'

export type AuthorizationEmailKind = 'expiring' | 'expired' | 'capture-failed' | 'released'

export async function sendAuthorizationEmail(
  ctx: EmailContext,
  { id, kind }: { id: string; kind: AuthorizationEmailKind },
): Promise<void> {
  const order = await readOrder(ctx.db, id)
  if (!order) throw new Error(`Order ${id} not found`)
  if (kind === 'released')
    return enqueueEmail(ctx.db, authorizationReleasedEmail(order, await buyerEnvelope(ctx, order)))
  const { timeZone } = await readStoreSettings(ctx.db)
  const envelope = { ...(await ownerEnvelope(ctx, `/admin/orders/${id}`)), timeZone }
  if (kind === 'expired') return enqueueEmail(ctx.db, authorizationExpiredEmail(order, envelope))
  if (kind === 'expiring') {
    // It may have shipped before this job ran.
    if (order.authorization !== 'authorized') return
    return enqueueEmail(ctx.db, authorizationExpiringEmail(order, envelope))
  }
  const failed = (await listCaptures(ctx.db, id)).find(({ state }) => state === 'failed')
  if (failed) await enqueueEmail(ctx.db, captureFailedEmail(order, failed, envelope))
}
