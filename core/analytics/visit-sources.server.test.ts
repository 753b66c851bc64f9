import { z } from 'zod'
import type { VisitSource } from '#core/orders/sources/visit-source.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { expect, test } from '#test/store.ts'
import { MAX_SOURCES_PER_DAY } from './visit-sources.server.ts'
import { deleteOldCounts, saveVisitCounts } from './visits.server.ts'

const DAY = '2026-11-12'
const visits = (times: number) => [{ region: 'US' as const, what: 'visit' as const, times }]
const from = (source: string | null, times: number, rest: Partial<VisitSource> = {}) => {
  return { source, medium: null, campaign: null, ...rest, times }
}

const VisitSourceRow = z.strictObject({
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  times: z.int(),
})
const readRows = (db: Db) => query(db, VisitSourceRow)`
  select source, medium, campaign, times::int from visit_sources order by times desc, source, medium, campaign`
const row = (source: string, times: number) => ({ source, medium: '', campaign: '', times })

test('visits are counted per day and source, and the rest of them without one', async ({ ctx: { db } }) => {
  const spring = { medium: 'email', campaign: 'spring' }
  await saveVisitCounts(db, DAY, {
    pages: [...visits(9), { region: 'GB', what: 'product', times: 50 }],
    sources: [from('newsletter', 4, spring), from('vogue.example', 2)],
  })
  await saveVisitCounts(db, DAY, { pages: visits(3), sources: [from('newsletter', 3, spring)] })
  expect(await readRows(db)).toEqual([
    { source: 'newsletter', ...spring, times: 7 },
    row('', 3),
    row('vogue.example', 2),
  ])
})

test('counts of many nodes at the same time all add up', async ({ ctx: { db } }) => {
  const sources = [from('newsletter', 2), from('vogue.example', 1)]
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      saveVisitCounts(db, DAY, { pages: visits(4), sources: n % 2 ? sources : sources.toReversed() }),
    ),
  )
  expect(await readRows(db)).toEqual([row('newsletter', 24), row('', 12), row('vogue.example', 12)])
})

test('invented sources don’t fill the disk, displace none, and count as visits without a source', async ({
  ctx: { db },
}) => {
  await saveVisitCounts(db, DAY, { pages: visits(5), sources: [from('newsletter', 5)] })
  const invented = Array.from({ length: MAX_SOURCES_PER_DAY + 500 }, (_, n) => from(`invented ${n}`, 1))
  const sources = [...invented, from('vogue.example', 2), from('newsletter', 1)]
  await saveVisitCounts(db, DAY, { pages: visits(invented.length + 3), sources })
  await saveVisitCounts(db, DAY, { pages: visits(2), sources: [from('later', 1), from('newsletter', 1)] })
  const rows = await readRows(db)
  expect(rows.length).toBeLessThanOrEqual(MAX_SOURCES_PER_DAY + 1)
  expect(rows.slice(0, 3)).toEqual([
    row('', 1500 - (MAX_SOURCES_PER_DAY - 2) + 1),
    row('newsletter', 7),
    row('vogue.example', 2),
  ])
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(5 + 1503 + 2)
  await saveVisitCounts(db, '2026-11-13', { pages: visits(1), sources: [from('later', 1)] })
  expect(await readRows(db)).toContainEqual(row('later', 1))
})

test('sources of visits are deleted after 400 days', async ({ ctx: { db } }) => {
  await execute(db)`
    insert into visit_sources (day, source, medium, campaign, times)
    values (current_date - 401, 'old', '', '', 1), (current_date - 399, 'recent', '', '', 1)`
  await deleteOldCounts(db)
  expect(await readRows(db)).toEqual([row('recent', 1)])
})

test('no source is counted if the owner turned counting off', async ({ ctx: { db } }) => {
  const value = { countVisits: false, recordSearches: true, lookUpCountry: true }
  await saveSetting(db, { key: 'privacy', value, actorId: 'usr_owner' })
  await saveVisitCounts(db, DAY, { pages: visits(1), sources: [from('newsletter', 1)] })
  expect(await readRows(db)).toEqual([])
})
