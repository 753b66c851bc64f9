import { createOffer, setOfferActive } from '#core/offers/manage-offers.server.ts'
import { listOffers } from '#core/offers/offer-list.server.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { checkDataFile, runDataImport } from '#test/data-imports.ts'
import { expect, test } from '#test/store.ts'

const SHOPIFY = 'Name,Value,Value Type,Times Used In Total,Discount Class,Status,Start,End'

test('a Shopify export of discounts becomes offers', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = `${SHOPIFY}
welcome10,-10.0,percentage,4,order,Active,2024-01-01 00:00:00 UTC,
SAVE5,-5.0,fixed_amount,0,order,Active,2024-01-01 00:00:00 UTC,2099-06-30 23:59:00 -0400
FREESHIP,-100.0,free_shipping,0,shipping,Active,,
OLD,-10.0,percentage,0,order,Expired,,2024-01-31 00:00:00 UTC
PAST,-10.0,percentage,0,order,Active,,2024-01-31 00:00:00 UTC
`
  const checked = await checkDataFile(admin, 'offers', file)
  expect(checked.lines.map(({ key, kind, problems }) => [key, kind, problems[0]?.problem])).toEqual([
    ['WELCOME10', 'new', undefined],
    ['SAVE5', 'new', undefined],
    ['FREESHIP', 'invalid', expect.stringContaining('Free shipping')],
    ['OLD', 'invalid', 'This code isn’t active.'],
    ['PAST', 'invalid', 'This code has ended.'],
  ])
  await runDataImport(admin, checked)
  const { rows } = await listOffers(admin, { sort: 'code' })
  expect(rows.filter(({ code }) => ['WELCOME10', 'SAVE5'].includes(code ?? ''))).toMatchObject([
    { code: 'SAVE5', kind: 'amount', value: 500, endsAt: new Date('2099-07-01T03:59:00Z'), state: 'running' },
    { code: 'WELCOME10', title: 'WELCOME10', kind: 'percentage', value: 1000, endsAt: null },
  ])
  expect(await checkDataFile(admin, 'offers', file)).toMatchObject({ created: 0, unchanged: 2, invalid: 3 })
})

test('WooCommerce coupons with limits: what is left of a limit counts', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = `post_title,post_excerpt,discount_type,coupon_amount,date_expires,minimum_amount,usage_limit,usage_limit_per_user,usage_count
spring,Spring offer,percent,"12,5",,"50,00",100,1,40
used-up,,fixed_cart,5,,,10,,10
jar,One jar,fixed_product,5,,,,,
`
  const checked = await checkDataFile(admin, 'offers', file)
  expect(checked).toMatchObject({ created: 1, invalid: 2 })
  await runDataImport(admin, checked)
  const { rows } = await listOffers(admin, { search: 'spring' })
  expect(rows).toMatchObject([
    { title: 'Spring offer', value: 1250, minimum: 5000, totalLimit: 60, customerLimit: 1 },
  ])
})

test('an offer with the same code is never changed', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const draft = {
    title: 'Ours',
    kind: 'amount',
    minimum: 0,
    endsAt: null,
    totalLimit: null,
    customerLimit: null,
  }
  const id = await createOffer(admin, { ...draft, code: 'OURS', value: 1000 })
  await setOfferActive(admin, id, false)
  const checked = await checkDataFile(admin, 'offers', 'code,value\nours,20%\nlater,5\n')
  expect(checked.lines.map(({ kind }) => kind)).toEqual(['invalid', 'new'])
  await createOffer(admin, { ...draft, code: 'LATER', value: 700 })
  expect(await runDataImport(admin, checked)).toMatchObject({ imported: 0, created: 0, invalid: 2 })
  expect((await listOffers(admin, { search: 'later' })).rows).toMatchObject([{ title: 'Ours', value: 700 }])
})

test('each cell that isn’t valid is named', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file =
    'code,value,starts at\nno,5,\nCODE-1,0,\nCODE-2,101%,\nCODE 3,5,\nCODE-4,five,\nCODE-5,5,5/1/2024\n'
  const { lines } = await checkDataFile(admin, 'offers', file)
  expect(lines.map(({ problems }) => problems[0]?.column)).toEqual([
    ...['Code', 'Value', 'Value', 'Code', 'Value', 'Starts at'],
  ])
})

test('support can’t import offers', async ({ ctx }) => {
  const support = await asCustomer(ctx, { staffRole: 'support' })
  await expect(checkDataFile(support, 'offers', 'code,value\nA-1,5\n')).rejects.toThrow('offers')
})
