import type { InciEntry } from '../inci-entry.ts'

type Amount = Pick<InciEntry, 'name' | 'percent' | 'mayContain'>

/** Lists name ingredients by weight, in descending order down to 1%. */
export function describePercentages(entries: readonly Amount[]): string[] {
  const amounts = entries.flatMap(({ name, percent, mayContain }) =>
    percent === null || mayContain ? [] : { name, percent },
  )
  const misplaced = amounts.flatMap(({ name, percent }, i) => {
    const before = amounts[i - 1]
    if (!before || percent <= 1 || percent <= before.percent) return []
    return `${name} (${percent}%) comes after ${before.name} (${before.percent}%). Ingredients above 1% stand in descending order.`
  })
  const total = Number(amounts.reduce((sum, { percent }) => sum + percent, 0).toFixed(4))
  return total > 100
    ? [...misplaced, `The percentages add up to ${total}%, which is more than 100%. Check them.`]
    : misplaced
}
