import { eq, sql } from 'drizzle-orm'
import { describe, onTestFinished } from 'vitest'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { catalogChanges, products, stockMovements } from './catalog.table.ts'
import { catalogChangesSince, FROM_NOW, forgetOldChanges, type Seen } from './catalog-changes.server.ts'

/** A node that reads the log of changes whenever it is asked to. */
async function openNode({ db }: Context) {
  let seen: Seen = FROM_NOW
  const news = async () => {
    const changes = await catalogChangesSince(db, seen)
    seen = changes.seen
    return changes.products
  }
  await news()
  return { news }
}

const noteChange = (db: Context['db'], id: string) => db.execute(sql`select catalog_note_change(${id})`)

describe('what is shown', () => {
  const changes: [string, (ctx: Context, id: string) => Promise<unknown>][] = [
    ['a price', ({ db }, id) => db.update(products).set({ price: 5200 }).where(eq(products.id, id))],
    ['a text', ({ db }, id) => db.update(products).set({ tagline: 'Softer.' }).where(eq(products.id, id))],
    [
      'taking it off the shelf',
      ({ db }, id) => db.update(products).set({ status: 'archived' }).where(eq(products.id, id)),
    ],
    [
      'a review',
      ({ db }, id) =>
        db.execute(
          sql`insert into reviews (id, product_id, author, rating) values (${id}, ${id}, 'Grace', 5)`,
        ),
    ],
    [
      'a picture',
      async ({ db }, id) => {
        await db.execute(
          sql`insert into pictures (id, origin, width, height, type, bytes) values (${id}, ${id}, 9, 9, 'image/webp', 9)`,
        )
        await db.execute(sql`insert into product_pictures values (${id}, 1, ${id})`)
      },
    ],
  ]
  test.for(changes)('%s is noted, of that product alone', async ([, change], { ctx }) => {
    const { id } = await buildProduct(ctx)
    await buildProduct(ctx)
    const { news } = await openNode(ctx)
    await change(ctx, id)
    expect(await news()).toEqual([id])
    expect(await news()).toEqual([])
  })

  test('what is said of a picture, or its removal, is noted of the products that hang it', async ({
    ctx,
  }) => {
    const { id } = await buildProduct(ctx)
    await ctx.db.execute(
      sql`insert into pictures (id, origin, width, height, type, bytes) values (${id}, ${id}, 9, 9, 'image/webp', 9)`,
    )
    await ctx.db.execute(sql`insert into product_pictures values (${id}, 1, ${id})`)
    const { news } = await openNode(ctx)
    await ctx.db.execute(sql`update pictures set alt = 'A jar on linen' where id = ${id}`)
    expect(await news()).toEqual([id])
    await ctx.db.execute(sql`delete from product_pictures where product_id = ${id}`)
    expect(await news()).toEqual([id])
  })

  test('a new product is noted, and one that goes away', async ({ ctx }) => {
    const { news } = await openNode(ctx)
    const { id } = await buildProduct(ctx, { stock: 0 })
    expect(await news()).toEqual([id])
    await ctx.db.delete(products).where(eq(products.id, id))
    expect(await news()).toEqual([id])
  })
})

test('an offer is noted when it reads differently, and not when it is used', async ({ ctx }) => {
  const { news } = await openNode(ctx)
  await ctx.db.execute(
    sql`insert into offers (id, code, title, kind, value) values ('off_x', 'X', 'X', 'amount', 100)`,
  )
  expect(await news()).toEqual(['offers'])
  await ctx.db.execute(sql`update offers set total_limit = 9 where id = 'off_x'`)
  expect(await news()).toEqual([])
  await ctx.db.execute(sql`update offers set title = 'Y' where id = 'off_x'`)
  expect(await news()).toEqual(['offers'])
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
  ])('from %d to %d is noted: %s', async ([before, after, noted], { ctx }) => {
    const { id } = await buildProduct(ctx, { stock: before })
    const { news } = await openNode(ctx)
    const move = { productId: id, change: after - before, reason: 'counted' as const }
    await ctx.db.insert(stockMovements).values(move)
    expect(await news()).toEqual(noted ? [id] : [])
  })
})

describe('no change is skipped, and none told twice', () => {
  test('when a slow one commits after a later one', async ({ ctx }) => {
    const { news } = await openNode(ctx)
    const { promise, resolve } = Promise.withResolvers<void>()
    onTestFinished(() => resolve())
    const begun = Promise.withResolvers<void>()
    const slow = ctx.db.transaction(async (tx) => {
      await noteChange(tx, 'slow')
      begun.resolve()
      await promise
    })
    await begun.promise
    await noteChange(ctx.db, 'quick')
    expect(await news()).toEqual(['quick'])
    expect(await news()).toEqual([])
    resolve()
    await slow
    await noteChange(ctx.db, 'last')
    expect((await news()).toSorted()).toEqual(['last', 'slow'])
    expect(await news()).toEqual([])
  })

  test('when one is taken back', async ({ ctx }) => {
    const { news } = await openNode(ctx)
    const taken = ctx.db.transaction(async (tx) => {
      await noteChange(tx, 'taken back')
      throw new Error('no')
    })
    await expect(taken).rejects.toThrow('no')
    expect(await news()).toEqual([])
  })

  test('in a storm of slow and quick ones, whoever reads how often', async ({ ctx }) => {
    const nodes = await Promise.all([openNode(ctx), openNode(ctx), openNode(ctx)])
    const told = nodes.map(() => [] as string[])
    let storming = true
    const reading = nodes.map(async ({ news }, at) => {
      while (storming) told[at]?.push(...(await news()))
      told[at]?.push(...(await news()))
    })
    const names = Array.from({ length: 60 }, (_, number) => `change ${number}`)
    const writing = names.map((name, number) =>
      ctx.db.transaction(async (tx) => {
        await noteChange(tx, name)
        await tx.execute(sql`select pg_sleep(${((number * 7) % 40) / 1000})`)
      }),
    )
    await Promise.all(writing)
    storming = false
    await Promise.all(reading)
    for (const each of told) expect(each.toSorted()).toEqual(names.toSorted())
  })

  test('of what is a day old nothing is kept', async ({ ctx }) => {
    await noteChange(ctx.db, 'old')
    await ctx.db.update(catalogChanges).set({ at: new Date(Date.now() - 25 * 3_600_000) })
    await noteChange(ctx.db, 'new')
    await forgetOldChanges(ctx.db)
    const kept = await ctx.db.select({ id: catalogChanges.productId }).from(catalogChanges)
    expect(kept).toEqual([{ id: 'new' }])
  })
})
