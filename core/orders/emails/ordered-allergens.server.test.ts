import { z } from 'zod'
import { placeTestOrder } from '#core/checkout/test-order.server.ts'
import { formulaOf, TEST_DICTIONARY } from '#core/ingredients/formulas/formula.fixture.ts'
import { saveFormula } from '#core/ingredients/formulas/save-formula.server.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import { queryColumn } from '#db/sql.ts'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, newIdempotencyKey } from '#test/checkout.ts'
import { asAdmin } from '#test/imports.ts'
import { expect, test } from '#test/store.ts'

test('an order has the formula of its time, and its email names the allergens of that', async ({
  ctx,
  connection,
}) => {
  await syncSubstances(ctx.db, TEST_DICTIONARY)
  const admin = await asAdmin(ctx)
  const buyer = { ...ctx, actor: await buildActor(ctx.db) }
  const scented = await buildProduct(ctx, { name: 'Petal Cream' })
  const plain = await buildProduct(ctx, { name: 'Plain Balm' })
  await saveFormula(admin, { productId: plain.id }, formulaOf('Cera Alba'))
  const save = (linalool: number) =>
    saveFormula(admin, { productId: scented.id }, formulaOf(`Aqua 70%, Parfum 0.3%, Linalool ${linalool}%`))
  await save(0.002)
  const lines = [scented, plain].map(({ id }) => ({ productId: id, quantity: 1 }))
  const order = { lines, address: ADDRESS, region: 'US', code: '' } as const
  // The formula changes while the order is placed: the order has one of the two, and stays with it.
  const [{ id }] = await Promise.all([placeTestOrder(buyer, order, newIdempotencyKey()), save(0.0005)])
  const versions = await queryColumn(ctx.db, z.int())`
    select f.version from order_items i join formulas f on f.id = i.formula_id
    where i.order_id = ${id} and i.product_id = ${scented.id}`
  expect([1, 2]).toContain(versions[0])
  await runJobs(connection, ctx)
  const [sent] = await findSentEmails(connection, ADDRESS.email)
  const isNamed = sent?.text.includes('Petal Cream: Linalool') ?? false
  expect(isNamed).toBe(versions[0] === 1)
  expect(sent?.text).not.toMatch(/Plain Balm: [^$]/)
})
