import { buildAccount, contextForVisitor, PASSWORD } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const ADDRESS = {
  'First Name *': 'Ada',
  'Last Name *': 'Marlowe',
  'Address *': '1 Orchard Row',
  'City *': 'Portland',
  'State *': 'OR',
  'ZIP Code *': '97201',
}

test('the profile is saved, and the email can’t be edited', async ({ customer }) => {
  const profile = await customer.open('/profile')
  expect(profile.heading).toBe('My Profile')
  expect(profile.field('Email')).toMatchObject({
    value: customer.account.email,
    attributes: { readonly: '' },
  })
  const details = {
    'Full Name': 'Ada Marlowe',
    'Phone Number': '(555) 010-7788',
    'Date of Birth': '1990-04-23',
  }
  const refused = await profile.submit('Update Profile', { ...details, 'Date of Birth': 'in May' })
  expect(refused.status).toBe(400)
  expect(refused.field('Date of Birth')).toMatchObject({
    value: 'in May',
    description: 'Enter a date in the format YYYY-MM-DD, such as 1990-04-23.',
  })
  const saved = await refused.submit('Update Profile', details)
  expect(saved.path).toBe('/profile')
  expect(saved.text).toContain('Profile updated successfully Your profile information has been saved.')
  const reopened = await customer.open('/profile')
  for (const [label, value] of Object.entries(details)) expect(reopened.field(label).value).toBe(value)
  const cleared = await reopened.submit('Update Profile', { 'Full Name': '', 'Phone Number': '' })
  expect(cleared.text).toContain('Profile updated successfully')
  expect(cleared.field('Full Name').value).toBe('')
  expect(cleared.field('Email').value).toBe(customer.account.email)
})

test('a profile form of a page from the previous release is saved', async ({ customer }) => {
  const form = { full_name: 'Ada Marlowe', phone: '(555) 010-7788', date_of_birth: '1990-04-23' }
  expect((await customer.request('POST', '/profile/details', { form })).status).toBe(302)
  const profile = await customer.open('/profile')
  expect(profile.field('Full Name').value).toBe('Ada Marlowe')
  expect(profile.field('Date of Birth').value).toBe('1990-04-23')
})

test('the tabs are Profile, Addresses, Orders, and Settings', async ({ customer }) => {
  const { root } = await customer.open('/profile')
  const tabs = findAll(root, ({ attributes }) => attributes['aria-label'] === 'My Profile')
    .flatMap((nav) => findAll(nav, ({ tag }) => tag === 'a'))
    .map(textOf)
  expect(tabs).toEqual(['Profile', 'Addresses', 'Orders', 'Settings'])
})

test('addresses are added, edited, made the default, and deleted', async ({ customer }) => {
  const empty = await (await customer.open('/profile')).follow('Addresses')
  expect(empty.text).toContain(
    'No addresses saved Add an address to make checkout faster and easier. Add Your First Address',
  )
  const form = await empty.follow('Add Your First Address')
  const blank = await form.submit('Save Address')
  for (const label of Object.keys(ADDRESS))
    expect([label, blank.field(label).isInvalid]).toEqual([label, true])
  for (const label of ['Address Label', 'Phone Number']) expect(blank.field(label).isInvalid).toBe(false)
  const refused = await form.submit('Save Address', { 'First Name *': 'Ada' })
  expect(refused.text).toContain('Please fill in all required fields')
  expect(refused.field('First Name *').value).toBe('Ada')
  expect(refused.field('City *').description).toBe('City is required')
  const added = await refused.submit('Save Address', ADDRESS)
  expect(added.text).toContain('Address added successfully')
  expect(added.main).toContain('Address Default Ada Marlowe 1 Orchard Row')
  expect(added.buttons).not.toContain('Set as Default')
  expect(added.buttons).not.toContain('Save Address')

  const another = await added.follow('Add Address')
  expect(another.main).toContain('Add New Address')
  const cancelled = await another.follow('Cancel')
  expect(cancelled.main).not.toContain('Add New Address')
  expect(cancelled.buttons).not.toContain('Save Address')
  const both = await another.submit('Save Address', {
    ...ADDRESS,
    'Address Label': 'Work',
    'Address *': '2 Mill Lane',
  })
  const updated = await both.submit('Set as Default')
  expect(updated.text).toContain('Default address updated')
  expect(updated.main).toContain('Work Default Ada Marlowe 2 Mill Lane')
  expect(updated.main).not.toContain('Address Default Ada')
  const edit = await updated.follow('Edit Work')
  expect(edit.main).toContain('Edit Address Fields marked * are required. Address Label')
  expect(edit.field('Address *').value).toBe('2 Mill Lane')
  const edited = await edit.submit('Save Address', { 'City *': 'Salem' })
  expect(edited.text).toContain('Address updated successfully')
  expect(edited.main).toContain('Salem')
  expect(edited.buttons).not.toContain('Save Address')
  const deleted = await edited.submit('Delete Work')
  expect(deleted.text).toContain('Address deleted successfully')
  expect(deleted.main).not.toMatch(/Work|Default Ada/)
})

