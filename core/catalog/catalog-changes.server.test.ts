import { describe, onTestFinished } from 'vitest'
import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { countSearchWords } from '../search/vocabulary.server.ts'
import {
  type ChangeCursor,
  deleteOldCatalogChanges,
  findCatalogChanges,
  INITIAL_CURSOR,
} from './catalog-changes.server.ts'
import { rebuildListingOptions } from './listings/listing-options.server.ts'

/** A node that reads the change log on demand. */
async function openReader({ db }: Context) {
  let cursor: ChangeCursor = INITIAL_CURSOR
  const readChanges = async () => {
    const changes = await findCatalogChanges(db, cursor)
    cursor = changes.cursor
    return changes.products
  }
  await readChanges()
  return { readChanges }
}

const recordChange = (db: Context['db'], id: string) => execute(db)`select catalog_note_change(${id})`

const moveStock = ({ db }: Context, movement: { id: string; change: number; reason: string }) =>
  execute(db)`
    insert into stock_movements (product_id, change, reason)
    values (${movement.id}, ${movement.change}, ${movement.reason})`

test('the nightly counts of search words and filter options are changes', async ({ ctx }) => {
  const { readChanges } = await openReader(ctx)
  await countSearchWords(ctx.db)
  expect(await readChanges()).toEqual(['search words'])
  await rebuildListingOptions(ctx.db)
  expect(await readChanges()).toEqual(['listing options'])
})

test('a change to a shade, and a new one, is a change to its family, whose pages show all of them', async ({
  ctx,
}) => {
  const {
    products: [fig, plum],
  } = await buildFamily(ctx, { members: [{ shadeName: 'Fig' }, { shadeName: 'Plum' }] })
  const { readChanges } = await openReader(ctx)
  const { db } = ctx
  await execute(db)`update products set price = 5200 where id = ${fig?.id ?? ''}`
  const [family, ...changed] = (await readChanges()).toSorted()
  expect([family?.slice(0, 4), changed]).toEqual(['fam_', [fig?.id]])
  await moveStock(ctx, { id: plum?.id ?? '', change: -10, reason: 'counted' })
  expect((await readChanges()).toSorted()).toEqual([family, plum?.id])
  const { id } = await buildProduct(ctx, { sizeQuantity: 50, sizeUnit: 'ml' })
  await execute(db)`update products set shade_name = 'Rose', family_id = ${family ?? ''} where id = ${id}`
  expect(await readChanges()).toContain(family)
})

describe('a product change is logged', () => {
  const changes: [string, (ctx: Context, id: string) => Promise<unknown>][] = [
    ['the price', ({ db }, id) => execute(db)`update products set price = 5200 where id = ${id}`],
    ['the tagline', ({ db }, id) => execute(db)`update products set tagline = 'Softer.' where id = ${id}`],
    ['the status', ({ db }, id) => execute(db)`update products set status = 'archived' where id = ${id}`],
    [
      'the reviews',
      ({ db }, id) =>
        execute(db)`insert into reviews (id, product_id, author, rating) values (${id}, ${id}, 'Grace', 5)`,
    ],
    [
      'the pictures',
      async ({ db }, id) => {
        await execute(db)`
          insert into pictures (id, origin, width, height, type, bytes) values (${id}, ${id}, 9, 9, 'image/webp', 9)`
        await execute(db)`insert into product_pictures values (${id}, 1, ${id})`
      },
    ],
  ]
  test.for(changes)('after a change to %s, for that product only', async ([, change], { ctx }) => {
    const { id } = await buildProduct(ctx)
    await buildProduct(ctx)
    const { readChanges } = await openReader(ctx)
    await change(ctx, id)
    expect(await readChanges()).toEqual([id])
    expect(await readChanges()).toEqual([])
  })

  test('after a change to a picture’s alt text, or its removal, for every product that shows it', async ({
    ctx,
  }) => {
    const { id } = await buildProduct(ctx)
    await execute(ctx.db)`
      insert into pictures (id, origin, width, height, type, bytes) values (${id}, ${id}, 9, 9, 'image/webp', 9)`
    await execute(ctx.db)`insert into product_pictures values (${id}, 1, ${id})`
    const { readChanges } = await openReader(ctx)
    await execute(ctx.db)`update pictures set alt = 'A jar on linen' where id = ${id}`
    expect(await readChanges()).toEqual([id])
    await execute(ctx.db)`delete from product_pictures where product_id = ${id}`
    expect(await readChanges()).toEqual([id])
  })

  test('after a product is created or deleted', async ({ ctx }) => {
    const { readChanges } = await openReader(ctx)
    const { id } = await buildProduct(ctx, { stock: 0 })
    expect(await readChanges()).toEqual([id])
    await execute(ctx.db)`delete from products where id = ${id}`
    expect(await readChanges()).toEqual([id])
  })
})

