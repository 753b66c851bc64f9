import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

test('the dashboard says that the store is not ready and leads to the checks, where card payments have a warning', async ({
  admin,
}) => {
  const dashboard = await admin.open('/admin')
  const [summary = ''] = findAll(
    dashboard.root,
    ({ tag, attributes }) => tag === 'a' && attributes.href === '/admin/readiness',
  )
    .map(textOf)
    .filter((text) => text.startsWith('Deployment readiness'))
  expect(summary).toContain('Not ready')
  const checks = await dashboard.follow(summary)
  expect([checks.path, checks.heading]).toEqual(['/admin/readiness', 'Deployment readiness'])
  const items = findAll(checks.root, ({ tag }) => tag === 'li').map(textOf)
  expect(items.join('\n')).toMatch(/^Card payments · Critical Warning /m)
  expect(checks.main).toContain('Not ready')
  expect(checks.links('Choose who needs two-step sign-in')).toEqual(['/admin/approvals?show=settings'])
  expect(checks.main).toContain('are environment variables')
})
