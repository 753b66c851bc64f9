import { expectBalancedBooks } from '#test/books.ts'
import { type BenchStore, startBenchStore } from '../bench-store.ts'

export type FaultReport = {
  fault: string
  what: string
  /** Whatever is not as it must be, in words. */
  problems: string[]
  seconds: number
}

/** A shop of its own, the harm that is done to it, and at the end a look into its books. */
export async function runFault(
  fault: string,
  nodes: number,
  injectFault: (shop: BenchStore, problems: string[]) => Promise<string>,
): Promise<FaultReport> {
  const began = performance.now()
  const problems: string[] = []
  console.error(`${fault} …`)
  const shop = await startBenchStore({ nodes })
  try {
    const what = await injectFault(shop, problems)
    await expectBalancedBooks(shop.connection.db).catch((error) =>
      problems.push(`the books: ${error.message}`),
    )
    return { fault, what, problems, seconds: (performance.now() - began) / 1000 }
  } finally {
    await shop.close()
  }
}
