import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { asAdmin, asCustomer, buildActor } from '#test/accounts.ts'
import { test as testInSharedStore } from '#test/shared-store.ts'
import { expect, test } from '#test/store.ts'
import { createOffer, setOfferActive } from './manage-offers.server.ts'
import { listOffers } from './offer-list.server.ts'
import { findOffers } from './redeem-offer.server.ts'

const draft = {
  code: ' spring-10 ',
  title: 'Spring',
  kind: 'percentage',
  value: 1000,
  minimum: 0,
  endsAt: null,
  totalLimit: 100,
  customerLimit: 1,
}

test('an offer can be created once per code, stopped, and resumed', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await createOffer(admin, draft)
  const { rows } = await listOffers(admin, {})
  const [created] = rows
  expect(created).toMatchObject({
    code: 'SPRING-10',
    value: 1000,
    state: 'running',
    uses: 0,
    totalLimit: 100,
  })
  await expect(createOffer(admin, draft)).rejects.toMatchObject({
    fields: { code: expect.stringContaining('already') },
  })
  await setOfferActive(admin, created?.id ?? '', false)
  expect((await listOffers(admin, {})).rows[0]?.state).toBe('stopped')
  await setOfferActive(admin, created?.id ?? '', true)
  await expect(setOfferActive(admin, 'none', true)).rejects.toMatchObject({ code: 'not_found' })
  await expect(listOffers(ctx, {})).rejects.toThrow('sign in')
})

test('an offer’s uses are its paid orders and test orders', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await createOffer(admin, draft)
  const insertOrder = (number: string, method: string, status: string, paymentStatus: string) =>
    connection.pool.query(
      `insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
         shipping_address, payment_method, offer_code, status, payment_status)
       values ('ord_' || $1, $1, 'a@example.com', 'US', 'usd', 1, 1000, 0, 80, 1080, 1080, '{}', $2, 'SPRING-10', $3, $4)`,
      [number, method, status, paymentStatus],
    )
  await insertOrder('EB100001', 'card', 'delivered', 'paid')
  await insertOrder('EB100002', 'demo', 'pending', 'pending')
  await insertOrder('EB100003', 'card', 'pending', 'pending')
  await insertOrder('EB100004', 'card', 'cancelled', 'failed')
  await insertOrder('EB100005', 'card', 'refunded', 'refunded')
  expect((await listOffers(admin, {})).rows[0]?.uses).toBe(2)
})

test('the offer list can be searched, filtered, sorted, and paged in both directions', async ({
  ctx,
  connection,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  for (let n = 10; n < 20; n++)
    await createOffer(admin, {
      ...draft,
      code: `code-${n}`,
      title: n % 2 ? '10 % off' : 'Linden',
      minimum: 30 - n,
    })
  await connection.pool.query(`update offers set active = false where code = 'CODE-13'`)
  await connection.pool.query(
    `update offers set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where code = 'CODE-14'`,
  )
  const codes = async (query: Parameters<typeof listOffers>[1]) =>
    (await listOffers(admin, query)).rows.map(({ code }) => code)
  expect(await codes({ filter: 'stopped' })).toEqual(['CODE-13'])
  expect(await codes({ filter: 'over' })).toEqual(['CODE-14'])
  expect(await codes({ filter: 'running' })).toHaveLength(8)
  expect(await codes({ search: ' 10 % ' })).toHaveLength(5)
  expect(await codes({ search: 'e-12' })).toEqual(['CODE-12'])
  for (const sort of ['newest', 'oldest', 'code', 'code-down', 'minimum', 'minimum-down']) {
    const all = await codes({ sort })
    const first = await listOffers(admin, { sort, limit: 4 })
    const second = await listOffers(admin, { sort, limit: 4, cursor: first.next ?? '' })
    const previous = await listOffers(admin, { sort, limit: 4, cursor: second.previous ?? '' })
    expect([...first.rows, ...second.rows].map(({ code }) => code)).toEqual(all.slice(0, 8))
    expect(previous.rows).toEqual(first.rows)
  }
  expect(await codes({ sort: 'minimum' })).toEqual(await codes({ sort: 'code-down' }))
})

test('an administrator who creates, stops, and resumes an offer is in the audit log', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await createOffer(admin, draft)
  const id = (await listOffers(admin, {})).rows[0]?.id ?? ''
  await setOfferActive(admin, id, false)
  await setOfferActive(admin, id, true)
  const { rows } = await listAuditEntries(admin, { search: id, sort: 'oldest' })
  expect(rows.map(({ action, by }) => [action, by])).toEqual([
    ['offer-made', admin.actor.email],
    ['offer-stopped', admin.actor.email],
    ['offer-resumed', admin.actor.email],
  ])
  expect(rows[0]?.after).toMatchObject({ code: 'SPRING-10', value: 1000, totalLimit: 100 })
})

