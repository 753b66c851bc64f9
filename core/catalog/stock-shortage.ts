import { Refusal } from '../errors.ts'

export type RequestedItem = { id: string; name: string; stock: number; quantity: number }

export function findShortage(items: readonly RequestedItem[]): Refusal | undefined {
  const shortItems = items.filter(({ stock, quantity }) => stock < quantity)
  if (!shortItems.length) return undefined
  const fields = Object.fromEntries(shortItems.map((line) => [line.id, stockMessage(line)]))
  return new Refusal('out_of_stock', Object.values(fields).join(' '), fields)
}

export function productsNotFound(ids: readonly string[]): Refusal {
  const message = 'This product is no longer available.'
  return new Refusal('not_found', message, Object.fromEntries(ids.map((id) => [id, message])))
}

function stockMessage({ name, stock }: RequestedItem): string {
  return stock > 0 ? `Only ${stock} left of ${name}.` : `${name} is sold out.`
}
