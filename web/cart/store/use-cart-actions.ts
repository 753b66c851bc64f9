import { useCallback } from 'react'
import type { CartLine } from '#core/cart/cart-line.ts'
import { Refusal } from '#core/errors.ts'
import { useToast } from '#web/ui/toast/toast.tsx'
import { useCartStore } from './use-cart.ts'

/** An action that fails shows a toast and resolves to undefined. */
export function useCartActions() {
  const store = useCartStore()
  const showToast = useToast()

  const attempt = useCallback(
    async <Result>(run: () => Promise<Result>, failure: string): Promise<Result | undefined> => {
      try {
        return await run()
      } catch (error) {
        const description = error instanceof Refusal ? error.message : failure
        showToast({ title: 'Error', description, tone: 'destructive' })
        return undefined
      }
    },
    [showToast],
  )

  return {
    /** Resolves to the sentence that tells the shopper. */
    add: (line: CartLine, maxQuantity: number) =>
      attempt(async () => {
        const added = await store.add(line, maxQuantity)
        return added < line.quantity ? `Added to cart! Only ${added} more could be added.` : 'Added to cart!'
      }, 'Failed to add item to cart. Please try again.'),
    /** A quantity of 0 removes the line. */
    set: (line: CartLine, maxQuantity: number) =>
      attempt(async () => {
        await store.set(line, maxQuantity)
        if (line.quantity <= 0) showToast({ title: 'Item removed' })
      }, 'Failed to update cart. Please try again.'),
    clear: () => attempt(store.clear, 'Failed to update cart. Please try again.'),
  }
}