test('of two administrators who create the same code at once, one learns that it exists', async ({ ctx }) => {
  const [ada, eve] = [await asAdmin(ctx), await asAdmin(ctx)]
  const results = await Promise.allSettled([createOffer(ada, draft), createOffer(eve, draft)])
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toMatchObject([{ fields: { code: 'An offer with this code already exists.' } }])
  expect((await listOffers(ada, {})).rows).toHaveLength(1)
})

testInSharedStore('only administrators manage offers', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const attempts = [createOffer(grace, draft), setOfferActive(grace, 'off_1', true), listOffers(grace, {})]
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'forbidden' })))
})

test('an offer works from the moment it is created, at a discount of up to 100%', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await createOffer(admin, { ...draft, value: 10_000 })
  const request = {
    code: 'SPRING-10',
    productIds: [],
    baseSubtotal: 1,
    now: ctx.now,
    customer: { userId: null, email: null },
  }
  expect((await findOffers(ctx.db, request)).coded).toMatchObject({ value: 10_000 })
})

const CODE_RULE = 'Use 3 to 30 letters, digits, or hyphens.'

testInSharedStore.for([
  [{ code: 'x' }, 'code', CODE_RULE],
  [{ code: 'ROSE%' }, 'code', CODE_RULE],
  [{ code: 'R'.repeat(31) }, 'code', CODE_RULE],
  [{ title: ' ' }, 'title', 'Enter a title.'],
  [{ title: 'x'.repeat(121) }, 'title', 'Use at most 120 characters.'],
  [{ value: 10_001 }, 'value', 'A discount can’t be more than 100%.'],
  [{ value: 0 }, 'value', 'The discount must be greater than 0.'],
  [{ kind: 'amount', value: 100_000_000 }, 'value', 'Enter a discount of at most $999,999.99.'],
  [{ minimum: -1 }, 'minimum', 'Enter an amount of at least 0.'],
  [{ minimum: 0.5 }, 'minimum', 'Enter an amount, such as 50.'],
  [{ customerLimit: 0 }, 'customerLimit', 'The limit must be at least 1.'],
  [{ totalLimit: 1_000_001 }, 'totalLimit', 'Enter a limit of at most 1,000,000.'],
  [{ endsAt: new Date('2020-01-01') }, 'endsAt', 'Choose an end date in the future.'],
  [
    { startsAt: new Date('2099-01-02'), endsAt: new Date('2099-01-01') },
    'endsAt',
    'Choose an end after the start.',
  ],
  [{ kind: 'free_shipping' }, 'value', 'Leave the value empty: this kind of offer has none.'],
  [{ kind: 'sale' }, 'kind', 'Choose what the offer gives.'],
  [{ scope: 'category' }, 'scopeIds', 'Enter what the offer is on.'],
  [{ scope: 'category', scopeIds: ['Hats'] }, 'scopeIds', 'There is no category “Hats”.'],
  [{ scope: 'family', scopeIds: ['none'] }, 'scopeIds', 'There is no family “none”.'],
  [{ scope: 'products', scopeIds: ["'; drop"] }, 'scopeIds', "There is no product “'; drop”."],
] as const)(
  'an offer with %o is refused with an error on the field',
  async ([overrides, field, message], { ctx }) => {
    const admin = await asAdmin(ctx)
    await expect(createOffer(admin, { ...draft, ...overrides })).rejects.toMatchObject({
      ...{ code: 'invalid_input', fields: { [field]: message } },
    })
  },
)
