import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { asCustomer, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import {
  confirmStockAlert,
  findStockAlertProduct,
  requestOwnStockAlert,
  requestStockAlert,
} from './request-stock-alert.server.ts'
import { changeStock } from './wishlist.fixture.ts'
import { listWishedIds } from './wishlist.server.ts'

const EMAIL = 'ada@orchard.example'
type Connection = Parameters<typeof findSentEmails>[0]

async function request(ctx: Context, connection: Connection, productId: string, email = EMAIL) {
  await requestStockAlert(ctx, { email, productId })
  await runJobs(connection, ctx)
  const emails = await findSentEmails(connection, email)
  return {
    kinds: emails.map(({ kind }) => kind),
    token: /token=([\w-]+)/.exec(emails.at(-1)?.text ?? '')?.[1] ?? '',
  }
}

const states = ({ db }: Context) => queryColumn(db, z.string())`select state from product_alerts order by id`

test('a guest is emailed once, after they have confirmed', async ({ ctx, connection }) => {
  const { id, name } = await buildProduct(ctx, { stock: 0 })
  const { token } = await request(ctx, connection, id)
  expect(await states(ctx)).toEqual(['pending'])
  await expect(confirmStockAlert(ctx, 'no such token')).rejects.toMatchObject({ code: 'not_found' })
  expect(await findStockAlertProduct(ctx, token)).toMatchObject({ id, name })
  expect(await states(ctx)).toEqual(['pending'])
  await confirmStockAlert(ctx, token)
  await confirmStockAlert(ctx, token)
  expect((await request(ctx, connection, id)).kinds).toEqual(['stock-alert-requested'])
  expect(await states(ctx)).toEqual(['waiting'])
  await changeStock(ctx, id, 5)
  await runJobs(connection, ctx)
  expect(await states(ctx)).toEqual(['sent'])
  expect((await findSentEmails(connection, EMAIL)).map(({ kind }) => kind)).toEqual([
    'stock-alert-requested',
    'stock-alert',
  ])
  await expect(confirmStockAlert(ctx, token)).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody who hasn’t confirmed, or is blocked, is emailed', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 0 })
  await request(ctx, connection, id)
  const blocked = await asCustomer(ctx)
  await connection.pool.query('update profiles set blocked_at = now() where id = $1', [blocked.actor.id])
  expect((await request(ctx, connection, id, blocked.actor.email)).kinds).toEqual([])
  await changeStock(ctx, id, 5)
  await runJobs(connection, ctx)
  expect(await states(ctx)).toEqual(['pending'])
})

test('a product that is back when the guest confirms needs no email', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 0 })
  const { token } = await request(ctx, connection, id)
  await changeStock(ctx, id, 1)
  expect(await confirmStockAlert(ctx, token)).toMatchObject({ inStock: true })
  expect(await states(ctx)).toEqual(['pending'])
})

test('a product that can be bought, or doesn’t exist, has no alert', async ({ ctx }) => {
  const { id } = await buildProduct(ctx)
  const { id: draft } = await buildProduct(ctx, { status: 'draft', stock: 0 })
  await expect(requestStockAlert(ctx, { email: EMAIL, productId: id })).rejects.toThrow('is in stock')
  for (const productId of [draft, 'x', ''])
    await expect(requestStockAlert(ctx, { email: EMAIL, productId })).rejects.toMatchObject({
      code: 'not_found',
    })
})

test('a customer’s product is put on the list, and can be asked about again', async ({ ctx, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 0 })
  const customer = await asCustomer(ctx)
  await Promise.all([requestOwnStockAlert(customer, id), requestOwnStockAlert(customer, id)])
  expect(await listWishedIds(customer)).toEqual([id])
  await changeStock(ctx, id, 1)
  await runJobs(connection, ctx)
  expect(await states(ctx)).toEqual(['sent'])
  await expect(requestOwnStockAlert(customer, id)).rejects.toMatchObject({ code: 'conflict' })
  await changeStock(ctx, id, -1)
  await requestOwnStockAlert(customer, id)
  expect(await states(ctx)).toEqual(['waiting'])
})
