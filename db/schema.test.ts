import type { Pool } from 'pg'
import { describe } from 'vitest'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'

async function buildPerson(pool: Pool, name: string, role = 'user'): Promise<void> {
  const email = `${name}@example.com`
  await pool.query('insert into auth_users (id, email) values ($1, $2)', [name, email])
  await pool.query('insert into profiles (id, email, role) values ($1, $2, $3)', [name, email, role])
}

function buildOrder(pool: Pool, number: string, parts: Record<string, number | string> = {}) {
  const row = {
    ...{ id: `ord_${number}`, number, email: 'a@example.com', region: 'US', currency: 'usd', rate: 1 },
    ...{ subtotal: 1000, discount: 0, shipping: 1000, tax: 80, total_amount: 2080, base_total: 2080 },
    ...{ shipping_address: '{}', payment_method: 'card', ...parts },
  }
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  return pool.query(`insert into orders (${Object.keys(row)}) values (${places})`, Object.values(row))
}

const refused = (constraint: string) => ({ constraint })

describe('people', () => {
  test('are users or admins, and nothing else', async ({ connection: { pool } }) => {
    await buildPerson(pool, 'grace')
    await buildPerson(pool, 'ada', 'admin')
    for (const role of ['owner', 'ADMIN', '']) {
      await expect(buildPerson(pool, `x${role}`, role)).rejects.toMatchObject(refused('profiles_role_check'))
    }
  })

  test('have one account per address, written small', async ({ connection: { pool } }) => {
    await buildPerson(pool, 'grace')
    const again = (email: string) =>
      pool.query(`insert into auth_users (id, email) values ('other', $1)`, [email])
    await expect(again('grace@example.com')).rejects.toMatchObject(refused('auth_users_email_key'))
    await expect(again('Grace@example.com')).rejects.toMatchObject(refused('auth_users_email_check'))
  })

  test('have one default address at the most, also when two are chosen at once', async ({
    connection: { pool },
  }) => {
    await buildPerson(pool, 'grace')
    const add = (id: string) =>
      pool.query(
        `insert into addresses (id, profile_id, first_name, last_name, address, city, state, zip_code, is_default)
         values ($1, 'grace', 'Grace', 'H', '1 St', 'X', 'NY', '10001', true)`,
        [id],
      )
    const added = await Promise.allSettled(['a', 'b', 'c'].map(add))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(added.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refused('addresses_one_default'),
    })
  })

  test('put one to twenty of a product into a cart, in one line', async ({ ctx, connection: { pool } }) => {
    const { id } = await buildProduct(ctx)
    await buildPerson(pool, 'grace')
    const put = (line: string, quantity: number) =>
      pool.query(`insert into cart_items (id, user_id, product_id, quantity) values ($1, 'grace', $2, $3)`, [
        line,
        id,
        quantity,
      ])
    for (const quantity of [0, -1, 21])
      await expect(put('a', quantity)).rejects.toMatchObject(refused('cart_items_quantity_check'))
    await put('a', 20)
    await expect(put('b', 1)).rejects.toMatchObject(refused('cart_items_user_id_product_id_key'))
  })
})

describe('orders', () => {
  test('have a number of their own', async ({ connection: { pool } }) => {
    await buildOrder(pool, 'EB100001')
    const again = buildOrder(pool, 'EB100001', { id: 'ord_other' })
    await expect(again).rejects.toMatchObject(refused('orders_number_key'))
    for (const number of ['100002', 'EB12345', 'eb100002'])
      await expect(buildOrder(pool, number)).rejects.toMatchObject(refused('orders_number_check'))
  })

  test('cost the sum of their parts', async ({ connection: { pool } }) => {
    await buildOrder(pool, 'EB100001', { discount: 100, total_amount: 1980 })
    const wrong: Record<string, number>[] = [
      { total_amount: 2079 },
      { tax: 81 },
      { discount: 1 },
      { shipping: 0 },
    ]
    for (const parts of wrong)
      await expect(buildOrder(pool, 'EB100002', parts)).rejects.toMatchObject(refused('orders_parts_add_up'))
    const overdone = { discount: 1001, total_amount: 1079 }
    await expect(buildOrder(pool, 'EB100002', overdone)).rejects.toThrow('orders_check')
  })

  test('have lines that multiply', async ({ ctx, connection: { pool } }) => {
    const { id } = await buildProduct(ctx)
    await buildOrder(pool, 'EB100001')
    const line = (quantity: number, price: number, amount: number) =>
      pool.query(
        `insert into order_items (id, order_id, product_id, name, quantity, price, amount)
         values ('itm_1', 'ord_EB100001', $1, 'Rose', $2, $3, $4)`,
        [id, quantity, price, amount],
      )
    await expect(line(2, 500, 999)).rejects.toMatchObject(refused('order_items_multiply'))
    await line(2, 500, 1000)
  })

  test('move on when they are paid, or are tests', async ({ connection: { pool } }) => {
    await buildOrder(pool, 'EB100001')
    await buildOrder(pool, 'EB100002', { payment_method: 'demo' })
    const move = (number: string) =>
      pool.query(`update orders set status = 'processing' where number = $1`, [number])
    await expect(move('EB100001')).rejects.toMatchObject(refused('orders_move_when_paid'))
    await move('EB100002')
  })

  test('have one open payment at the most', async ({ connection: { pool } }) => {
    await buildOrder(pool, 'EB100001')
    const pay = (id: string, state: string) =>
      pool.query(
        `insert into payments (id, order_id, provider, provider_id, amount, currency, state)
         values ($1, 'ord_EB100001', 'stripe', $1, 2080, 'usd', $2)`,
        [id, state],
      )
    await pay('a', 'expired')
    const opened = await Promise.allSettled(['b', 'c', 'd'].map((id) => pay(id, 'open')))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
