import { statement } from '#db/statement.ts'
import { buildProduct } from '#test/builders.ts'
import { signedInCustomers } from '../customers.ts'
import { type Finding, look } from './finding.ts'
import { type Ask, askByCard, askTestOrder } from './orders.ts'

const BUYERS = 100

type Rush = { nodes: 1 | 2; stock: number; rounds: number }

/** A hundred buyers at once, of what is scarce or what is plenty: as many are served as there is, and the others told. */
export function rush({ nodes, stock, rounds }: Rush): Promise<Finding> {
  const fault = `${BUYERS} buyers of ${stock} pieces, ${nodes === 1 ? 'one node' : 'two nodes'}`
  return look(fault, nodes, async (shop, wrong) => {
    const { db } = shop.connection
    const tokens = await signedInCustomers(db, BUYERS)
    const served = Math.min(stock, BUYERS)
    for (let round = 0; round < rounds; round++) {
      const { id } = await buildProduct({ db, now: new Date() }, { stock })
      const items = [{ product_id: id, quantity: 1 }]
      // A round of test orders, a round of cards.
      const asks = tokens.map((token): Ask => (round % 2 ? askByCard(items) : askTestOrder(items, token)))
      const answers = await Promise.all(asks.map((ask) => ask(shop.url())))
      const told = answers.filter(({ status, code }) => status === 409 && code === 'out_of_stock').length
      const bought = answers.filter(({ status }) => status < 300).length
      const [left] = await selectLeft(db, id)
      const truth = { bought, told, pieces: left?.pieces, available: left?.available }
      const due = { bought: served, told: BUYERS - served, pieces: served, available: stock - served }
      if (JSON.stringify(truth) !== JSON.stringify(due)) {
        const statuses = answers.map(({ status, code }) => `${status} ${code ?? ''}`)
        wrong.push(`round ${round}: ${JSON.stringify(truth)} of ${[...new Set(statuses)].join(', ')}`)
      }
    }
    return `${rounds} rounds: ${served} served, ${BUYERS - served} told each time`
  })
}

const selectLeft = statement<{ pieces: number; available: number }>(
  'rush_left',
  `select s.available, (select coalesce(sum(quantity), 0) from order_items i where i.product_id = s.product_id) as pieces
   from stock_levels s where s.product_id = $1`,
)
