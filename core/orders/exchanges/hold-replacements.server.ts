import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { isOutOfStockError } from '../constraint-errors.ts'
import type { Replacement } from './find-replacements.server.ts'

type ReturnAt = { id: string; at: Date }

/** Nobody else can buy them until the exchange is completed, declined, or refunded instead. */
export async function holdReplacements(
  tx: Db,
  { id, at }: ReturnAt,
  replacements: readonly Replacement[],
): Promise<void> {
  const short = replacements.filter(({ available, quantity }) => available < quantity)
  if (short.length) throw soldOut(short)
  try {
    await execute(tx)`
      insert into stock_movements (product_id, change, reason, note, cause, created_at)
      select i.replacement_id, -i.quantity, 'held', 'Exchange ' || r.reference, 'exchange:' || r.id, ${at}::timestamptz
      from return_items i join returns r on r.id = i.return_id where r.id = ${id} order by 1`
  } catch (error) {
    if (!isOutOfStockError(error)) throw error
    throw soldOut(replacements.map((replacement) => ({ ...replacement, available: 0 })))
  }
}

function soldOut(replacements: readonly Replacement[]): Refusal {
  const message = replacements
    .map(({ name, available }) =>
      available > 0 ? `Only ${available} left of ${name}.` : `${name} is sold out.`,
    )
    .join(' ')
  return new Refusal('out_of_stock', message, { items: message })
}

export async function releaseReplacements(tx: Db, { id, at }: ReturnAt): Promise<void> {
  await execute(tx)`
    insert into stock_movements (product_id, change, reason, note, cause, created_at)
    select i.replacement_id, i.quantity, 'released', 'Exchange ' || r.reference, 'exchange-end:' || r.id, ${at}::timestamptz
    from return_items i join returns r on r.id = i.return_id
    where r.id = ${id} and i.replacement_id is not null order by 1`
}
