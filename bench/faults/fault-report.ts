import { expectBalancedBooks } from '#test/books.ts'
import { type BenchStore, startBenchStore } from '../bench-store.ts'

export type FaultReport = {
  fault: string
  result: string
  problems: string[]
  seconds: number
}

/** Injects a fault into a new store, then checks its books. */
export async function runFault(
  fault: string,
  { nodes, env = {} }: { nodes: number; env?: Record<string, string> },
  injectFault: (shop: BenchStore, problems: string[]) => Promise<string>,
): Promise<FaultReport> {
  const startedAt = performance.now()
  const problems: string[] = []
  console.error(`${fault}…`)
  const shop = await startBenchStore({ nodes, env })
  try {
    const result = await injectFault(shop, problems)
    await expectBalancedBooks(shop.connection.db).catch((error) => problems.push(`Books: ${error.message}`))
    return { fault, result, problems, seconds: (performance.now() - startedAt) / 1000 }
  } finally {
    await shop.close()
  }
}
