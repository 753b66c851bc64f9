import { randomInt } from 'node:crypto'

/** 'EB' and the last six digits of the timestamp, then the next numbers, then longer random ones for busy stores. */
export function candidateNumbers(
  now: Date,
  randomNumber = () => randomInt(10_000_000, 100_000_000),
): string[] {
  const start = now.getTime() % 1_000_000
  const sequential = Array.from({ length: 8 }, (_, offset) =>
    String((start + offset) % 1_000_000).padStart(6, '0'),
  )
  return [...sequential, String(randomNumber()), String(randomNumber())].map((digits) => `EB${digits}`)
}
