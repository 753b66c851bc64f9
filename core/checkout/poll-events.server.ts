import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { PaymentProvider, ProviderEvent } from '../payments/payment.ts'
import { handleProviderEvent } from './handle-provider-event.server.ts'
import type { PaymentContext } from './payment-context.ts'

const MINUTE_MS = 60_000
/** The provider may list events late, so each poll overlaps the previous one. */
const OVERLAP_MS = 2 * MINUTE_MS
/** The provider retries webhooks for three days; older events are of no use to a first poll. */
const INITIAL_LOOKBACK_MS = 3 * 24 * 60 * MINUTE_MS
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
    for (const event of events) await handleOrSetAside(ctx, event)
    await saveCursor(ctx.db, JSON.stringify(new Date(until)))
    if (until >= now) return
    from = until
    if (events.length < FEW_EVENTS) window *= 2
  }
}

async function findPollStart(db: Db, now: number): Promise<number> {
  const [cursor] = await selectCursor(db)
  return cursor ? Date.parse(cursor.until) - OVERLAP_MS : now - INITIAL_LOOKBACK_MS
}

/** A failing event must not block the others: it is saved and retried, and readiness reports it. */
async function handleOrSetAside(ctx: PaymentContext, event: ProviderEvent): Promise<void> {
  try {
    await handleProviderEvent(ctx, event)
  } catch (error) {
    ctx.log.error('handling a payment event failed', { event: event.id, error })
    const failure = error instanceof Error ? error.message : String(error)
    await insertFailedEvent(ctx.db, event.id, JSON.stringify(event), failure)
  }
}

async function retryFailedEvents(ctx: PaymentContext): Promise<void> {
  for (const { event } of await selectFailedEvents(ctx.db)) {
    try {
      await handleProviderEvent(ctx, { ...event, at: new Date(event.at) })
      await deleteFailedEvent(ctx.db, event.id)
    } catch (error) {
      ctx.log.warn('retrying a payment event failed', { event: event.id, error })
      await postponeFailedEvent(ctx.db, event.id)
    }
  }
}

const selectCursor = statement<{ until: string }>(
  'events_seen',
  `select value #>> '{}' as until from store_facts where key = 'provider-events-seen'`,
)
const saveCursor = statement(
  'events_keep_seen',
  `insert into store_facts (key, value) values ('provider-events-seen', $1)
   on conflict (key) do update set value = excluded.value`,
)
const insertFailedEvent = statement(
  'failed_event_insert',
  `insert into failed_provider_events (id, event, failure) values ($1, $2, left($3, 500)) on conflict (id) do nothing`,
)
const selectFailedEvents = statement<{ event: Omit<ProviderEvent, 'at'> & { at: string } }>(
  'failed_events',
  `select event from failed_provider_events where next_attempt_at <= now() order by failed_at limit 50`,
)
const deleteFailedEvent = statement('failed_event_delete', 'delete from failed_provider_events where id = $1')
const postponeFailedEvent = statement(
  'failed_event_postpone',
  `update failed_provider_events set attempts = attempts + 1,
     next_attempt_at = now() + least(interval '1 hour', interval '20 seconds' * power(2, attempts)) where id = $1`,
)