test('an offer is logged when its text changes, not when its limits do', async ({ ctx }) => {
  const { readChanges } = await openReader(ctx)
  await execute(ctx.db)`
    insert into offers (id, code, title, kind, value) values ('off_x', 'X', 'X', 'amount', 100)`
  expect(await readChanges()).toEqual(['offers'])
  await execute(ctx.db)`update offers set total_limit = 9 where id = 'off_x'`
  expect(await readChanges()).toEqual([])
  await execute(ctx.db)`update offers set title = 'Y' where id = 'off_x'`
  expect(await readChanges()).toEqual(['offers'])
})

describe('stock', () => {
  test.for<[number, number, boolean]>([
    [100, 99, false],
    [21, 20, false],
    [20, 19, true],
    [7, 6, true],
    [6, 5, true],
    [5, 4, true],
    [2, 1, true],
    [1, 0, true],
    [0, 1, true],
    [5, 6, true],
    [6, 7, true],
    [20, 21, false],
    [50, 5, true],
    [0, 100, true],
  ])('sold or released from %d to %d is logged: %s', async ([before, after, isLogged], { ctx }) => {
    const { id } = await buildProduct(ctx, { stock: before })
    const { readChanges } = await openReader(ctx)
    const change = after - before
    const reason = change < 0 ? 'sold' : 'released'
    await moveStock(ctx, { id, change, reason })
    expect(await readChanges()).toEqual(isLogged ? [id] : [])
  })

  test.for(['received', 'counted', 'returned'] as const)(
    '%s is logged at any level',
    async (reason, { ctx }) => {
      const { id } = await buildProduct(ctx, { stock: 100 })
      const { readChanges } = await openReader(ctx)
      await moveStock(ctx, { id, change: 9, reason })
      expect(await readChanges()).toEqual([id])
    },
  )
})

describe('every change is read exactly once', () => {
  test('when a slow transaction commits after a later one', async ({ ctx }) => {
    const { readChanges } = await openReader(ctx)
    const released = Promise.withResolvers<void>()
    onTestFinished(() => released.resolve())
    const started = Promise.withResolvers<void>()
    const slow = ctx.db.transaction(async (tx) => {
      await recordChange(tx, 'slow')
      started.resolve()
      await released.promise
    })
    await started.promise
    await recordChange(ctx.db, 'quick')
    expect(await readChanges()).toEqual(['quick'])
    expect(await readChanges()).toEqual([])
    released.resolve()
    await slow
    await recordChange(ctx.db, 'last')
    expect((await readChanges()).toSorted()).toEqual(['last', 'slow'])
    expect(await readChanges()).toEqual([])
  })

  test('except a change that is rolled back', async ({ ctx }) => {
    const { readChanges } = await openReader(ctx)
    const rolledBack = ctx.db.transaction(async (tx) => {
      await recordChange(tx, 'rolled back')
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await readChanges()).toEqual([])
  })

  test('when three nodes poll while slow and fast transactions commit', async ({ ctx }) => {
    const nodes = await Promise.all([openReader(ctx), openReader(ctx), openReader(ctx)])
    const received = nodes.map(() => [] as string[])
    let isWriting = true
    const reads = nodes.map(async ({ readChanges }, node) => {
      while (isWriting) received[node]?.push(...(await readChanges()))
      received[node]?.push(...(await readChanges()))
    })
    const names = Array.from({ length: 60 }, (_, number) => `change ${number}`)
    const writes = names.map((name, number) =>
      ctx.db.transaction(async (tx) => {
        await recordChange(tx, name)
        await execute(tx)`select pg_sleep(${((number * 7) % 40) / 1000})`
      }),
    )
    await Promise.all(writes)
    isWriting = false
    await Promise.all(reads)
    for (const each of received) expect(each.toSorted()).toEqual(names.toSorted())
  })

  test('and is deleted after a day', async ({ ctx }) => {
    await recordChange(ctx.db, 'old')
    await execute(ctx.db)`update catalog_changes set at = now() - interval '25 hours'`
    await recordChange(ctx.db, 'new')
    await deleteOldCatalogChanges(ctx.db)
    const remaining = await query(ctx.db, z.strictObject({ id: z.string() }))`
      select product_id as id from catalog_changes`
    expect(remaining).toEqual([{ id: 'new' }])
  })
})
