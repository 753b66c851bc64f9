import { z } from 'zod'
import { saveVisitCounts } from '#core/analytics/visits.server.ts'
import { calendarDay } from '#core/dates.ts'
import { queryColumn } from '#db/sql.ts'
import { runJobs } from '#test/accounts.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { figureOf, regionOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'

/** Its label, and how many days it has. */
function chartOf({ root }: { root: Markup }) {
  const [table] = findAll(root, ({ attributes }) => /^Sales in the last/.test(attributes['aria-label'] ?? ''))
  return [table?.attributes['aria-label'], table && findAll(table, ({ tag }) => tag === 'tr').length]
}

test('visits and searches without results are shown with orders, as the API reports them', async ({
  ctx,
  admin,
  guest,
}) => {
  await guest.open('/search?q=Moonbeam%20Wax')
  expect([...guest.cookies.keys()]).toEqual([])
  await saveVisitCounts(ctx.db, calendarDay(ctx.now, 'UTC'), {
    pages: [{ what: 'visit', region: 'US', times: 3 }],
    terms: [{ term: 'moonbeam wax', times: 2, found: false }],
  })
  const page = await admin.open('/admin/analytics')
  expect(page.rows('Searches with no results').join()).toContain('moonbeam wax')
  expect(figureOf(page.root, 'Visits')).toBe('3')
  expect(figureOf(page.root, 'Conversion rate')).toMatch(/^\d+(\.\d)?%$/)
  expect(page.main).toContain('no cookies, no IP addresses')
  const longer = await page.follow('90 days')
  expect(longer.path).toBe('/admin/analytics?show=90')
  expect(chartOf(page)).toEqual(['Sales in the last 30 days', 30])
  expect(chartOf(longer)).toEqual(['Sales in the last 90 days', 90])
  expect(longer.main).toContain('Previous 90 days')
  const figures = await (await admin.get('/api/v1/admin/analytics?days=90')).json()
  expect(figures.searches_without_result).toMatchObject([{ term: 'moonbeam wax' }])
  expect(figureOf(longer.root, 'Orders')).toBe(String(figures.orders))
})

test('deployment readiness shows current checks and how to fix each problem', async ({
  ctx,
  connection,
  admin,
}) => {
  await runJobs(connection, ctx)
  const [job = ''] = await queryColumn(ctx.db, z.string())`
    select id::text from graphile_worker.add_job('send-refund', '{"id": "ref_none"}', run_at => now() + interval '1 hour')`
  await queryColumn(ctx.db, z.string())`
    select id::text from graphile_worker.reschedule_jobs(array[${job}::bigint], attempts => 25,
      run_at => now() - interval '1 hour')`
  const dashboard = await admin.open('/admin')
  const summary = regionOf(dashboard.root, 'Deployment readiness')
  expect(findAll(summary, ({ tag }) => tag === 'li')).toEqual([])
  expect(textOf(summary)).toMatch(/Deployment readiness Not ready, \d+ notes?/)
  const item = ({ root }: { root: Markup }, title: string) =>
    findAll(regionOf(root, 'Deployment readiness'), ({ tag }) => tag === 'li')
      .map(textOf)
      .find((text) => text.startsWith(title))
  const readiness = await admin.open('/admin/readiness')
  expect([readiness.heading, readiness.main]).toEqual([
    'Deployment readiness',
    expect.stringContaining('Not ready'),
  ])
  expect(item(readiness, 'Card payments')).toContain('Warning')
  expect(item(readiness, 'Database')).toContain('Complete')
  expect(item(readiness, 'Backups')).toContain('npm run backup')

  expect(item(readiness, 'Jobs')).toContain('(send-refund)')
  const retried = await readiness.submit('Retry jobs')
  expect(retried.text).toContain('Retrying…')
  expect(item(retried, 'Jobs')).toContain('Complete')
})
