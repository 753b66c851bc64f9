import { Refusal } from '../errors.ts'

export type RequestedStock = { productId: string; name: string; stock: number; quantity: number }

export function findShortage(lines: readonly RequestedStock[]): Refusal | undefined {
  const shortLines = lines.filter(({ stock, quantity }) => stock < quantity)
  if (!shortLines.length) return undefined
  const fields = Object.fromEntries(shortLines.map((line) => [line.productId, stockMessage(line)]))
  return new Refusal('out_of_stock', Object.values(fields).join(' '), fields)
}

export function productsNotFound(ids: readonly string[]): Refusal {
  const message = 'This product is no longer available.'
  return new Refusal('not_found', message, Object.fromEntries(ids.map((id) => [id, message])))
}

function stockMessage({ name, stock }: RequestedStock): string {
  return stock > 0 ? `Only ${stock} left of ${name}.` : `${name} is sold out.`
}
