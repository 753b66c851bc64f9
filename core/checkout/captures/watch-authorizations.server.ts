import { z } from 'zod'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { ProviderRejection, UncertainOutcome } from '#core/payments/payment.ts'
import { DAY_MS } from '#core/time-units.ts'
import { query, queryColumn } from '#db/sql.ts'
import type { PaymentContext } from '../payment-context.ts'
import { settlePayment } from '../settle-payment.server.ts'

/** When the owner is warned, before an authorization ends. */
export const WARNING_DAYS = 2

/** Warns the owner once per order, and catches up on authorizations whose end nobody reported. */
export async function watchAuthorizations(ctx: PaymentContext): Promise<void> {
  await warnOwner(ctx)
  await settleEnded(ctx)
}

async function warnOwner({ db, now }: PaymentContext): Promise<void> {
  const until = new Date(now.getTime() + WARNING_DAYS * DAY_MS)
  await db.transaction(async (tx) => {
    const ids = await queryColumn(tx, z.string())`
      update payments set warned_at = ${now} from orders o
      where o.id = payments.order_id and o.authorization_state = 'authorized' and o.authorized_until <= ${until}
        and o.authorized_until > ${now} and o.status in ('pending', 'processing')
        and payments.state = 'authorized' and payments.warned_at is null
      returning o.id`
    for (const id of ids)
      await enqueueJob(
        tx,
        'authorization-email',
        { id, kind: 'expiring' },
        { key: `authorization-expiring:${id}` },
      )
  })
}

const Ended = z.strictObject({ sessionId: z.string() })

async function settleEnded(ctx: PaymentContext): Promise<void> {
  const provider = ctx.payments
  if (!provider) return
  const ended = await query(ctx.db, Ended)`
    select p.provider_id as "sessionId" from orders o join payments p on p.order_id = o.id and p.state = 'authorized'
    where o.authorization_state is not null and o.authorized_until <= ${ctx.now} order by o.authorized_until limit 100`
  for (const { sessionId } of ended) {
    if (ctx.stopping?.aborted) return
    try {
      await settlePayment(ctx, await provider.findSession(sessionId))
    } catch (error) {
      if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
      ctx.log.warn('checking an ended authorization failed', { session: sessionId, error })
    }
  }
}
