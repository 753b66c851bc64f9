import { findLandmark, linkTargets } from '#test/landmarks.ts'
import { expect, test } from '#test/page-test.ts'

test('the menu and the footer are arranged without scripts', async ({ admin, guest }) => {
  const screen = await (await admin.open('/admin/content')).follow('Menu and footer')
  expect(screen.heading).toBe('Menu and footer')
  const fieldNames = ['Menu link 1', 'Menu link 2', 'Menu link 4']
  expect(fieldNames.map((name) => screen.field(name).value)).toEqual(['/', '/categories', ''])

  const refused = await screen.submit('Save', {
    'Menu link 2': '',
    'Menu link 4': 'javascript:alert(1)',
    'Label of Menu link 4': 'Wholesale',
  })
  expect(refused.field('Menu link 4').description).toContain('Use a web address')
  expect(refused.field('Label of Menu link 4').value).toBe('Wholesale')

  const saved = await refused.submit('Save', {
    'Menu link 4': '/categories?category=Makeup',
    'Heading of column 1': 'Service',
    'Heading of column 2': 'Shop',
    'Column 2 link 1': '/categories',
    'Label of Column 2 link 1': 'Everything <b>',
    'Social media link 1': 'https://www.tiktok.com/@orchard',
  })
  expect(saved.text).toContain('Links saved')
  const home = await guest.open('/')
  expect(linkTargets(findLandmark(home.root, 'nav', 'Main'), 'Wholesale')).toEqual([
    '/categories?category=Makeup',
  ])
  expect(linkTargets(findLandmark(home.root, 'nav', 'Shop'), 'Everything <b>')).toEqual(['/categories'])
  expect(linkTargets(findLandmark(home.root, 'nav', 'Service'), 'Contact')).toEqual(['/contact'])
  expect(linkTargets(home.root, 'TikTok')).toEqual(['https://www.tiktok.com/@orchard'])

  const reset = await saved.submit('Restore the initial links')
  expect(reset.text).toContain('Initial links restored')
  expect((await guest.open('/')).text).not.toContain('TikTok')
})
