import { statement } from '#db/statement.ts'
import { buildProduct } from '#test/builders.ts'
import { signedInCustomers } from '../customers.ts'
import { type Finding, look } from './finding.ts'
import { askTestOrder } from './orders.ts'

const AT_ONCE = 4

/** Each attempt is sent many times under one key, to two nodes: one order each, and one answer. */
export function attempts({ orders, sends }: { orders: number; sends: number }): Promise<Finding> {
  return look(`${orders} attempts, each sent ${sends} times`, 2, async (shop, wrong) => {
    const { db } = shop.connection
    const tokens = await signedInCustomers(db, AT_ONCE)
    const { id } = await buildProduct({ db, now: new Date() }, { stock: 1_000_000 })
    const [before] = await countOrders(db)
    let begun = 0

    async function send(token: string): Promise<void> {
      while (begun++ < orders) {
        const ask = askTestOrder([{ product_id: id, quantity: 1 }], token)
        const answers = await Promise.all(Array.from({ length: sends }, () => ask(shop.url())))
        const different = [...new Set(answers.map(({ status, text }) => `${status} ${text}`))]
        if (different.length > 1 || answers[0]?.status !== 201) wrong.push(different.join(' | '))
      }
    }
    await Promise.all(tokens.map(send))
    const [after] = await countOrders(db)
    const made = (after?.count ?? 0) - (before?.count ?? 0)
    if (made !== orders) wrong.push(`${made} orders of ${orders} attempts`)
    return `${made} orders of ${orders * sends} requests`
  })
}

const countOrders = statement<{ count: number }>('attempts_orders', 'select count(*) as count from orders')
