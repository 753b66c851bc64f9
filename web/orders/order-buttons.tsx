import { type FormEvent, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { MAX_ITEM_QUANTITY } from '#core/cart/limits.ts'
import type { Order } from '#core/orders/order.ts'
import { paidItems } from '#core/orders/refunds/refund-amounts.ts'
import { useCartStore } from '../cart/store/use-cart.ts'
import { ActionForm } from '../forms/action-form.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export function OrderButtons({ order, canCancel }: { order: Order; canCancel: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {order.kind === 'products' && <Reorder order={order} />}
      <ButtonLink variant="secondary" to={href('/orders/:number/invoice', order)} reloadDocument>
        Invoice
      </ButtonLink>
      {canCancel && <CancelOrder order={order} />}
    </div>
  )
}

function Reorder({ order }: { order: Order }) {
  const store = useCartStore()
  const navigate = useNavigate()
  async function submit(event: FormEvent) {
    event.preventDefault()
    // Products that are no longer available are skipped.
    for (const { productId, quantity } of paidItems(order))
      await store
        .add({ productId, quantity: Math.min(quantity, MAX_ITEM_QUANTITY) }, MAX_ITEM_QUANTITY)
        .catch(() => 0)
    await navigate(href('/cart'))
  }
  return (
    <ActionForm action={href('/orders/:number/reorder', order)} onSubmit={submit}>
      <Button type="submit">Order again</Button>
    </ActionForm>
  )
}

/** Asks for confirmation if scripts run. */
function CancelOrder({ order }: { order: Order }) {
  const action = href('/orders/:number/cancellation', order)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <ActionForm
        action={action}
        onSubmit={(event) => {
          if (isConfirming) return
          event.preventDefault()
          setConfirming(true)
        }}
      >
        <button type="submit" className="link-line min-h-12 cursor-pointer text-small sm:px-2">
          Cancel order
        </button>
      </ActionForm>
      {isConfirming && (
        <Dialog title="Cancel this order?" onClose={() => setConfirming(false)}>
          <p className="mt-4">
            {order.paymentStatus === 'paid'
              ? 'We’ll refund your card in full.'
              : 'You haven’t been charged for this order.'}
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <ActionForm action={action} onSubmit={() => setConfirming(false)}>
              <Button type="submit">Yes, Cancel It</Button>
            </ActionForm>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              Keep order
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
