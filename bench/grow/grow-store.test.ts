import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canFollow, type OrderStatus } from '#core/orders/order-status.ts'
import { quote, toBaseAmount } from '#core/pricing/quote.ts'
import type { RegionCode } from '#core/regions/regions.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { createSeededDatabase, SEEDED as now } from '#test/demo-database.ts'
import type { TestDatabase } from '#test/test-database.ts'
import { growStore } from './grow-store.ts'

const PICTURES = `
  insert into pictures (id, origin, width, height, type, bytes)
    values ('pic_1', 'jar', 800, 600, 'image/avif', 9), ('pic_2', 'lid', 800, 600, 'image/avif', 9);
  insert into product_pictures select p.id, nth, 'pic_' || nth
    from products p, generate_series(1, 2) nth where category = 'Skincare'`

let store: TestDatabase
let levels: { product_id: string; available: number }[]
const progressLines: string[] = []
const recordProgress = (line: string) => progressLines.push(line)
const readStockLevels = () =>
  query<(typeof levels)[number]>('select product_id, available from stock_levels order by 1')

beforeAll(async () => {
  store = await createSeededDatabase()
  await store.client.query(PICTURES)
  await growStore(
    store.url,
    { products: 152, families: 6, customers: 120, orders: 500 },
    { now, onProgress: recordProgress },
  )
  levels = await readStockLevels()
  await growStore(
    store.url,
    { products: 0, families: 0, customers: 5, orders: 30 },
    { now, onProgress: recordProgress },
  )
})
afterAll(() => store.drop())

async function query<Row extends object>(sql: string, target = store): Promise<Row[]> {
  const { rows } = await target.client.query<Row>(sql)
  return rows
}

async function counts(target = store) {
  const [row] = await query(
    `select (select count(*)::int from products) as products,
    (select count(*)::int from profiles) as people, (select count(*)::int from orders) as orders`,
    target,
  )
  return row
}

