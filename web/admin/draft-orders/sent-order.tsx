import { addressLines } from '#core/customers/postal-address.ts'
import type { DraftOrder } from '#core/draft-orders/find-draft-order.server.ts'
import { formatMoney } from '#core/money.ts'
import { type Order, orderOffer } from '#core/orders/order.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { ConfirmDetails } from '../ui/confirm-details.tsx'
import { Section } from '../ui/section.tsx'
import { QuoteTotals } from './quote-totals.tsx'

export function SentItems({ order }: { order: Order }) {
  const { items, currency } = order
  return (
    <Section title="Items">
      <ul aria-label="Items" className="border-hairline border-t">
        {items.map(({ productId, name, quantity, amount }) => (
          <li key={productId} className="flex justify-between gap-4 border-hairline border-b py-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {quantity} × {name}
            </span>
            <span className="tabular">{formatMoney({ amount, currency })}</span>
          </li>
        ))}
      </ul>
      <QuoteTotals quote={order} offer={orderOffer(order)} />
    </Section>
  )
}

export function SentDelivery({ order, message }: { order: Order; message: string | null }) {
  return (
    <Section title="Delivery and message">
      <PostalAddress lines={addressLines(order.shippingAddress, order.region)}>
        {order.shippingAddress.mobileNumber}
      </PostalAddress>
      {message && <p className="wrap-anywhere mt-4 max-w-prose whitespace-pre-line">{message}</p>}
    </Section>
  )
}

type LinkProps = { path: string; draft: DraftOrder; order: Order; link: string }

export function PaymentLinkSection({ path, draft, order, link }: LinkProps) {
  return (
    <Section title="Payment link">
      {draft.status === 'sent' ? (
        <div className="space-y-3">
          <p className="select-all font-mono [overflow-wrap:anywhere]">{link}</p>
          <p className="text-ink-soft">Anyone who has the link can see the order and pay it.</p>
          <ActionForm action={`${path}/emails`}>
            <SubmitButton variant="secondary">Email the link again</SubmitButton>
          </ActionForm>
          <ConfirmDetails
            label="Cancel payment link…"
            question="Cancel this order? Its items go back in stock, and the link stops working."
            action={`${path}/cancellation`}
            confirmLabel="Cancel payment link"
          />
        </div>
      ) : (
        <p>
          <AdminLink to={`orders/${order.number}`}>View order #{order.number}</AdminLink>
        </p>
      )}
    </Section>
  )
}
