import type { Pool } from 'pg'
import { describe } from 'vitest'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'

async function insertUser(pool: Pool, name: string, role = 'user'): Promise<void> {
  const email = `${name}@example.com`
  await pool.query('insert into auth_users (id, email) values ($1, $2)', [name, email])
  await pool.query('insert into profiles (id, email, role) values ($1, $2, $3)', [name, email, role])
}

function insertOrder(pool: Pool, number: string, columns: Record<string, number | string> = {}) {
  const row = {
    ...{ id: `ord_${number}`, number, email: 'a@example.com', region: 'US', currency: 'usd', rate: 1 },
    ...{ subtotal: 1000, discount: 0, shipping: 1000, tax: 80, total_amount: 2080, base_total: 2080 },
    ...{ shipping_address: '{}', payment_method: 'card', ...columns },
  }
  const placeholders = Object.keys(row).map((_, at) => `$${at + 1}`)
  return pool.query(`insert into orders (${Object.keys(row)}) values (${placeholders})`, Object.values(row))
}

test('the specified tables exist', async ({ connection: { pool } }) => {
  const names = ['accounting', 'cart_items', 'order_items', 'orders', 'products', 'profiles']
  const { rows } = await pool.query(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name = any($1) order by 1`,
    [names],
  )
  expect(rows.map(({ name }) => name)).toEqual(names)
})

const violates = (constraint: string) => ({ constraint })

describe('users', () => {
  test('have the role user or admin', async ({ connection: { pool } }) => {
    await insertUser(pool, 'grace')
    await insertUser(pool, 'ada', 'admin')
    for (const role of ['owner', 'ADMIN', '']) {
      const name = `x${role.toLowerCase()}`
      await expect(insertUser(pool, name, role)).rejects.toMatchObject(violates('profiles_role_check'))
    }
  })

  test('have one account per email address, in lowercase', async ({ connection: { pool } }) => {
    await insertUser(pool, 'mary')
    const insertDuplicate = (email: string) =>
      pool.query(`insert into auth_users (id, email) values ('other', $1)`, [email])
    await expect(insertDuplicate('mary@example.com')).rejects.toMatchObject(violates('auth_users_email_key'))
    await expect(insertDuplicate('Mary@example.com')).rejects.toMatchObject(
      violates('auth_users_email_check'),
    )
  })

  test('have at most one default address, even if several are set at once', async ({
    connection: { pool },
  }) => {
    await insertUser(pool, 'joan')
    const insertAddress = (id: string) =>
      pool.query(
        `insert into addresses (id, profile_id, first_name, last_name, address, city, state, zip_code, is_default)
         values ($1, 'joan', 'Grace', 'H', '1 St', 'X', 'NY', '10001', true)`,
        [id],
      )
    const results = await Promise.allSettled(['a', 'b', 'c'].map(insertAddress))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: violates('addresses_one_default'),
    })
  })

  test('have one cart line per product, with a quantity from 1 to 20', async ({
    ctx,
    connection: { pool },
  }) => {
    const { id } = await buildProduct(ctx)
    await insertUser(pool, 'edith')
    const insertCartItem = (itemId: string, quantity: number) =>
      pool.query(`insert into cart_items (id, user_id, product_id, quantity) values ($1, 'edith', $2, $3)`, [
        itemId,
        id,
        quantity,
      ])
    for (const quantity of [0, -1, 21])
      await expect(insertCartItem('a', quantity)).rejects.toMatchObject(violates('cart_items_quantity_check'))
    await insertCartItem('a', 20)
    await expect(insertCartItem('b', 1)).rejects.toMatchObject(violates('cart_items_user_id_product_id_key'))
  })
})

describe('orders', () => {
  test('have a unique number', async ({ connection: { pool } }) => {
    await insertOrder(pool, 'EB100001')
    const insertDuplicate = insertOrder(pool, 'EB100001', { id: 'ord_other' })
    await expect(insertDuplicate).rejects.toMatchObject(violates('orders_number_key'))
    for (const number of ['100002', 'EB12345', 'eb100002'])
      await expect(insertOrder(pool, number)).rejects.toMatchObject(violates('orders_number_check'))
  })

  test('have a total equal to the sum of its parts', async ({ connection: { pool } }) => {
    await insertOrder(pool, 'EB100002', { discount: 100, total_amount: 1980 })
    const unbalancedTotals: Record<string, number>[] = [
      { total_amount: 2079 },
      { tax: 81 },
      { discount: 1 },
      { shipping: 0 },
    ]
    for (const columns of unbalancedTotals)
      await expect(insertOrder(pool, 'EB100003', columns)).rejects.toMatchObject(
        violates('orders_parts_add_up'),
      )
    const excessiveDiscount = { discount: 1001, total_amount: 1079 }
    await expect(insertOrder(pool, 'EB100003', excessiveDiscount)).rejects.toThrow('orders_check')
  })

  test('have lines whose amount is quantity times price', async ({ ctx, connection: { pool } }) => {
    const { id } = await buildProduct(ctx)
    await insertOrder(pool, 'EB100004')
    const insertOrderItem = (quantity: number, price: number, amount: number) =>
      pool.query(
        `insert into order_items (id, order_id, product_id, name, quantity, price, amount)
         values ('itm_1', 'ord_EB100004', $1, 'Rose', $2, $3, $4)`,
        [id, quantity, price, amount],
      )
    await expect(insertOrderItem(2, 500, 999)).rejects.toMatchObject(violates('order_items_multiply'))
    await insertOrderItem(2, 500, 1000)
  })

  test('are processed only if they are paid or test orders', async ({ connection: { pool } }) => {
    await insertOrder(pool, 'EB100005')
    await insertOrder(pool, 'EB100006', { payment_method: 'demo' })
    const startProcessing = (number: string) =>
      pool.query(`update orders set status = 'processing' where number = $1`, [number])
    await expect(startProcessing('EB100005')).rejects.toMatchObject(violates('orders_move_when_paid'))
    await startProcessing('EB100006')
  })

  test('have at most one open payment', async ({ connection: { pool } }) => {
    await insertOrder(pool, 'EB100007')
    const insertPayment = (id: string, state: string) =>
      pool.query(
        `insert into payments (id, order_id, provider, provider_id, amount, currency, state)
         values ($1, 'ord_EB100007', 'stripe', $1, 2080, 'usd', $2)`,
        [id, state],
      )
    await insertPayment('a', 'expired')
    const openResults = await Promise.allSettled(['b', 'c', 'd'].map((id) => insertPayment(id, 'open')))
    expect(openResults.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
