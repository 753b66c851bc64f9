import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createTurns } from './turns.ts'

export type Hashing = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** Hashing runs on other threads, but on the same cores: a few at once, a queue with an end, and then a wait. */
export function createHashing({ atOnce = 1, waiting = 100 } = {}): Hashing {
  const inTurn = createTurns({ atOnce, waiting })
  return {
    hash: (password) => inTurn('', () => hashPassword(password)),
    verify: (given) => inTurn('', () => verifyPassword(given)),
  }
}
