import { describe } from 'vitest'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { execute, query } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { FAMILY, MEMBER } from '#test/families.ts'
import { expect, test } from '#test/shared-store.ts'
import type { MemberCondition } from '../listings/listing.ts'
import { listListings } from '../listings/listings.server.ts'
import { findProduct } from '../products.server.ts'
import { setPublishStatus } from '../save-product.server.ts'
import { adjustStock } from '../stock.server.ts'
import { findFamily } from './families.server.ts'
import type { FamilyDraft, MemberDraft } from './family.ts'
import {
  addMembers,
  addProducts,
  createFamily,
  editFamily,
  removeProducts,
  reorderMembers,
} from './save-family.server.ts'

const shade = (
  shadeName: string,
  shadeColor = '#8c3a4f',
  overrides: Partial<MemberDraft> = {},
): MemberDraft => ({ ...MEMBER, shadeName, shadeColor, ...overrides })

const asAdmin = async (ctx: Context) => ({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) })

async function publishedFamily(ctx: Context, members: MemberDraft[], overrides: Partial<FamilyDraft> = {}) {
  const admin = await asAdmin(ctx)
  const { id } = await createFamily(admin, { draft: { ...FAMILY, ...overrides }, members })
  const ids = (
    await query(ctx.db, z.strictObject({ id: z.string() }))`
      select id from products where family_id = ${id} order by position`
  ).map((row) => row.id)
  await setPublishStatus(admin, ids, 'published')
  return { admin, id, ids }
}

const cardsNamed = async (ctx: Context, name: string) =>
  (await listListings(ctx, { sort: 'newest', limit: 100 })).listings.filter(
    ({ family }) => family?.name === name,
  )

test('a family is one card, with the first shade that can be bought and the lowest price', async ({
  ctx,
}) => {
  const { admin, ids } = await publishedFamily(
    ctx,
    [
      shade('Mulberry', '#6b2a4a'),
      shade('Rosewood', '#a0525e', { price: 3600 }),
      shade('Coral', '#ff7f50', { price: 4200 }),
    ],
    { name: 'Silk Lipstick' },
  )
  await adjustStock(admin, ids[1] ?? '', { change: 5, reason: 'received' })
  const [card, ...others] = await cardsNamed(ctx, 'Silk Lipstick')
  expect(others).toEqual([])
  expect(card).toMatchObject({
    id: ids[1],
    name: 'Silk Lipstick, Rosewood',
    family: { lowestPrice: 3600, highestPrice: 4200, shades: 3, sizes: 0, inStock: true, shade: 'Rosewood' },
  })
  expect(card?.family?.swatches).toEqual([
    { name: 'Mulberry', color: '#6b2a4a' },
    { name: 'Rosewood', color: '#a0525e' },
    { name: 'Coral', color: '#ff7f50' },
  ])
})

test('a member is named after its family and shares its text unless it has its own', async ({ ctx }) => {
  const { admin, id, ids } = await publishedFamily(ctx, [shade('Fig'), shade('Plum')], { name: 'Balm' })
  await execute(ctx.db)`update products set description = 'Own text.' where id = ${ids[1] ?? ''}`
  await editFamily(admin, id, { name: 'Tinted Balm', description: 'New shared text.' })
  expect(await findProduct(ctx, ids[0] ?? '')).toMatchObject({
    name: 'Tinted Balm, Fig',
    brand: 'Maison Rosier',
    description: 'New shared text.',
    benefits: ['Stays soft'],
    shade: { name: 'Fig', color: '#8c3a4f' },
    family: { id, name: 'Tinted Balm' },
  })
  expect(await findProduct(ctx, ids[1] ?? '')).toMatchObject({
    name: 'Tinted Balm, Plum',
    description: 'Own text.',
  })
})

