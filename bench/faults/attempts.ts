import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { signInCustomers } from '../customers.ts'
import { type FaultReport, runFault } from './fault-report.ts'
import { prepareTestOrder } from './order-requests.ts'

const AT_ONCE = 4

/** Sends each order many times with one key, to two nodes. Each must create one order and return one response. */
export function runAttempts({ orders, sends }: { orders: number; sends: number }): Promise<FaultReport> {
  return runFault(`${orders} attempts, each sent ${sends} times`, { nodes: 2 }, async (shop, problems) => {
    const { db } = shop.connection
    const tokens = await signInCustomers(db, AT_ONCE)
    const { id } = await buildProduct({ db, now: new Date() }, { stock: 1_000_000 })
    const [before] = await countOrders(db)
    let startedAttempts = 0

    async function send(token: string): Promise<void> {
      while (startedAttempts++ < orders) {
        const sendOrder = prepareTestOrder([{ product_id: id, quantity: 1 }], token)
        const responses = await Promise.all(Array.from({ length: sends }, () => sendOrder(shop.url())))
        const distinctResponses = [...new Set(responses.map(({ status, text }) => `${status} ${text}`))]
        if (distinctResponses.length > 1 || responses[0]?.status !== 201)
          problems.push(distinctResponses.join(' | '))
      }
    }
    await Promise.all(tokens.map(send))
    const [after] = await countOrders(db)
    const createdOrders = (after?.count ?? 0) - (before?.count ?? 0)
    if (createdOrders !== orders) problems.push(`${createdOrders} orders of ${orders} attempts`)
    return `${createdOrders} orders of ${orders * sends} requests`
  })
}

const countOrders = (db: Db) => query(db, OrderCount)`select count(*) as count from orders`
const OrderCount = z.strictObject({ count: z.int() })
