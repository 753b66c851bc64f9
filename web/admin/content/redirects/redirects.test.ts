import { expect, test } from '#test/page-test.ts'

const LINES = 'Old and new address (one pair per line)'

test('an old address leads to a page once staff enter it, until they delete it', async ({ admin, guest }) => {
  const screen = await (await admin.open('/admin/content')).follow('Redirects')
  const refused = await screen.submit('Add redirects', { [LINES]: '/pages/story, nowhere' })
  expect(refused.field(LINES)).toMatchObject({
    value: '/pages/story, nowhere',
    description: expect.stringContaining('Line 1: Enter a page of this store'),
  })
  const saved = await refused.submit('Add redirects', { [LINES]: '/Pages/Story/, /terms' })
  expect(saved.text).toContain('Redirects saved')
  expect(saved.rows('Redirects')).toEqual([expect.stringContaining('/pages/story')])
  const response = await guest.get('/pages/story?utm_source=old')
  expect([response.status, response.headers.get('location')]).toEqual([301, '/terms?utm_source=old'])
  const deleted = await saved.submit('Delete redirects', { 'Select /pages/story': true })
  expect(deleted.text).toContain('Redirects deleted')
  expect((await guest.get('/pages/story')).status).toBe(404)
})
