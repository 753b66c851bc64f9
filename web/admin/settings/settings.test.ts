import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'
import { describeChange } from './describe-change.ts'
import { readSettingsForm } from './read-settings-form.ts'
import { TOPICS } from './topics.ts'

test('a change is saved, shown in the store at once, and listed in the audit log', async ({
  admin,
  guest,
}) => {
  expect((await guest.open('/terms')).html).toContain('<title>Terms · Eternal Beauty</title>')
  const changed = { Name: 'Maison Linden', Tagline: '', Email: 'hello@linden.example' }
  const saved = await (await admin.open('/admin/settings/store')).submit('Save', changed)
  expect(saved.text).toContain('Settings saved')
  expect(saved.main).toContain(`Last changed by ${admin.account.email}`)
  const contact = await guest.open('/contact')
  expect(contact.html).toContain('<title>Contact · Maison Linden</title>')
  expect((await guest.open('/terms')).html).toContain('<title>Terms · Maison Linden</title>')
  const [header = contact.root] = findAll(contact.root, ({ tag }) => tag === 'header')
  expect(textOf(header)).toContain('Maison Linden')
  expect(contact.text).not.toContain('A house of quiet luxuries')
  expect(contact.links('hello@linden.example')).toContain('mailto:hello@linden.example')
  const audit = await saved.follow('View changes')
  expect(audit.rows('Audit log')[0]).toContain('Name: Eternal Beauty → Maison Linden')
  expect(audit.rows('Audit log')[0]).not.toContain('Phone')
})

test('wrong values are refused at their fields, and typed text stays', async ({ admin }) => {
  const nameless = await (await admin.open('/admin/settings/store')).submit('Save', { Name: '' })
  expect(nameless.field('Name').description).toContain('Enter the store’s name.')
  const shipping = await admin.open('/admin/settings/shipping')
  const refused = await shipping.submit('Save', {
    'Shipping fee (USD)': '-1',
    'Free shipping above (USD)': 'a lot',
  })
  expect(refused.status).toBe(400)
  expect(refused.field('Shipping fee (USD)')).toMatchObject({ value: '-1', description: 'Enter 0 or more.' })
  expect(refused.field('Free shipping above (USD)')).toMatchObject({
    value: 'a lot',
    description: expect.stringContaining('Enter a number'),
  })
  const orders = await (await admin.open('/admin/settings/orders')).submit('Save', {
    'Low-stock threshold (units)': '-1',
    'Days to request a return': '2.5',
  })
  expect(orders.field('Low-stock threshold (units)').description).toMatch(/0 or more units/)
  expect(orders.field('Days to request a return').description).toMatch(/whole number of days/)
  const email = await (await admin.open('/admin/settings/emails')).submit('Save', {
    'Sender name': 'Linden\nBcc: all@orchard.example',
  })
  expect(email.field('Sender name').description).toMatch(/one line/)
})

test('of two people, the second learns what the first changed, and loses no text', async ({ admin }) => {
  const page = await admin.open('/admin/settings/shipping')
  const version = /name="version" value="(\d+)"/.exec(page.html)?.[1] ?? ''
  await page.submit('Save', { 'Shipping fee (USD)': '12' })
  const save = (form: Record<string, string>) =>
    admin.request('POST', '/admin/settings/shipping', {
      form: { version, 'shipping.deliveryDays.US.0': '2', ...form },
      headers: { accept: 'text/html' },
    })
  const merged = await save({ 'shipping.fee': '10.00', 'shipping.freeAbove': '90' })
  expect(merged.status).toBe(200)
  const html = await merged.text()
  expect(html).toContain('Settings saved')
  expect(html).toContain(`${admin.account.email} changed Shipping fee (USD): 10.00 → 12.00.`)
  expect(html).toMatch(/name="shipping.fee"[^>]*value="12.00"/)
  expect(html).toMatch(/name="shipping.freeAbove"[^>]*value="90.00"/)
  const refused = await save({ 'shipping.fee': '15', 'shipping.freeAbove': '75.00' })
  expect(refused.status).toBe(409)
  const conflict = await refused.text()
  expect(conflict).toContain('Someone else changed the same settings')
  expect(conflict).toMatch(/name="shipping.fee"[^>]*value="15"/)
  expect(conflict).toMatch(/name="shipping.freeAbove"[^>]*value="90.00"/)
  expect(conflict).not.toContain(`name="version" value="${version}"`)
})

