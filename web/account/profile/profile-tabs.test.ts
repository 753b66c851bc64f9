import { buildOrder } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

type Page = { root: Markup }

const HOME = {
  label: 'Home',
  firstName: 'Ada',
  lastName: 'Moss',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  phone: '5035550144',
}
const WORK = { ...HOME, label: 'Work', address: '9 Kiln Road', city: 'Troy', state: 'NY', zipCode: '12180' }
const ADDRESSES = '/profile?tab=addresses'

const findTags = (parent: Markup, tag: string) => findAll(parent, (element) => element.tag === tag)
const textsOf = (parent: Markup, tag: string) => findTags(parent, tag).map(textOf)

/** An address with this label. */
function cardOf({ root }: Page, label: string) {
  const [card] = findTags(root, 'article').filter((article) => textsOf(article, 'span')[0] === label)
  if (!card) throw new Error(`The page has no address ${label}`)
  return {
    links: textsOf(card, 'a'),
    buttons: textsOf(card, 'button'),
    isDefault: textsOf(card, 'span').includes('Default'),
  }
}

/** The labels of a group's checkboxes, and whether they are checked. */
function checkboxesOf({ root }: Page, group: string) {
  const isGroup = (fieldset: Markup) => textsOf(fieldset, 'legend').includes(group)
  return findTags(root, 'fieldset')
    .filter(isGroup)
    .flatMap((fieldset) => {
      const labels = findTags(fieldset, 'label')
      return findTags(fieldset, 'input').map(({ attributes: { id, type, checked } }) => {
        const label = labels.find(({ attributes }) => attributes.for === id)
        return [type, label && textOf(label), checked !== undefined]
      })
    })
}

test('the profile has four tabs and opens the first', async ({ customer }) => {
  const { root } = await customer.open('/profile')
  const isTabs = ({ tag, attributes }: Markup) => tag === 'nav' && attributes['aria-label'] === 'My Profile'
  const tabs = findAll(root, isTabs).flatMap((nav) => findTags(nav, 'a'))
  expect(tabs.map((tab) => [textOf(tab), tab.attributes['aria-current']])).toEqual([
    ['Profile', 'page'],
    ['Addresses', undefined],
    ['Orders', undefined],
    ['Settings', undefined],
  ])
  expect(textsOf(root, 'h2')).toContain('Personal Information')
})

test('Personal Information has four fields, of which the email can’t be edited', async ({ customer }) => {
  const profile = await customer.open('/profile')
  const isTab = ({ tag, attributes }: Markup) => tag === 'section' && attributes['aria-label'] === 'Profile'
  const [tab] = findAll(profile.root, isTab)
  expect(tab && textsOf(tab, 'h2')).toContain('Personal Information')
  expect(tab && textsOf(tab, 'button')).toContain('Update Profile')
  const attributesOf = (label: string) => profile.field(label, 'Update Profile').attributes
  for (const label of ['Full Name', 'Phone Number', 'Date of Birth'])
    for (const attribute of ['readonly', 'disabled'])
      expect(attributesOf(label), label).not.toHaveProperty(attribute)
  expect(attributesOf('Email')).toHaveProperty('readonly')
  expect(attributesOf('Phone Number').placeholder).toBe('(555) 123-4567')
  expect(attributesOf('Date of Birth').type).toBe('date')
})

test('Personal Information starts with the account’s email, name, phone, and date of birth', async ({
  customer,
}) => {
  const metadata = { full_name: 'Ada Moss', phone: '(518) 555-0199', date_of_birth: '1990-04-23' }
  await customer.patch('/api/v1/profile', metadata)
  const profile = await customer.open('/profile')
  const values = ['Email', 'Full Name', 'Phone Number', 'Date of Birth'].map(
    (label) => profile.field(label, 'Update Profile').value,
  )
  expect(values).toEqual([customer.account.email, ...Object.values(metadata)])
})

test('Add Address opens an empty form, and Edit opens it with the address', async ({ customer }) => {
  await customer.post('/api/v1/profile/addresses', HOME)
  const addresses = await customer.open(ADDRESSES)
  const form = await addresses.follow('Add Address')
  expect(textsOf(form.root, 'h2')).toContain('Add New Address')
  const edit = await (await form.follow('Cancel')).follow('Edit Home')
  expect(textsOf(edit.root, 'h2')).toContain('Edit Address')
})