describe('a grown store', () => {
  test('keeps its rows and adds the requested ones', async () => {
    expect(await counts()).toEqual({ products: 255, people: 215, orders: 688 })
    expect(progressLines).toContain('500 of 500 orders')
  })

  test('has no dangling references', async () => {
    const keys = await query<{ child: string; by: string; parent: string; key: string }>(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
          (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as by,
          (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as key
        from pg_constraint where contype = 'f'`,
    )
    expect(keys.length).toBeGreaterThan(20)
    for (const { child, by, parent, key } of keys) {
      const danglingRows = `select '${child}' from ${child} c where ${by} is not null
        and not exists (select from ${parent} p where p.${key} = c.${by})`
      expect(await query(danglingRows)).toEqual([])
    }
  })

  test('charges each order the quote of its lines', async () => {
    type Line = Record<'quantity' | 'price' | 'unitAmount' | 'amount' | 'discount', number> & {
      productId: string
    }
    const orders = await query<{
      region: RegionCode
      total: number
      tax: number
      base: number
      lines: Line[]
    }>(
      `select region, total_amount::int as total, tax::int, base_total::int as base,
          (select jsonb_agg(jsonb_build_object('productId', p.id, 'quantity', i.quantity, 'price', p.price,
            'unitAmount', i.price, 'amount', i.amount, 'discount', i.discount)) from order_items i join products p on p.id = i.product_id
            where i.order_id = o.id and not i.sample) as lines
        from orders o where number >= 'EB10000000' and length(number) > 8`,
    )
    expect(orders).toHaveLength(530)
    expect(new Set(orders.map(({ region }) => region)).size).toBe(4)
    for (const { region, total, tax, base, lines } of orders) {
      const expectedQuote = quote(lines, DEFAULT_REGIONS[region])
      expect({ total, tax, base }).toEqual({
        total: expectedQuote.total,
        tax: expectedQuote.tax,
        base: toBaseAmount(expectedQuote.total, expectedQuote.rate),
      })
      expect(lines).toMatchObject(expectedQuote.lines)
    }
  })

  test('has only allowed status changes', async () => {
    const statusChanges = await query<{ from: OrderStatus; to: OrderStatus }>(
      'select distinct from_status as from, to_status as to from order_steps where from_status is not null',
    )
    for (const { from, to } of statusChanges)
      expect({ from, to, allowed: canFollow(from, to) }).toEqual({ from, to, allowed: true })
    const kinds = await query<{ kind: string }>(
      "select distinct status || ' ' || payment_status as kind from orders",
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['pending paid', 'delivered paid', 'cancelled refunded', 'refunded refunded']),
    )
  })

  test('has stock, ratings, and books that match their ledgers', async () => {
    expect(
      await query(`select p.slug from products p join stock_levels s on s.product_id = p.id
        where s.available <> (select coalesce(sum(change), 0) from stock_movements m where m.product_id = p.id)
          or p.in_stock <> (s.available > 0)
          or (p.rating_sum, p.review_count) <> (select coalesce(sum(rating), 0), count(*) from reviews r
            where r.product_id = p.id and r.status = 'published')`),
    ).toEqual([])
    expect(
      await query('select from products where not exists (select from stock_levels where product_id = id)'),
    ).toEqual([])
    expect(
      await query(`select entry_id from accounting_lines group by entry_id
        having sum(amount) <> 0 or sum(base_amount) <> 0`),
    ).toEqual([])
    expect(
      await query(`select o.number from orders o left join accounting e on e.order_id = o.id and e.kind in ('sale', 'refund') group by o.id
        having count(e.id) <> 1 + (select count(*) from refunds r where r.order_id = o.id)`),
    ).toEqual([])
    const stars =
      "select listing_id, rating, count(*)::int as number from reviews where status = 'published' group by 1, 2"
    expect(await query(`select * from review_stars except ${stars}`)).toEqual([])
    expect(await query(`${stars} except select * from review_stars`)).toEqual([])
    expect((await query('select from reviews')).length).toBeGreaterThan(134)
  })

  test('borrows pictures, and shows those that it has', async () => {
    const before = await query('select id, images, image_url from products order by id')
    await query('select products_take_pictures(id) from products')
    expect(await query('select id, images, image_url from products order by id')).toEqual(before)
    expect(await query('select distinct position from product_pictures order by 1')).toEqual([
      { position: 1 },
      { position: 2 },
    ])
    const copies = "select from products where slug ~ '[0-9]$' and category = 'Skincare'"
    expect(await query(copies)).not.toHaveLength(0)
    expect(await query(`${copies} and image_url is null`)).toEqual([])
  })

  test('lists and finds a family with eight shades as one product', async () => {
    expect(
      await query(`select l.id from listings l join families f on f.id = l.family_id join search_entries s on s.product_id = l.lead_id
        where l.shades = 8 and f.slug ~ '-[0-9]+$' and l.name = f.name`),
    ).toHaveLength(6)
    const listings = 'select id, lead_id, price, shades, swatches from listings order by id'
    const before = await query(listings)
    await query('select listings_rebuild()')
    expect(await query(listings)).toEqual(before)
    expect(before).toHaveLength(24 + 152 + 6)
    expect(await query("select from tallies where name = 'products' and total = 182")).toHaveLength(1)
    expect(
      await query(
        'select from reviews r join products p on p.id = r.product_id where p.listing_id <> r.listing_id',
      ),
    ).toEqual([])
  })

  test('has all triggers enabled again', async () => {
    expect(await query("select tgname from pg_trigger where tgenabled <> 'O'")).toEqual([])
  })
})

test('the command grows a store twice without reusing an email', async () => {
  const ownStore = await createSeededDatabase()
  const script = fileURLToPath(new URL('./demo-grow.ts', import.meta.url))
  const growth = ['--products', '10', '--orders', '40', '--customers', '7', '--database-url', ownStore.url]
  for (const time of [1, 2]) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...growth])
    expect(stdout).toContain('40 of 40 orders')
    expect(await counts(ownStore)).toEqual({
      products: 55 + 10 * time,
      people: 90 + 7 * time,
      orders: 158 + 40 * time,
    })
  }
  const number = "substring(email from '[.]([0-9]+)@')"
  expect(
    await query(`select ${number} from profiles group by 1 having count(${number}) > 1`, ownStore),
  ).toEqual([])
  await ownStore.drop()
})

test('orders for existing products leave their stock unchanged', async () => {
  const known = new Set(levels.map(({ product_id }) => product_id))
  expect((await readStockLevels()).filter(({ product_id }) => known.has(product_id))).toEqual(levels)
})

test('a customer reviews a product once, however often they buy it', async () => {
  const ownStore = await createSeededDatabase()
  await growStore(
    ownStore.url,
    { products: 1, families: 0, customers: 2, orders: 200 },
    { now, onProgress: recordProgress },
  )
  const duplicateReviews = 'select from reviews group by product_id, profile_id having count(*) > 1'
  expect(await query(duplicateReviews, ownStore)).toEqual([])
  await ownStore.drop()
})

test('orders without customers are refused', async () => {
  const growth = { products: 5, families: 0, customers: 0, orders: 9 }
  await expect(growStore(store.url, growth, { now, onProgress: recordProgress })).rejects.toThrow('customers')
})

test('interrupted growth loses only the part that it interrupts', async () => {
  const ownStore = await createSeededDatabase()
  const before = await counts(ownStore)
  const lines: string[] = []
  const failOnSecondPart = (line: string) => {
    lines.push(line)
    if (line.endsWith('orders') && lines.includes('Part 2 of 2')) throw new Error('Connection lost')
  }
  const growth = { products: 5, families: 0, customers: 5, orders: 9 }
  const growing = growStore(ownStore.url, growth, { now, onProgress: failOnSecondPart, ordersPerPart: 5 })
  await expect(growing).rejects.toThrow('Connection lost')
  const { products = 0, people = 0, orders = 0 } = before as Record<string, number>
  expect(await counts(ownStore)).toEqual({ products: products + 2, people: people + 2, orders: orders + 4 })
  await ownStore.drop()
})
