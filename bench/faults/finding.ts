import { expectBalancedBooks } from '#test/books.ts'
import { openShop, type Shop } from '../shop.ts'

export type Finding = {
  fault: string
  what: string
  /** Whatever is not as it must be, in words. */
  wrong: string[]
  seconds: number
}

/** A shop of its own, the harm that is done to it, and at the end a look into its books. */
export async function look(
  fault: string,
  nodes: number,
  harm: (shop: Shop, wrong: string[]) => Promise<string>,
): Promise<Finding> {
  const began = performance.now()
  const wrong: string[] = []
  console.error(`${fault} …`)
  const shop = await openShop({ nodes })
  try {
    const what = await harm(shop, wrong)
    await expectBalancedBooks(shop.connection.db).catch((error) => wrong.push(`the books: ${error.message}`))
    return { fault, what, wrong, seconds: (performance.now() - began) / 1000 }
  } finally {
    await shop.close()
  }
}
