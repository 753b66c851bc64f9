import { z } from 'zod'
import { execute, query, sql } from '#db/sql.ts'
import { countStatements } from '#test/count-statements.ts'
import { createProvider } from '#test/payments/test-provider.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import type { PaymentProvider, ProviderEvent } from '../payments/payment.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'
import { pollEvents } from './poll-events.server.ts'

const buildEvent = (id: string, at: Date): ProviderEvent => ({
  ...{ id, kind: 'store.trial', at, session: null, declinedPaymentId: null, refund: null },
  ...{ refundedIntentId: null, dispute: null },
})

/** A provider with these events, which records the windows that are read. */
function providerWith(events: ProviderEvent[], onList = () => {}) {
  const windows: [Date, Date | null][] = []
  const { eventsBetween, ...provider } = Object.assign(createProvider(), { events })
  const recording: PaymentProvider['eventsBetween'] = async (since, until) => {
    windows.push([since, until])
    onList()
    return events.filter(({ at }) => at >= since && (!until || at < until))
  }
  return { windows, provider: { ...provider, eventsBetween: recording } }
}

const handledIds = async ({ db }: Context) => {
  const events = await query(db, z.strictObject({ id: z.string() }))`
    select id from provider_events order by id`
  return events.map(({ id }) => id)
}

const FailedEvent = z.strictObject({ id: z.string(), attempts: z.int(), failure: z.string(), delay: z.int() })
const listFailed = ({ db }: Context) =>
  query(db, FailedEvent)`
    select id, attempts, failure, round(extract(epoch from next_attempt_at - now()))::int as delay
    from failed_provider_events order by id`

const setLastPoll = ({ db }: Context, at: Date) =>
  execute(db)`insert into store_facts (key, value) values ('provider-events-seen', ${sql.json(at)})`

const ago = (ms: number) => new Date(Date.now() - ms)

test('the first poll reads the events of three days, and the next ones from two minutes before the last', async ({
  ctx,
}) => {
  const { provider, windows } = providerWith([
    buildEvent('evt_old', ago(3 * DAY_MS + MINUTE_MS)),
    buildEvent('evt_recent', ago(2 * DAY_MS)),
    buildEvent('evt_now', ago(0)),
  ])
  await pollEvents(ctx, provider)
  expect(await handledIds(ctx)).toEqual(['evt_now', 'evt_recent'])
  const firstPoll = windows.splice(0)
  expect(Math.round((Date.now() - (firstPoll[0]?.[0].getTime() ?? 0)) / DAY_MS)).toBe(3)
  expect(firstPoll.at(-1)?.[1], 'events of this second may still be added').toBeNull()
  await pollEvents(ctx, provider)
  expect(windows).toHaveLength(1)
  expect(Math.round((Date.now() - (windows[0]?.[0].getTime() ?? 0)) / MINUTE_MS)).toBe(2)
})

test('after an outage, windows follow each other without gaps and grow while there are few events', async ({
  ctx,
}) => {
  await setLastPoll(ctx, ago(3 * 60 * MINUTE_MS))
  const { provider, windows } = providerWith([])
  await pollEvents(ctx, provider)
  for (const [index, [since]] of windows.entries()) if (index) expect(since).toEqual(windows[index - 1]?.[1])
  const lengths = windows
    .slice(0, -1)
    .map(([since, until]) => ((until?.getTime() ?? 0) - since.getTime()) / MINUTE_MS)
  expect(lengths).toEqual([10, 20, 40, 80])
})

test('a poll that is interrupted continues where it stopped', async ({ ctx }) => {
  await setLastPoll(ctx, ago(60 * MINUTE_MS))
  let listings = 0
  const event = buildEvent('evt_late', ago(30 * MINUTE_MS))
  const { provider, windows } = providerWith([event], () => {
    if (++listings === 2) throw new Error('The process was killed')
  })
  await expect(pollEvents(ctx, provider)).rejects.toThrow('killed')
  const [, interrupted] = windows.splice(0)
  await pollEvents(ctx, provider)
  expect(windows[0]?.[0].getTime()).toBe((interrupted?.[0].getTime() ?? 0) - 2 * MINUTE_MS)
  expect(await handledIds(ctx)).toEqual(['evt_late'])
})

test('a failing event is set aside with its reason and retried later and later, while the others are handled', async ({
  ctx,
}) => {
  const broken = { ...buildEvent('evt_broken', ago(MINUTE_MS)), kind: null } as unknown as ProviderEvent
  const { provider } = providerWith([broken, buildEvent('evt_fine', ago(MINUTE_MS))])
  await setLastPoll(ctx, ago(0))
  await pollEvents(ctx, provider)
  expect(await handledIds(ctx)).toEqual(['evt_fine'])
  expect(await listFailed(ctx)).toMatchObject([
    { id: 'evt_broken', attempts: 1, failure: expect.stringContaining('null value in column "kind"') },
  ])
  const delays: number[] = []
  for (let attempt = 2; attempt <= 12; attempt++) {
    await execute(ctx.db)`update failed_provider_events set next_attempt_at = now() - interval '1 minute'`
    await pollEvents(ctx, providerWith([]).provider)
    const [failed] = await listFailed(ctx)
    expect(failed?.attempts).toBe(attempt)
    delays.push(failed?.delay ?? 0)
  }
  expect(delays).toEqual(delays.toSorted((first, second) => first - second))
  expect(delays.at(-1), 'at most an hour').toBe(3600)
})

test('an event whose retry succeeds is handled and forgotten', async ({ ctx }) => {
  const event = buildEvent('evt_again', ago(MINUTE_MS))
  await execute(ctx.db)`
    insert into failed_provider_events (id, event, failure) values (${event.id}, ${sql.json(event)}, 'timed out')`
  await execute(ctx.db)`update failed_provider_events set next_attempt_at = now() - interval '1 minute'`
  await pollEvents(ctx, providerWith([]).provider)
  expect(await listFailed(ctx)).toEqual([])
  expect(await handledIds(ctx)).toEqual(['evt_again'])
})

test('events that were handled before cost a poll one statement together', async ({ ctx, connection }) => {
  const events = Array.from({ length: 50 }, (_, nth) => buildEvent(`evt_${nth}`, ago(MINUTE_MS)))
  const { provider } = providerWith(events)
  await pollEvents(ctx, provider)
  expect(await handledIds(ctx)).toHaveLength(50)
  const statements = countStatements(connection)
  await pollEvents(ctx, provider)
  expect(statements().filter((statement) => statement.includes('from provider_events'))).toHaveLength(1)
})
