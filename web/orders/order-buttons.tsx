import { type FormEvent, useState } from 'react'
import { Form, href, useNavigate } from 'react-router'
import { MAX_ITEM_QUANTITY } from '#core/cart/cart.ts'
import type { Order } from '#core/orders/order.ts'
import { useCartStore } from '../cart/store/use-cart.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

export function OrderButtons({ order, canCancel }: { order: Order; canCancel: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Reorder order={order} />
      <ButtonLink variant="secondary" to={href('/orders/:number/invoice', order)} reloadDocument>
        Invoice
      </ButtonLink>
      {canCancel && <CancelOrder isPaid={order.paymentStatus === 'paid'} />}
    </div>
  )
}

function Reorder({ order: { items } }: { order: Order }) {
  const store = useCartStore()
  const navigate = useNavigate()
  async function submit(event: FormEvent) {
    event.preventDefault()
    // Products that are no longer available are skipped.
    for (const { productId, quantity } of items)
      await store
        .add({ productId, quantity: Math.min(quantity, MAX_ITEM_QUANTITY) }, MAX_ITEM_QUANTITY)
        .catch(() => 0)
    await navigate(href('/cart'))
  }
  return (
    <Form method="post" onSubmit={submit}>
      <input type="hidden" name="act" value="reorder" />
      <Button type="submit">Order Again</Button>
    </Form>
  )
}

/** Asks for confirmation if scripts run. */
function CancelOrder({ isPaid }: { isPaid: boolean }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Form
        method="post"
        onSubmit={(event) => {
          if (isConfirming) return
          event.preventDefault()
          setConfirming(true)
        }}
      >
        <input type="hidden" name="act" value="cancel" />
        <button type="submit" className="link-line min-h-12 cursor-pointer px-2 text-small">
          Cancel Order
        </button>
      </Form>
      {isConfirming && (
        <Dialog title="Cancel this order?" onClose={() => setConfirming(false)}>
          <p className="mt-4">
            {isPaid ? 'We’ll refund your card in full.' : 'You haven’t been charged for this order.'}
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <Form method="post" onSubmit={() => setConfirming(false)}>
              <input type="hidden" name="act" value="cancel" />
              <Button type="submit">Yes, Cancel It</Button>
            </Form>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              Keep Order
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
