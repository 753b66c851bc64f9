import { APPLE_PAY_FILE_PATH } from '#core/settings/payment-settings.ts'
import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const PATH = '/api/v1/admin/settings'

test('an administrator changes single settings and keeps the others', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const before = await (await admin.get(PATH)).json()
  expect(before).toMatchObject({ version: 0, time_zone: 'UTC', orders: { return_days: 30 } })
  const address = {
    name: 'Returns',
    address_lines: ['1 Dock Road'],
    city: 'Portland',
    region: 'OR',
    postal_code: '97201',
    country: 'United States',
  }
  const response = await admin.patch(PATH, {
    version: 0,
    store: { tax_number: 'US 12-3456789', postal_code: '97201' },
    returns: { address },
    security: { check_breached_passwords: true },
    time_zone: 'America/Los_Angeles',
  })
  expect(response.status).toBe(200)
  const after = await response.json()
  expect(after).toEqual({
    ...before,
    store: { ...before.store, tax_number: 'US 12-3456789', postal_code: '97201' },
    returns: { address },
    security: { check_breached_passwords: true },
    time_zone: 'America/Los_Angeles',
    version: 4,
  })
  expect(await (await admin.get(PATH)).json()).toEqual(after)
  expect((await admin.patch(PATH, { version: 0, orders: { return_days: 14 } })).status).toBe(200)
  expect((await admin.patch(PATH, { version: 0, time_zone: 'Asia/Kolkata' })).status).toBe(409)
  expect(await (await admin.get(PATH)).json()).toMatchObject({
    ...after,
    version: 5,
    orders: { return_days: 14 },
  })
})

test('a change names what is wrong with it', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const errorOf = async (body: object) => (await (await admin.patch(PATH, body)).json()).error.fields
  expect(await errorOf({ version: 0, time_zone: 'Mars' })).toEqual({
    time_zone: 'Use an IANA time zone, such as America/New_York.',
  })
  expect(await errorOf({ version: 0, orders: { return_days: 366 } })).toEqual({
    'orders.return_days': 'Enter at most 365 days.',
  })
  expect(await errorOf({ version: 0, store: { email: 'nowhere' } })).toHaveProperty('store.email')
  expect(await errorOf({ version: 0, store: { tagline: 'x'.repeat(121) } })).toHaveProperty(['store.tagline'])
  const logo = '/storage/public/admin_uploads/pictures/none.png'
  expect(await errorOf({ version: 0, store: { logo } })).toHaveProperty(['store.logo'])
  expect(await errorOf({ version: 0, store: { logo: '/elsewhere.png' } })).toHaveProperty(['store.logo'])
  expect(await errorOf({ store: {} })).toHaveProperty('version')
  expect(await errorOf({ version: 0, wrapping: true })).toHaveProperty('body')
})

