import { expect, test } from '#test/page-test.ts'

test('the owner’s words are in Home’s title, the footer, and the installed app', async ({ admin, guest }) => {
  const before = await guest.open('/')
  expect(before.text).toContain('Eternal Beauty · Skincare, makeup, haircare, and fragrance')
  expect(before.text).toContain('Skincare, makeup, haircare, and fragrance, made in small batches.')
  const form = await admin.open('/admin/settings/store')
  const tooLong = await form.submit('Save', { 'Title of Home': 'x'.repeat(81) })
  expect(tooLong.field('Title of Home').description).toContain('Use at most 80 characters.')
  await tooLong.submit('Save', {
    'Title of Home': 'Candles & soap',
    'Footer text': 'Poured in Lyon.',
    Description: 'Candles, poured in Lyon.',
  })
  const after = await guest.open('/')
  expect(after.text).toContain('Eternal Beauty · Candles & soap')
  expect(after.text).toContain('Poured in Lyon.')
  expect(after.text).not.toContain('haircare, and fragrance')
  const manifest = await (await guest.get('/manifest.webmanifest')).json()
  expect(manifest.description).toBe('Candles, poured in Lyon.')
})
