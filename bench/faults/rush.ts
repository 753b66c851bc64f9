import { z } from 'zod'
import { query } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { signInCustomers } from '../customers.ts'
import { type FaultReport, runFault } from './fault-report.ts'
import { prepareCardOrder, prepareTestOrder, type SendOrder } from './order-requests.ts'

const BUYERS = 100

type RushOptions = { nodes: 1 | 2; stock: number; rounds: number }

/** A hundred concurrent buyers: as many orders as units must succeed, and the others must get `out_of_stock`. */
export function runRush({ nodes, stock, rounds }: RushOptions): Promise<FaultReport> {
  const fault = `${BUYERS} buyers of ${stock} units, ${nodes === 1 ? 'one node' : 'two nodes'}`
  return runFault(fault, { nodes }, async (shop, problems) => {
    const { db } = shop.connection
    const tokens = await signInCustomers(db, BUYERS)
    const unitsSold = Math.min(stock, BUYERS)
    for (let round = 0; round < rounds; round++) {
      const { id } = await buildProduct({ db, now: new Date() }, { stock })
      const items = [{ product_id: id, quantity: 1 }]
      // Alternates between test orders and card orders.
      const attempts = tokens.map(
        (token): SendOrder => (round % 2 ? prepareCardOrder(items) : prepareTestOrder(items, token)),
      )
      const responses = await Promise.all(attempts.map((sendOrder) => sendOrder(shop.url())))
      const rejected = responses.filter(
        ({ status, code }) => status === 409 && code === 'out_of_stock',
      ).length
      const succeeded = responses.filter(({ status }) => status < 300).length
      const [stockCounts] = await query(db, StockCounts)`
        select s.available, (select coalesce(sum(quantity), 0) from order_items i where i.product_id = s.product_id) as sold
        from stock_levels s where s.product_id = ${id}`
      const actual = { succeeded, rejected, sold: stockCounts?.sold, available: stockCounts?.available }
      const expected = {
        succeeded: unitsSold,
        rejected: BUYERS - unitsSold,
        sold: unitsSold,
        available: stock - unitsSold,
      }
      if (JSON.stringify(actual) !== JSON.stringify(expected)) {
        const statuses = responses.map(({ status, code }) => `${status} ${code ?? ''}`)
        problems.push(`round ${round}: ${JSON.stringify(actual)} of ${[...new Set(statuses)].join(', ')}`)
      }
    }
    return `${rounds} rounds: ${unitsSold} succeeded, ${BUYERS - unitsSold} rejected in each`
  })
}

const StockCounts = z.strictObject({ sold: z.int(), available: z.int() })
