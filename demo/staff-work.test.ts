import { expect, onTestFinished, test } from 'vitest'
import { createDemoDatabase } from '#test/demo-database.ts'

test('a demo with staff shows their work, and sends nothing by itself', async () => {
  const { client, drop } = await createDemoDatabase()
  onTestFinished(drop)
  const rows = async (sql: string) => (await client.query(sql)).rows
  expect(
    await rows(`select r.state, p.staff_role as by, r.action from approval_requests r
      join profiles p on p.id = r.requested_by order by r.requested_at desc`),
  ).toEqual([
    { state: 'requested', by: 'support', action: 'refund-order' },
    { state: 'declined', by: 'support', action: 'refund-order' },
    { state: 'approved', by: 'manager', action: 'export-list' },
  ])
  expect(await rows('select expires_at < now() as "isExpired" from api_keys')).toEqual([{ isExpired: true }])
  expect(await rows('select state from webhook_endpoints')).toEqual([{ state: 'paused' }])
  expect(
    await rows('select state, count(*)::int as count from webhook_deliveries group by state order by state'),
  ).toEqual([
    { state: 'delivered', count: 2 },
    { state: 'failed', count: 1 },
    { state: 'pending', count: 1 },
  ])
  expect(await rows('select count(distinct tag)::int as tags from order_tags')).toEqual([{ tags: 2 }])
  expect(await rows('select count(distinct tag)::int as tags from customer_tags')).toEqual([{ tags: 2 }])
  expect(await rows('select list from saved_views order by list')).toEqual([
    { list: 'orders' },
    { list: 'users' },
  ])
  expect(await rows('select from graphile_worker.jobs')).toEqual([])
}, 60_000)