test('the address form has its fields, and Cancel closes it', async ({ customer }) => {
  await customer.post('/api/v1/profile/addresses', HOME)
  const form = await (await customer.open(ADDRESSES)).follow('Add Address')
  expect(form.field('Address Label').attributes.placeholder).toBe('Home, Work, etc.')
  const labels = ['First Name *', 'Last Name *', 'Address *', 'City *', 'State *', 'ZIP Code *']
  expect(textsOf(form.root, 'label')).toEqual(expect.arrayContaining([...labels, 'Phone Number']))
  for (const label of [...labels, 'Phone Number'])
    expect(['text', 'tel'], label).toContain(form.field(label, 'Save Address').attributes.type ?? 'text')
  const closed = await form.follow('Cancel')
  expect(closed.buttons).not.toContain('Save Address')
})

test('each address has Edit, Delete, and Set as Default, except that the default has a badge', async ({
  customer,
}) => {
  for (const address of [HOME, WORK]) await customer.post('/api/v1/profile/addresses', address)
  const addresses = await customer.open(ADDRESSES)
  const [home, work] = [cardOf(addresses, 'Home'), cardOf(addresses, 'Work')]
  expect(home).toEqual({ links: ['Edit Home'], buttons: ['Delete Home'], isDefault: true })
  expect(work).toEqual({ links: ['Edit Work'], buttons: ['Delete Work', 'Set as Default'], isDefault: false })
  const changed = await addresses.submit('Set as Default')
  expect(cardOf(changed, 'Work')).toMatchObject({ buttons: ['Delete Work'], isDefault: true })
  expect(cardOf(changed, 'Home')).toMatchObject({
    buttons: ['Delete Home', 'Set as Default'],
    isDefault: false,
  })
})

test('without addresses, the tab says so and offers to add the first', async ({ customer }) => {
  await customer.post('/api/v1/profile/addresses', HOME)
  const empty = await (await customer.open(ADDRESSES)).submit('Delete Home')
  expect(textsOf(empty.root, 'p')).toEqual(
    expect.arrayContaining([
      'No addresses saved',
      'Add an address to make checkout faster and easier.',
      'Add Your First Address',
    ]),
  )
  const form = await empty.follow('Add Your First Address')
  expect(textsOf(form.root, 'h2')).toContain('Add New Address')
})

test('Settings start with the emails about orders, and without promotions', async ({ customer }) => {
  const settings = await customer.open('/profile?tab=settings')
  expect(textsOf(settings.root, 'h2')).toContain('Account Settings')
  expect(checkboxesOf(settings, 'Email Notifications')).toEqual([
    ['checkbox', 'Order confirmations', true],
    ['checkbox', 'Shipping updates', true],
    ['checkbox', 'Promotional emails', false],
  ])
})

test('Privacy Settings start with cookies and without sharing, and are saved', async ({ customer }) => {
  const settings = await customer.open('/profile?tab=settings')
  const privacy = (isShared: boolean) => [
    ['checkbox', 'Allow cookies for better experience', true],
    ['checkbox', 'Share data for personalized recommendations', isShared],
  ]
  expect(checkboxesOf(settings, 'Privacy Settings')).toEqual(privacy(false))
  const saved = await settings.submit('Save Settings', {
    'Share data for personalized recommendations': true,
  })
  expect(saved.text).toContain('Settings saved')
  const reopened = await customer.open('/profile?tab=settings')
  expect(checkboxesOf(reopened, 'Privacy Settings')).toEqual(privacy(true))
})

test('Orders has ten on each page, and links between the pages', async ({ ctx, customer }) => {
  const { id: userId, email } = customer.account
  for (let count = 0; count < 11; count++) await buildOrder(ctx, { userId, email })
  const newest = await customer.open('/profile?tab=orders')
  expect(textsOf(newest.root, 'h3')).toHaveLength(10)
  const older = await newest.follow('Older orders')
  expect(textsOf(older.root, 'h3')).toHaveLength(1)
  expect(textsOf((await older.follow('Newest orders')).root, 'h3')).toHaveLength(10)
})