describe('a family is refused', () => {
  test('with two members of the same shade, in any case', async ({ ctx }) => {
    const admin = await asAdmin(ctx)
    await expect(
      createFamily(admin, { draft: FAMILY, members: [shade('Fig'), shade('FIG')] }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'members.1.shadeName': 'Another product of this family is already FIG.' },
    })
  })

  test('without members', async ({ ctx }) => {
    await expect(createFamily(await asAdmin(ctx), { draft: FAMILY })).rejects.toMatchObject({
      fields: { members: expect.any(String) },
    })
    await expect(
      ctx.db.transaction(
        (tx) =>
          execute(tx)`
          insert into families (id, slug, name, category, options) values ('fam_x', 'x', 'X', 'Makeup', '{shade}')`,
      ),
    ).rejects.toMatchObject({ constraint: 'families_have_members' })
  })

  test('with an invalid color, a shade name of 200 letters, or an invalid barcode, each named by its row', async ({
    ctx,
  }) => {
    const admin = await asAdmin(ctx)
    const members = (member: MemberDraft) =>
      createFamily(admin, { draft: FAMILY, members: [shade('Fig'), member] })
    await expect(members(shade('Plum', 'red'))).rejects.toMatchObject({
      fields: { 'members.1.shadeColor': expect.any(String) },
    })
    await expect(members(shade('x'.repeat(200)))).rejects.toMatchObject({
      fields: { 'members.1.shadeName': 'Use at most 60 characters.' },
    })
    await expect(members(shade('Plum', '#123456', { barcode: '4006381333932' }))).rejects.toMatchObject({
      fields: { 'members.1.barcode': expect.stringContaining('GTIN') },
    })
  })

  test('with more members than a family can have', async ({ ctx }) => {
    const members = Array.from({ length: 201 }, (_, index) => shade(`Shade ${index}`))
    await expect(createFamily(await asAdmin(ctx), { draft: FAMILY, members })).rejects.toMatchObject({
      fields: { members: expect.stringContaining('up to 200') },
    })
  })
})

test('shade names may be Arabic or have an emoji', async ({ ctx }) => {
  const { ids } = await publishedFamily(ctx, [shade('وردي'), shade('Rose 🌹')], { name: 'Gloss' })
  expect((await findProduct(ctx, ids[0] ?? '')).name).toBe('Gloss, وردي')
  expect((await findProduct(ctx, ids[1] ?? '')).shade?.name).toBe('Rose 🌹')
})

