import { findLandmark, linkTargets, textsOf } from '#test/landmarks.ts'
import { findAll, type Markup } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

function siteHeader({ root }: { root: Markup }): Markup {
  const [header] = findAll(root, ({ tag }) => tag === 'header')
  if (!header) throw new Error('The page has no header')
  return header
}

test('the header has the brand, Home, Categories, Cart, a region, a search box, and Login for a guest', async ({
  guest,
}) => {
  const page = await guest.open('/')
  const header = siteHeader(page)
  for (const [name, path] of [
    ['Eternal Beauty A house of quiet luxuries', '/'],
    ['Home', '/'],
    ['Categories', '/categories'],
    ['Cart', '/cart'],
    ['Login', '/login'],
  ] as const)
    expect([name, linkTargets(header, name)]).toEqual([name, [path]])
  expect(page.field('Region and currency').value).toBe('US')
  expect(textsOf(header, 'label')).toContain('Region and currency')
  const [search] = findAll(header, ({ attributes }) => attributes.role === 'search')
  expect(search?.attributes.action).toBe('/search')
  expect(textsOf(search ?? header, 'label')).toEqual(['Search products'])
  expect(page.field('Search products').attributes).toMatchObject({ name: 'q', type: 'search' })
  expect(textsOf(header, 'button')).not.toContain('Logout')
})

test('the header has Profile and Logout for a customer', async ({ customer }) => {
  const header = siteHeader(await customer.open('/'))
  expect(linkTargets(header, 'Profile')).toEqual(['/profile'])
  expect(textsOf(header, 'button')).toContain('Logout')
  for (const absent of ['Login', 'Admin', 'Admin Panel']) expect(linkTargets(header, absent)).toEqual([])
})

test('for an administrator, the header names the profile Admin and has an Admin Panel', async ({ admin }) => {
  const header = siteHeader(await admin.open('/'))
  expect(linkTargets(header, 'Admin')).toEqual(['/profile'])
  expect(linkTargets(header, 'Admin Panel')).toEqual(['/admin'])
  expect(linkTargets(header, 'Profile')).toEqual([])
})

test('Customer Service shows an alert with the phone number and the email of the support', async ({
  guest,
}) => {
  const page = await guest.open('/')
  const [button] = findAll(
    siteHeader(page),
    ({ tag, attributes }) => tag === 'button' && attributes.popovertarget === 'customer-service',
  )
  expect(button?.children).toEqual(['Customer Service'])
  const alert = findLandmark(page.root, 'div', 'Customer Service')
  expect(alert.attributes).toMatchObject({ id: 'customer-service', role: 'alertdialog', popover: 'auto' })
  expect(linkTargets(alert, '+1 (800) 555-0142')).toEqual(['tel:+18005550142'])
  expect(linkTargets(alert, 'care@eternalbeauty.example')).toEqual(['mailto:care@eternalbeauty.example'])
})
