import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { getDisplayedCart } from './displayed-cart.server.ts'

type Draft = Parameters<typeof buildProduct>[1] & { line: string; step: number }

async function buildStep(ctx: Context, { line, step, ...draft }: Draft) {
  const product = await buildProduct(ctx, draft)
  await execute(ctx.db)`update products set line = ${line}, routine_step = ${step} where id = ${product.id}`
  return product
}

async function suggest(ctx: Context, ...products: { id: string }[]) {
  const lines = products.map(({ id: productId }) => ({ productId, quantity: 1 }))
  const { suggestion } = await getDisplayedCart(ctx, lines)
  return suggestion && [suggestion.name, suggestion.relation, suggestion.beside.name]
}

test('a cart suggests what comes right before or after one of its products in their line', async ({
  ctx,
}) => {
  const line = crypto.randomUUID()
  const cleanser = await buildStep(ctx, { line, step: 1, name: 'Cleanser' })
  const mist = await buildStep(ctx, { line, step: 2, name: 'Mist', price: 4200 })
  const serum = await buildStep(ctx, { line, step: 4, name: 'Serum' })
  const stone = await buildStep(ctx, { line, step: 5, name: 'Stone', stock: 0 })
  await buildStep(ctx, { line: crypto.randomUUID(), step: 3, name: 'Of another line' })
  expect(await suggest(ctx, serum)).toEqual(['Mist', 'before', 'Serum'])
  expect(await suggest(ctx, cleanser)).toEqual(['Mist', 'after', 'Cleanser'])
  expect(await suggest(ctx, serum, mist)).toEqual(['Cleanser', 'before', 'Mist'])
  expect(await suggest(ctx, cleanser, mist, serum, stone)).toBeNull()
  expect(await suggest(ctx, await buildProduct(ctx))).toBeNull()
  const cart = await getDisplayedCart(ctx, [{ productId: serum.id, quantity: 1 }])
  expect(cart.suggestion).toMatchObject({
    productId: mist.id,
    slug: mist.slug,
    unitAmount: 4200,
    maxQuantity: 10,
  })
})

test('a cart suggests no draft, nothing of the same step, and no other shade of what it has', async ({
  ctx,
}) => {
  const line = crypto.randomUUID()
  const red = await buildStep(ctx, { line, step: 2, name: 'Lipstick' })
  await buildStep(ctx, { line, step: 1, name: 'Draft', status: 'draft' })
  await buildStep(ctx, { line, step: 2, name: 'Gloss' })
  const pink = await buildStep(ctx, { line, step: 3, name: 'Pink' })
  await execute(ctx.db)`
    with family as (
      insert into families (id, slug, name, category, options)
      values (${`fam_${line}`}, ${line}, 'Lipstick', 'Skincare', '{size}') returning id
    )
    update products set family_id = family.id, size_quantity = 5 + routine_step, size_unit = 'g' from family
    where products.id = any(${[red.id, pink.id]})`
  expect(await suggest(ctx, red)).toBeNull()
})