test('products join a family with their own ID and slug, and leave it with its text', async ({ ctx }) => {
  const first = await buildProduct(ctx, { name: 'Rose Perfume', sizeQuantity: 50, sizeUnit: 'ml' })
  const second = await buildProduct(ctx, { name: 'Rose Perfume 100', sizeQuantity: 100, sizeUnit: 'ml' })
  const admin = await asAdmin(ctx)
  const { id } = await createFamily(admin, {
    draft: { ...FAMILY, name: 'Rose', options: ['size'] },
    products: [{ productId: first.id }, { productId: second.id }],
  })
  expect(await findFamily(ctx, id)).toMatchObject({
    name: 'Rose',
    members: [
      { id: first.id, slug: first.slug, name: 'Rose, 50 ml' },
      { id: second.id, name: 'Rose, 100 ml' },
    ],
  })
  await expect(addProducts(admin, id, [{ productId: first.id }])).rejects.toMatchObject({
    code: 'conflict',
    message: 'Rose, 50 ml is already in this family.',
  })
  expect(await removeProducts(admin, id, [first.id])).toEqual({ isDeleted: false })
  expect(await findProduct(ctx, first.id)).toMatchObject({
    family: null,
    benefits: ['Stays soft'],
    name: 'Rose, 50 ml',
  })
  await expect(removeProducts(admin, id, [first.id])).rejects.toMatchObject({ code: 'conflict' })
  expect(await removeProducts(admin, id, [second.id])).toEqual({ isDeleted: true })
  await expect(findFamily(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a product that can’t join is named, and nothing joins', async ({ ctx }) => {
  const { admin, id, ids } = await publishedFamily(ctx, [shade('Fig')], { name: 'Joining Balm' })
  const other = await publishedFamily(ctx, [shade('Plum')], { name: 'Other Balm' })
  const [{ id: first }, { id: second }] = [await buildProduct(ctx), await buildProduct(ctx)]
  const join = (...products: Parameters<typeof addProducts>[2]) => addProducts(admin, id, products)
  const plum = { productId: first, shadeName: 'Plum' }
  await expect(join(plum, { productId: other.ids[0] ?? '' })).rejects.toMatchObject({
    message: 'Other Balm, Plum is already in the family Other Balm. Remove it from that family first.',
  })
  await expect(join(plum, { productId: 'prd_none' })).rejects.toMatchObject({ code: 'conflict' })
  const refusedFields = [
    [{ productId: second }, { 'products.1.shadeName': 'Enter the shade.' }],
    [
      { productId: second, shadeName: 'fig' },
      { 'products.1.shadeName': expect.stringContaining('already fig') },
    ],
    [{ productId: second, shadeName: 'x'.repeat(200) }, { 'products.1.shadeName': expect.any(String) }],
    [
      { productId: second, shadeName: 'Red', shadeColor: 'red' },
      { 'products.1.shadeColor': expect.any(String) },
    ],
  ] as const
  for (const [product, fields] of refusedFields)
    await expect(join(plum, product)).rejects.toMatchObject({ code: 'invalid_input', fields })
  expect((await findFamily(ctx, id)).members.map((member) => member.id)).toEqual(ids)
})

test('two administrators who each remove one of the last two products leave no empty family', async ({
  ctx,
}) => {
  const { admin, id, ids } = await publishedFamily(ctx, [shade('Fig'), shade('Plum')], { name: 'Race Balm' })
  await Promise.all(ids.map((productId) => removeProducts(admin, id, [productId])))
  await expect(findFamily(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('two members that sell out at the same moment leave the card sold out', async ({ ctx }) => {
  const { admin, ids } = await publishedFamily(ctx, [shade('Fig'), shade('Plum')], { name: 'Last Balm' })
  for (const change of [1, -1]) {
    await Promise.all(
      ids.map((id) => adjustStock(admin, id, { change, reason: change > 0 ? 'received' : 'counted' })),
    )
    expect((await cardsNamed(ctx, 'Last Balm'))[0]?.family?.inStock).toBe(change > 0)
  }
})

test('members have the order that an administrator sets, and new ones come last', async ({ ctx }) => {
  const { admin, id, ids } = await publishedFamily(ctx, [shade('A'), shade('B'), shade('C')], {
    name: 'Ordered',
  })
  await reorderMembers(admin, id, [...ids].reverse())
  const [added] = await addMembers(admin, id, [shade('D')])
  await setPublishStatus(admin, [added ?? ''], 'published')
  expect((await findFamily(ctx, id)).members.map((member) => member.shade?.name)).toEqual([
    'C',
    'B',
    'A',
    'D',
  ])
})

test('a filter shows the member that meets it, and only families with such a member', async ({ ctx }) => {
  await publishedFamily(ctx, [shade('Ink', '#000000'), shade('Sea', '#1f5fbf', { price: 9900 })], {
    name: 'Filter Liner',
  })
  const namesOf = async (filter: MemberCondition) =>
    (await listListings(ctx, { sort: 'newest', limit: 100, ...filter })).listings
      .filter(({ family }) => family?.name === 'Filter Liner')
      .map(({ name }) => name)
  expect(await namesOf({})).toEqual(['Filter Liner, Ink'])
  expect(await namesOf({ colorGroup: 'blue' })).toEqual(['Filter Liner, Sea'])
  expect(await namesOf({ colorGroup: 'blue', prices: { min: 0, max: 5000 } })).toEqual([])
  expect(await namesOf({ prices: { min: 5000, max: 10_000 } })).toEqual(['Filter Liner, Sea'])
  expect(await namesOf({ colorGroup: 'red' })).toEqual([])
})
