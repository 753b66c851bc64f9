import { expect, test } from '#test/page-test.ts'

test('an offer is created, paused, and resumed in the filtered list, and the audit log names who did it', async ({
  admin,
}) => {
  const code = 'LINDEN-10'
  const offers = await admin.open('/admin/offers')
  const typed = { Code: 'x', Title: 'For linden time', Value: '10' }
  const refused = await offers.submit('Create offer', typed)
  expect(refused.status).toBe(400)
  expect(refused.field('Code').description).toMatch(/3 to 30 letters/)
  for (const [label, value] of Object.entries(typed)) expect(refused.field(label).value).toBe(value)

  const created = await refused.submit('Create offer', { Code: code })
  expect(created.rows('Offers').join()).toMatch(new RegExp(`${code}.*10%.*Active`))
  const matching = await created.submit('Search', { 'Search by code or title': code })
  expect((await matching.follow('Active')).path).toBe(`/admin/offers?q=${code}&show=running`)
  expect((await matching.follow('Active')).rows('Offers')).toHaveLength(1)
  const paused = await created.submit(`Pause ${code}`)
  expect(paused.text).toContain('Offer paused')
  const active = await (await paused.submit(`Resume ${code}`)).follow('Active')
  expect(active.path).toBe('/admin/offers?show=running')
  const none = await active.submit(`Pause ${code}`)
  expect([none.path, none.main]).toEqual([active.path, expect.stringContaining('No offers match.')])
  const list = await none.follow('Paused')
  expect(list.rows('Offers')).toHaveLength(1)
  await list.submit(`Resume ${code}`)

  const [, id = ''] = /\/admin\/offers\/(\w+)\/pause/.exec(created.html) ?? []
  expect((await admin.open(`/admin/audit?q=${id}`)).rows('Audit log')[0]).toContain('Offer resumed')
  const audit = await admin.open('/admin/audit?show=offers')
  expect(audit.rows('Audit log')[0]).toContain('Offer resumed')
  expect(audit.rows('Audit log')[0]).toContain(admin.account.email)
  expect(audit.main).toContain('Log verified')
  const reviews = await admin.open('/admin/audit?show=reviews')
  expect(reviews.main).toContain('No entries match.')
})

test('an offer that does not exist can’t be paused', async ({ admin }) => {
  const response = await admin.request('POST', '/admin/offers/none/pause', { form: {} })
  expect(response.status).toBe(404)
})