test('an address is in the shopper’s country until another is chosen', async ({ customer }) => {
  const form = await customer.open('/profile?tab=addresses&add')
  expect(form.field('Country').value).toBe('US')
  const abroad = { ...ADDRESS, 'Address Label': 'Cabin', 'State *': 'BC', 'ZIP Code *': 'V6B 1A1' }
  const added = await form.submit('Save Address', { ...abroad, Country: 'CA' })
  expect(added.main).toContain('Canada')
  const edit = await added.follow('Edit Cabin')
  expect(edit.field('Country').value).toBe('CA')
  const moved = await edit.submit('Save Address', { Country: 'US' })
  expect(moved.main).not.toContain('Canada')
})

test('no form reaches another customer’s address', async ({ customer, guest, ctx }) => {
  const page = await (await customer.open('/profile?tab=addresses&add')).submit('Save Address', ADDRESS)
  const id = /edit=(\w+)/.exec(page.links('Edit Address')[0] ?? '')?.[1]
  const { email } = await buildAccount(ctx.db)
  await (await guest.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  const form = {
    firstName: 'Eve',
    lastName: 'E',
    address: '1 Other Row',
    city: 'Salem',
    state: 'OR',
    zipCode: '97301',
  }
  for (const action of ['', '/removal', '/default']) {
    const response = await guest.request('POST', `/profile/addresses/${id}${action}`, { form })
    expect([action, response.status]).toEqual([action, 404])
  }
  expect((await customer.open('/profile?tab=addresses')).main).toContain('1 Orchard Row')
})

test('settings have their defaults and are saved', async ({ customer }) => {
  const settings = await (await customer.open('/profile')).follow('Settings')
  const labels = {
    'Order confirmations': true,
    'Shipping updates': true,
    'Allow cookies for better experience': true,
    'Promotional emails': false,
    'Share data for personalized recommendations': false,
  }
  for (const [label, isChecked] of Object.entries(labels))
    expect([label, settings.field(label).isChecked]).toEqual([label, isChecked])
  const saved = await settings.submit('Save Settings', {
    'Promotional emails': true,
    'Shipping updates': false,
  })
  expect(saved.text).toContain('Settings saved')
  const reopened = await customer.open('/profile?tab=settings')
  expect(reopened.field('Promotional emails').isChecked).toBe(true)
  expect(reopened.field('Shipping updates').isChecked).toBe(false)
})

test('orders are listed, and an account without orders is sent shopping', async ({ ctx, customer }) => {
  const empty = await customer.open('/profile?tab=orders')
  expect(empty.main).toContain('No orders yet')
  expect(empty.links('Start Shopping')).toEqual(['/categories'])
  const { actor } = await contextForVisitor(ctx, customer)
  const { number } = await buildOrder(ctx, { userId: actor.kind === 'user' ? actor.id : null })
  const orders = await customer.open('/profile?tab=orders')
  expect(orders.main).toMatch(
    new RegExp(`Order #${number} .*Placed on [A-Z][a-z]+ \\d{1,2}, \\d{4}.*Total: \\$48\\.00`),
  )
  expect(orders.main).toMatch(/Order: pending Payment: paid .*1 item/)
  const beyond = await customer.open('/profile?tab=orders&after=nonsense')
  expect(beyond.text).toContain('This page doesn’t exist. Go back to the first page.')
})
