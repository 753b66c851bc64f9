import { TooOften } from '../errors.ts'

type Line = { running: number; waiting: (() => void)[] }

/** A few at once for each key, the others in line in memory; a line that grows too long sends people away. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const lines = new Map<string, Line>()

  return async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running >= atOnce) {
      if (line.waiting.length >= waiting) {
        throw new TooOften('The store is very busy. Please try again in a moment.', 5)
      }
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    } else line.running++
    try {
      return await work()
    } finally {
      // The turn is handed on, not given back: nobody slips in between.
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
}
