import { buildActor, lettersTo, signedInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, buy } from '#test/buying.ts'
import { expect, test } from '#test/store.ts'
import { openDoors } from '#test/visitors.ts'
import { findOrder } from './find-order.server.ts'
import { addNote, notesOf } from './order-notes.server.ts'
import { resendable, resendLetter } from './resend-letter.server.ts'
import { shipOrder, shipOrders } from './ship-orders.server.ts'

test('orders are shipped in one act, one and many, and what can’t be says why', async ({
  ctx,
  connection,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const doors = openDoors(connection)
  const grace = await signedInVisitor(doors, ctx.db)
  const product = await buildProduct(ctx, { stock: 20 })
  const place = async () => {
    const placed = await buy(grace, [{ product_id: product.id, quantity: 1 }])
    return ((await placed.json()) as { id: string }).id
  }
  const [one, two, three] = [await place(), await place(), await place()]
  await shipOrder(admin, one, { carrier: 'DHL', tracking_number: 'JD01' })
  expect(await findOrder(admin, one)).toMatchObject({
    status: 'shipped',
    carrier: 'DHL',
    trackingNumber: 'JD01',
  })
  const { rows } = await connection.pool.query(
    'select from_status, to_status, actor_id from order_steps where order_id = $1 and from_status is not null order by id',
    [one],
  )
  expect(rows).toEqual([
    { from_status: 'pending', to_status: 'processing', actor_id: admin.actor.id },
    { from_status: 'processing', to_status: 'shipped', actor_id: admin.actor.id },
  ])
  const { shipped, refused } = await shipOrders(admin, [one, two, three, 'ord_none'])
  expect(shipped).toBe(2)
  expect(refused).toEqual([expect.stringContaining('shipped'), expect.stringContaining('not, or no longer')])
  await expect(shipOrders({ ...ctx, actor: await buildActor(ctx.db) }, [one])).resolves.toMatchObject({
    shipped: 0,
  })
})

test('a letter goes out again, and only one that the order has', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const doors = openDoors(connection)
  const grace = await signedInVisitor(doors, ctx.db)
  const product = await buildProduct(ctx)
  const placed = await buy(grace, [{ product_id: product.id, quantity: 1 }])
  const { id } = (await placed.json()) as { id: string }
  expect(resendable(await findOrder(admin, id))).toEqual(['order-confirmed'])
  await resendLetter(admin, id, 'order-confirmed')
  await resendLetter(admin, id, 'order-confirmed')
  const letters = (await lettersTo(connection, ADDRESS.email)).concat(
    await lettersTo(connection, grace.account.email),
  )
  expect(letters.filter(({ kind }) => kind === 'order-confirmed')).toHaveLength(2)
  await expect(resendLetter(admin, id, 'delivered')).rejects.toThrow('no such letter')
  await expect(resendLetter(admin, id, 'toString')).rejects.toThrow('no such letter')
})

test('notes are kept in their order, for administrators alone', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const doors = openDoors(connection)
  const grace = await signedInVisitor(doors, ctx.db)
  const product = await buildProduct(ctx)
  const placed = await buy(grace, [{ product_id: product.id, quantity: 1 }])
  const { id } = (await placed.json()) as { id: string }
  await addNote(admin, id, ' Gift wrap. ')
  await addNote(admin, id, 'Wrapped.')
  expect((await notesOf(admin, id)).map(({ note, by }) => [note, by])).toEqual([
    ['Gift wrap.', admin.actor.email],
    ['Wrapped.', admin.actor.email],
  ])
  await expect(addNote(admin, id, ' ')).rejects.toMatchObject({ fields: { note: 'Write a word or two.' } })
  await expect(addNote({ ...ctx, actor: await buildActor(ctx.db) }, id, 'x')).rejects.toThrow(
    'administrators',
  )
})
