import { useCallback } from 'react'
import type { CartLine } from '#core/cart/cart-line.ts'
import { Refusal } from '#core/errors.ts'
import { type Notice, useToast } from '#web/ui/toast.tsx'
import { useCartStore } from './use-cart.ts'

const CART_LINK = { to: '/cart', text: 'View cart' }

/** Each action shows a toast and resolves to whether it succeeded. */
export function useCartActions() {
  const store = useCartStore()
  const showToast = useToast()

  const withToast = useCallback(
    async (
      run: () => Promise<string | undefined>,
      failure: string,
      link?: Notice['link'],
    ): Promise<boolean> => {
      try {
        const title = await run()
        if (title) showToast({ title, ...(link && { link }) })
        return true
      } catch (error) {
        const description = error instanceof Refusal ? error.message : failure
        showToast({ title: 'Error', description, tone: 'destructive' })
        return false
      }
    },
    [showToast],
  )

  return {
    add: (line: CartLine, maxQuantity: number) =>
      withToast(
        async () => {
          const added = await store.add(line, maxQuantity)
          return added < line.quantity
            ? `Added to cart! Only ${added} more could be added.`
            : 'Added to cart!'
        },
        'Failed to add item to cart. Please try again.',
        CART_LINK,
      ),
    /** A quantity of 0 removes the line. */
    set: (line: CartLine, maxQuantity: number) =>
      withToast(async () => {
        await store.set(line, maxQuantity)
        return line.quantity <= 0 ? 'Item removed' : undefined
      }, 'Failed to update cart. Please try again.'),
    clear: () =>
      withToast(async () => {
        await store.clear()
        return undefined
      }, 'Failed to update cart. Please try again.'),
  }
}
