import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { describeError } from '../log.ts'
import type { PaymentProvider, ProviderEvent } from '../payments/payment.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'
import { findKnownEvents, handleProviderEvent } from './handle-provider-event.server.ts'
import type { PaymentContext } from './payment-context.ts'

/** The provider may list events late, so each poll overlaps the previous one. */
const OVERLAP_MS = 2 * MINUTE_MS
/** The provider retries webhooks for three days; older events are of no use to a first poll. */
const INITIAL_LOOKBACK_MS = 3 * DAY_MS
/** After an outage, events are read oldest first in windows, so that none are skipped and memory stays small. */
const FIRST_WINDOW_MS = 10 * MINUTE_MS
const FEW_EVENTS = 500

/** Handles the events that no webhook delivered. Throws if the provider can't list them. */
export async function pollEvents(ctx: PaymentContext, provider: PaymentProvider): Promise<void> {
  await retryFailedEvents(ctx)
  const now = Date.now()
  let from = await findPollStart(ctx.db, now)
  for (let window = FIRST_WINDOW_MS; ; ) {
    const until = Math.min(from + window, now)
    // Events of the current second may still be added.
    const events = await provider.eventsBetween(new Date(from), until < now ? new Date(until) : null)
    const knownIds = new Set(await findKnownEvents(ctx.db, events))
    for (const event of events) {
      if (ctx.stopping?.aborted) return
      if (!knownIds.has(event.id)) await handleOrSetAside(ctx, event)
    }
    await savePollEnd(ctx.db, new Date(until))
    if (until >= now || ctx.stopping?.aborted) return
    from = until
    if (events.length < FEW_EVENTS) window *= 2
  }
}

async function findPollStart(db: Db, now: number): Promise<number> {
  const [polledUntil] = await queryColumn(db, z.date())`
    select (value #>> '{}')::timestamptz as until from store_facts where key = 'provider-events-seen'`
  return polledUntil ? polledUntil.getTime() - OVERLAP_MS : now - INITIAL_LOOKBACK_MS
}

async function savePollEnd(db: Db, until: Date): Promise<void> {
  await execute(db)`
    insert into store_facts (key, value) values ('provider-events-seen', ${sql.json(until)})
    on conflict (key) do update set value = excluded.value`
}

/** A failing event must not block the others: it is saved and retried, and readiness reports it. */
async function handleOrSetAside(ctx: PaymentContext, event: ProviderEvent): Promise<void> {
  try {
    await handleProviderEvent(ctx, event)
  } catch (error) {
    ctx.log.error('handling a payment event failed', { id: event.id, error })
    const failure = describeError(error)
    await execute(ctx.db)`
      insert into failed_provider_events (id, event, failure)
      values (${event.id}, ${sql.json(event)}, left(${failure}, 500)) on conflict (id) do nothing`
  }
}

// Saved by this code from a `ProviderEvent`, whose dates are strings in JSON.
const FailedEvent = z.strictObject({
  event: z.custom<Omit<ProviderEvent, 'at'> & { at: string }>(
    (event) => typeof event === 'object' && event !== null && 'id' in event && 'at' in event,
  ),
})

async function retryFailedEvents(ctx: PaymentContext): Promise<void> {
  const failed = await query(ctx.db, FailedEvent)`
    select event from failed_provider_events where next_attempt_at <= now() order by failed_at limit 50`
  for (const { event } of failed) {
    if (ctx.stopping?.aborted) return
    try {
      await handleProviderEvent(ctx, { ...event, at: new Date(event.at) })
      await execute(ctx.db)`delete from failed_provider_events where id = ${event.id}`
    } catch (error) {
      ctx.log.warn('retrying a payment event failed', { id: event.id, error })
      await execute(ctx.db)`
        update failed_provider_events set attempts = attempts + 1,
          next_attempt_at = now() + least(interval '1 hour', interval '20 seconds' * power(2, attempts))
        where id = ${event.id}`
    }
  }
}
