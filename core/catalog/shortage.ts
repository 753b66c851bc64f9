import { Refusal } from '../errors.ts'

export type Wanted = { id: string; name: string; stock: number; quantity: number }

/** Says what there is too little of, product by product; nothing if there is enough. */
export function shortageOf(wanted: readonly Wanted[]): Refusal | undefined {
  const short = wanted.filter(({ stock, quantity }) => stock < quantity)
  if (!short.length) return undefined
  const fields = Object.fromEntries(short.map((line) => [line.id, left(line)]))
  return new Refusal('out_of_stock', Object.values(fields).join(' '), fields)
}

export function notInTheShop(ids: readonly string[]): Refusal {
  const gone = 'This product is not, or no longer, in the shop.'
  return new Refusal('not_found', gone, Object.fromEntries(ids.map((id) => [id, gone])))
}

function left({ name, stock }: Wanted): string {
  return stock > 0 ? `Only ${stock} left of ${name}.` : `${name} is sold out.`
}