const FORMS: [topic: string, field: string, text: string, error: RegExp][] = [
  ['tax', 'tax.IN.rate', '800', /at most 50 percent/],
  ['tax', 'tax.IN.rate', '8.123', /two decimals/],
  ['regions', 'regions.CA.rate', '0', /above 0/],
  ['regions', 'regions.CA.rate', 'x', /such as 1.35/],
  ['shipping', 'shipping.deliveryDays.GB.0', '9', /can’t be larger/],
  ['gift-cards', 'giftCards.regions.US.expiryMonths', '24', /at least 60 months/],
  ['gift-cards', 'giftCards.regions.CA.expiryMonths', '60', /don’t expire/],
  ['gift-cards', 'giftCards.regions.GB.expiryMonths', '11', /at least 12 months/],
  ['gift-cards', 'giftCards.regions.IN.min', '500.50', /whole number of rupees/],
  ['gift-cards', 'giftCards.regions.US.amounts', '25, x', /separated by commas/],
  ['gift-cards', 'giftCards.regions.US.amounts', '25, 25', /each amount once/],
  ['gift-cards', 'giftCards.regions.US.max', '5', /below the smallest/],
  ['store', 'store.name', '', /Enter the store’s name/],
  ['store', 'store.logo', 'https://elsewhere.example/a.png', /from Media/],
]

test.for(FORMS)('%s: %s can’t be %s', ([id, field, text, error]) => {
  const topic = TOPICS.find((candidate) => candidate.id === id)
  if (!topic) throw new Error(id)
  const form = new FormData()
  form.set(field, text)
  const settings = { saved: DEFAULT_STORE_SETTINGS, displayed: DEFAULT_STORE_SETTINGS }
  expect(() => readSettingsForm(form, topic, settings)).toThrow(
    expect.objectContaining({ fields: { [field]: expect.stringMatching(error) } }),
  )
})

test('an audit entry of any kind is a list of its fields', () => {
  expect(
    describeChange({ before: { price: 6800, tags: ['a'] }, after: { price: 7200, tags: ['a'] } }),
  ).toEqual(['Price: 68.00 → 72.00'])
  expect(
    describeChange({ before: null, after: { cents: -92_000, publishAt: new Date(0).toJSON() } }),
  ).toEqual(['Amount: -920.00', 'Publish at: Jan 1, 1970, 12:00 AM'])
  const schedule = { before: { publishAt: null }, after: { publishAt: '2026-12-01T14:00:00.000Z' } }
  expect(describeChange(schedule, 'America/New_York')).toEqual(['Publish at: empty → Dec 1, 2026, 9:00 AM'])
  expect(describeChange({ before: { state: 'asked' }, after: { state: 'received' } })).toEqual([
    'State: requested → received',
  ])
  expect(describeChange({ before: null, after: { trackingNumber: '1Z', sentTo: { city: 'Bath' } } })).toEqual(
    ['Tracking number: 1Z', 'Sent to, city: Bath'],
  )
  expect(
    describeChange({
      before: { tax: DEFAULT_STORE_SETTINGS.tax, returnAddress: null },
      after: {
        tax: { ...DEFAULT_STORE_SETTINGS.tax, GB: { rate: 2000, included: true, shippingTaxed: true } },
        returnAddress: { city: 'Bath' },
      },
    }),
  ).toEqual([
    'Tax, United Kingdom, Rate (%): 8 → 20',
    'Tax, United Kingdom, Prices: tax added → tax included',
    'Tax, United Kingdom, Shipping is taxed: off → on',
    'Return address, City: empty → Bath',
  ])
})
