import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { TooOften } from '../errors.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** Hashing runs on other threads, but on the same cores: a few at once, a queue with an end, and then a wait. */
export function createHashing({
  atOnce = 1,
  waiting = 100,
}: {
  atOnce?: number
  waiting?: number
} = {}): Hashing {
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new TooOften('The store is very busy. Please try again in a moment.', 5)
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // The turn is handed on, not given back: nobody slips in between.
      if (next) next()
      else running--
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (given) => inTurn(() => verifyPassword(given)),
  }
}
