import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import type { PageCount, SourceCount } from './visits.ts'

/** Anyone can invent a source. Visits of further ones count as visits without a source. */
export const MAX_SOURCES_PER_DAY = 1000

export async function saveVisitSources(
  db: Db,
  day: string,
  pages: PageCount[],
  sources: SourceCount[],
): Promise<void> {
  const total = (counts: { times: number }[]) => counts.reduce((sum, { times }) => sum + times, 0)
  const withoutSource = total(pages.filter(({ what }) => what === 'visit')) - total(sources)
  const unknown = { source: null, medium: null, campaign: null, times: withoutSource }
  const counts = withoutSource > 0 ? [...sources, unknown] : sources
  if (!counts.length) return
  // The most frequent of a batch come first, so that invented ones don't displace a campaign.
  await execute(db)`
    with counted as (
      select coalesce(source, '') as source, coalesce(medium, '') as medium, coalesce(campaign, '') as campaign, times
      from json_to_recordset(${sql.json(counts)}) as c (source text, medium text, campaign text, times bigint)
    ), ranked as (
      select c.*, s.day is null as is_new,
        row_number() over (partition by s.day is null order by c.times desc, c.source, c.medium, c.campaign) as rank
      from counted c left join visit_sources s
        on s.day = ${day}::date and (s.source, s.medium, s.campaign) = (c.source, c.medium, c.campaign)
    ), within_limit as (
      select *, not is_new
        or rank <= ${MAX_SOURCES_PER_DAY} - (select count(*) from visit_sources where day = ${day}::date) as has_row
      from ranked
    )
    insert into visit_sources (day, source, medium, campaign, times)
    select ${day}::date, w.source, w.medium, w.campaign, sum(w.times) from (
      select case when has_row then source else '' end as source, case when has_row then medium else '' end as medium,
        case when has_row then campaign else '' end as campaign, times
      from within_limit
    ) w group by w.source, w.medium, w.campaign
    order by w.source, w.medium, w.campaign
    on conflict (day, source, medium, campaign) do update set times = visit_sources.times + excluded.times`
}
