import { formatDay } from '#core/regions/arrival.ts'
import type { OrderLine } from './order.ts'

/** The items whose stock isn't in yet. An order ships together, so it waits for all of them. */
export function findPreorders<Line extends Pick<OrderLine, 'preorderDate'>>({
  items,
}: {
  items: readonly Line[]
}): (Line & { preorderDate: string })[] {
  return items.flatMap((item) => (item.preorderDate ? [{ ...item, preorderDate: item.preorderDate }] : []))
}

/** The last day that an item of the order waits for. */
export function preorderDate(order: { items: readonly Pick<OrderLine, 'preorderDate'>[] }): string | null {
  return (
    findPreorders(order)
      .map((item) => item.preorderDate)
      .sort()
      .at(-1) ?? null
  )
}

export function preorderText({ name, preorderDate: day }: { name: string; preorderDate: string }): string {
  return `${name} is a pre-order. It ships from ${formatDay(day)}.`
}
