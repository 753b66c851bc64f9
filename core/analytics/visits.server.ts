import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { RETENTION } from '../retention.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { saveVisitSources } from './visit-sources.server.ts'
import type { PageCount, SourceCount, TermCount } from './visits.ts'

export type VisitCounts = { pages: PageCount[]; terms: TermCount[]; sources: SourceCount[] }

/** Keeps a bot that tries many terms from filling the disk. */
export const MAX_TERMS_PER_DAY = 5000

export async function saveVisitCounts(
  db: Db,
  day: string,
  { pages = [], terms = [], sources = [] }: Partial<VisitCounts>,
): Promise<void> {
  const { privacy } = await readStoreSettings(db)
  if (pages.length && privacy.countVisits) {
    await execute(db)`
      insert into page_counts (day, region, what, times)
      select ${day}::date, c.region, c.what, c.times
      from json_to_recordset(${sql.json(pages)}) as c (region text, what text, times bigint)
      order by c.region, c.what
      on conflict (day, region, what) do update set times = page_counts.times + excluded.times`
    await saveVisitSources(db, day, pages, sources)
  }
  if (terms.length && privacy.recordSearches)
    await execute(db)`
      insert into searched (day, term, times, found)
      select ${day}::date, c.term, c.times, c.found
      from json_to_recordset(${sql.json(terms)}) as c (term text, times bigint, found boolean)
      where (select count(*) from searched where day = ${day}::date) < ${MAX_TERMS_PER_DAY}
        or exists (select from searched s where s.day = ${day}::date and s.term = c.term)
      order by c.term
      on conflict (day, term) do update
        set times = searched.times + excluded.times, found = coalesce(excluded.found, searched.found)`
}

export async function deleteOldCounts(db: Db): Promise<void> {
  await execute(db)`delete from searched where day < current_date - ${RETENTION.visitCountDays}::int`
  await execute(db)`delete from page_counts where day < current_date - ${RETENTION.visitCountDays}::int`
  await execute(db)`delete from visit_sources where day < current_date - ${RETENTION.visitCountDays}::int`
}

const PageTotals = z.strictObject({
  visits: z.int(),
  products: z.int(),
  checkouts: z.int(),
  paid: z.int(),
})
const SearchedTerm = z.strictObject({ term: z.string(), times: z.int(), found: z.boolean().nullable() })
const FailedTerm = SearchedTerm.omit({ found: true })

export type Traffic = z.infer<typeof PageTotals> & {
  searches: z.infer<typeof SearchedTerm>[]
  failedSearches: z.infer<typeof FailedTerm>[]
}

const MAX_DISPLAYED_TERMS = 10

/** Counts are per day, so the period covers whole days up to today. */
export async function readTraffic(db: Db, since: Date): Promise<Traffic> {
  const day = sql`${since.toISOString().slice(0, 10)}::date`
  const terms = sql`select term, sum(times)::int as times, (array_agg(found order by day desc) filter (where found is not null))[1] as found
    from searched where day > ${day} group by term`
  const [[totals], searches, failedSearches] = await Promise.all([
    query(db, PageTotals, { prepare: false })`
      select coalesce(sum(times) filter (where what = 'visit'), 0)::int as visits,
        coalesce(sum(times) filter (where what = 'product'), 0)::int as products,
        coalesce(sum(times) filter (where what = 'checkout'), 0)::int as checkouts,
        (select coalesce(sum(paid), 0)::int from sales where hour >= (${day} + 1)::timestamp at time zone 'UTC') as paid
      from page_counts where day > ${day}`,
    query(db, SearchedTerm, { prepare: false })`
      ${terms} order by times desc, term limit ${MAX_DISPLAYED_TERMS}`,
    query(db, FailedTerm, { prepare: false })`
      select term, times from (${terms}) t where not found order by times desc, term limit ${MAX_DISPLAYED_TERMS}`,
  ])
  return { visits: 0, products: 0, checkouts: 0, paid: 0, ...totals, searches, failedSearches }
}