test('shipping, tax, and regions are in dollars, percent, and rates per dollar, and change one by one', async ({
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const before = await (await admin.get(PATH)).json()
  expect(before).toMatchObject({
    shipping: { fee: 10, free_from: 75, delivery_days: { GB: [4, 6] } },
    tax: { US: { rate: 8, included: false, shipping_taxed: false } },
    regions: { CA: { enabled: true, rate: 1.35 } },
    orders: { return_days: 30, low_stock: 5 },
  })
  const response = await admin.patch(PATH, {
    version: 0,
    shipping: { fee: 12.5, delivery_days: { GB: [2, 3] } },
    tax: { GB: { rate: 8.29, included: true, shipping_taxed: true } },
    regions: { IN: { rate: 85.5 }, CA: { enabled: false } },
    orders: { low_stock: 8 },
    emails: { footer: 'Be well.' },
    privacy: { look_up_country: false },
  })
  expect(await response.json()).toEqual({
    ...before,
    shipping: {
      ...before.shipping,
      fee: 12.5,
      delivery_days: { ...before.shipping.delivery_days, GB: [2, 3] },
    },
    tax: { ...before.tax, GB: { rate: 8.29, included: true, shipping_taxed: true } },
    regions: {
      ...before.regions,
      IN: { enabled: true, rate: 85.5 },
      CA: { enabled: false, rate: 1.35 },
    },
    orders: { return_days: 30, low_stock: 8 },
    emails: { ...before.emails, footer: 'Be well.' },
    privacy: { ...before.privacy, look_up_country: false },
    version: 6,
  })
})

test.for([
  [{ tax: { US: { rate: 800 } } }, 'tax.US.rate', 'Enter at most 50 percent.'],
  [{ tax: { US: { rate: 8.255 } } }, 'tax.US.rate', 'Enter a percentage with at most two decimals.'],
  [{ shipping: { fee: -1 } }, 'shipping.fee', 'Enter 0 or more.'],
  [{ shipping: { fee: 10.005 } }, 'shipping.fee', 'Use at most two decimal places.'],
  [{ shipping: { free_from: -0.01 } }, 'shipping.free_from', 'Enter 0 or more.'],
  [
    { shipping: { delivery_days: { US: [5, 2] } } },
    'shipping.delivery_days.US',
    'The first number of days can’t be larger than the second.',
  ],
  [{ regions: { CA: { rate: 0 } } }, 'regions.CA.rate', 'Enter a rate above 0.'],
  [{ regions: { CA: { rate: 20_000 } } }, 'regions.CA.rate', 'Enter a rate of at most 10,000.'],
  [
    { regions: { US: { enabled: false } } },
    'regions.US.enabled',
    'The United States can’t be turned off: it is the default region.',
  ],
  [
    { regions: { US: { rate: 2 } } },
    'regions.US.rate',
    'The US dollar is the base currency, so its rate is 1.',
  ],
  [{ regions: { FR: { rate: 1 } } }, 'regions', 'Unrecognized key: "FR"'],
] as const)('%o is refused at its field', async ([change, field, message], { connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const response = await admin.patch(PATH, { version: 0, ...change })
  expect([response.status, (await response.json()).error.fields]).toEqual([400, { [field]: message }])
})

test('gift cards are sold on the owner’s terms, within the law of each region', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const change = { enabled: true, regions: { GB: { amounts: [20, 40.5], expiry_months: 24 } } }
  const changed = await (await admin.patch(PATH, { version: 0, gift_cards: change })).json()
  expect(changed.gift_cards).toMatchObject({
    enabled: true,
    regions: {
      GB: { amounts: [20, 40.5], min: 10, max: 500, expiry_months: 24 },
      IN: { amounts: [2000, 5000, 10_000], expiry_months: null },
    },
  })
  const regions = { CA: { expiry_months: 60 }, US: { min: 1000 } }
  const refused = await admin.patch(PATH, { version: changed.version, gift_cards: { regions } })
  expect((await refused.json()).error.fields).toEqual({
    'gift_cards.regions.CA.expiry_months': 'In Canada, gift cards don’t expire.',
    'gift_cards.regions.US.max': 'The largest amount can’t be below the smallest.',
  })
})

test('an owner chooses where and how shoppers pay; what isn’t sent stays', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const first = await (
    await admin.patch(PATH, {
      version: 0,
      payments: { form: 'store', capture: 'shipping', methods: { klarna: true } },
    })
  ).json()
  const changes = {
    methods: { upi: true },
    processing_hours: 48,
    statement_suffix: ' BEAUTY ',
    save_methods: true,
  }
  const second = await (await admin.patch(PATH, { version: first.version, payments: changes })).json()
  expect(second.payments).toEqual({
    form: 'store',
    express: 'nowhere',
    capture: 'shipping',
    methods: { link: false, paypal: false, klarna: true, upi: true, ideal: false, bancontact: false },
    save_methods: true,
    processing_hours: 48,
    statement_suffix: 'BEAUTY',
    apple_pay_file: '',
  })
  for (const [payments, field] of [
    [{ form: 'elsewhere' }, 'payments.form'],
    [{ capture: 'later' }, 'payments.capture'],
    [{ methods: { cash: true } }, 'payments.methods'],
    [{ save_methods: 'yes' }, 'payments.save_methods'],
    [{ processing_hours: 73 }, 'payments.processing_hours'],
    [{ statement_suffix: '*BEAUTY*' }, 'payments.statement_suffix'],
    [{ statement_suffix: '12345' }, 'payments.statement_suffix'],
    [{ apple_pay_file: '🍎' }, 'payments.apple_pay_file'],
  ] as const) {
    const response = await admin.patch(PATH, { version: second.version, payments })
    expect(response.status).toBe(400)
    expect(Object.keys((await response.json()).error.fields)).toEqual([field])
  }
})

test('Apple finds the domain file once the owner has pasted it', async ({ connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const visitor = store.visitor()
  expect(await (await visitor.get(APPLE_PAY_FILE_PATH)).text()).not.toContain('7B22')
  const response = await admin.patch(PATH, { version: 0, payments: { apple_pay_file: '7B227073704964\n' } })
  expect(response.status).toBe(200)
  const file = await visitor.get(APPLE_PAY_FILE_PATH)
  expect([file.status, await file.text()]).toEqual([200, '7B227073704964'])
  expect(file.headers.get('content-type')).toMatch(/^text\/plain/)
})
