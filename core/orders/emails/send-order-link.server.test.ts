import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { findOrderByLink } from '../find-order.server.ts'
import { listStatusChanges } from '../order-status-changes.server.ts'
import { sendOrderLink } from './send-order-link.server.ts'

test('an order link is emailed once an hour, only for a matching order number and email address', async ({
  ctx,
}) => {
  const order = await buildOrder(ctx, { email: 'rosa@orchard.example' })
  const sent = () =>
    query(ctx.db, z.strictObject({ recipient: z.string(), kind: z.string(), text: z.string() }))`
      select recipient, kind, body_text as text from emails where order_id = ${order.id}`
  await sendOrderLink(ctx, { number: order.number, email: 'someone@orchard.example' })
  await sendOrderLink(ctx, { number: 'EB000000', email: order.email })
  expect(await sent()).toEqual([])
  await sendOrderLink(ctx, { number: ` #${order.number.toLowerCase()} `, email: 'Rosa@Orchard.example' })
  await sendOrderLink(ctx, { number: order.number, email: order.email })
  const [email, ...others] = await sent()
  expect(others).toEqual([])
  expect(email).toMatchObject({ recipient: order.email, kind: 'order-link' })
  const key = /key=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? ''
  expect(await findOrderByLink(ctx, order.number, key)).toMatchObject({ id: order.id })
  await expect(findOrderByLink(ctx, order.number, `${key}x`)).rejects.toMatchObject({ code: 'not_found' })
  const anHourLater = { ...ctx, now: new Date(ctx.now.getTime() + 3_600_000) }
  await sendOrderLink(anHourLater, { number: order.number, email: order.email })
  expect(await sent()).toHaveLength(2)
})

test('status changes are listed in order', async ({ ctx }) => {
  const { id } = await buildOrder(ctx)
  const [placedAt, packedAt] = [new Date('2026-01-02T10:00:00Z'), new Date('2026-01-03T10:00:00Z')]
  await execute(ctx.db)`
    insert into order_steps (order_id, from_status, to_status, actor, at) values
    (${id}, null, 'pending', 'shopper', ${placedAt}), (${id}, 'pending', 'processing', 'admin', ${packedAt})`
  expect(await listStatusChanges(ctx, { id })).toEqual([
    { to: 'pending', at: placedAt },
    { to: 'processing', at: packedAt },
  ])
})
