import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { addEntry } from './entries.server.ts'
import { exportBooks } from './export-books.server.ts'

test('an export shows the books at one moment, however long it takes', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildProduct(ctx, { stock: 3 })
  await addEntry(admin, { description: 'Before', cents: 100 })
  const records = await exportBooks(admin)
  const first = await records.next()
  expect(first.value).toMatchObject({ kind: 'stock' })
  await addEntry(admin, { description: 'Meanwhile', cents: 100 })
  const kinds: string[] = []
  for await (const { kind } of records) kinds.push(kind)
  expect(kinds).toEqual(['accounting', 'accounting'])
})

test('an export that the reader leaves ends its transaction', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await buildProduct(ctx, { stock: 3 })
  const records = await exportBooks(admin)
  await records.next()
  await records.return(undefined)
  await expect.poll(() => connection.pool.idleCount).toBe(connection.pool.totalCount)
})
