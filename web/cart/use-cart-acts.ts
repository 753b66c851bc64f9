import { useCallback } from 'react'
import type { CartLine } from '#core/cart/cart.ts'
import { Refusal } from '#core/errors.ts'
import { useToast } from '../ui/toast.tsx'
import { useKeeper } from './use-cart.ts'

/** What a shopper does to the cart, with what is said of it. Each answers whether it was done. */
export function useCartActs() {
  const keeper = useKeeper()
  const announce = useToast()

  const said = useCallback(
    async (act: () => Promise<string | undefined>, failure: string): Promise<boolean> => {
      try {
        const title = await act()
        if (title) announce({ title })
        return true
      } catch (error) {
        const description = error instanceof Refusal ? error.message : failure
        announce({ title: 'Error', description, tone: 'destructive' })
        return false
      }
    },
    [announce],
  )

  return {
    add: (line: CartLine, most: number) =>
      said(async () => {
        const added = await keeper.add(line, most)
        return added < line.quantity ? `Added to cart! Only ${added} more could be had.` : 'Added to cart!'
      }, 'Failed to add item to cart. Please try again.'),
    set: (line: CartLine, most: number) =>
      said(async () => {
        await keeper.set(line, most)
        return line.quantity <= 0 ? 'Item removed' : undefined
      }, 'Failed to update cart. Please try again.'),
    remove: (productId: string) =>
      said(async () => {
        await keeper.remove(productId)
        return 'Item removed'
      }, 'Failed to update cart. Please try again.'),
    clear: () =>
      said(async () => {
        await keeper.clear()
        return undefined
      }, 'Failed to update cart. Please try again.'),
  }
}
