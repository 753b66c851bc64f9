import { randomInt } from 'node:crypto'

/** 'EB' and the last six digits of the moment; then the next ones; then, in a shop that sold so many, longer ones. */
export function numbersFrom(now: Date, longer = () => randomInt(10_000_000, 100_000_000)): string[] {
  const start = now.getTime() % 1_000_000
  const near = Array.from({ length: 8 }, (_, more) => String((start + more) % 1_000_000).padStart(6, '0'))
  return [...near, String(longer()), String(longer())].map((digits) => `EB${digits}`)
}
