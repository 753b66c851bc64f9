import { href } from 'react-router'
import { formatDate } from '#core/dates.ts'
import { formatMoney } from '#core/money.ts'
import type { ExchangeOf, ReplacementLink } from '#core/orders/exchanges/exchange-links.server.ts'
import type { Order } from '#core/orders/order.ts'
import { ActionForm } from '../../forms/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { ActionLink } from '../../ui/text-link.tsx'

type Props = {
  order: Order
  exchangeOf: ExchangeOf | undefined
  replacements: ReplacementLink[]
  timeZone: string
}

/** The orders on both sides of an exchange, and what is left to pay. */
export function ExchangeNotes({ order, exchangeOf, replacements, timeZone }: Props) {
  if (!exchangeOf && !replacements.length) return null
  return (
    <section aria-label="Exchange" className="space-y-2">
      {exchangeOf && <p>Exchange for items of order #{exchangeOf.number}.</p>}
      {replacements.map(({ number, path }) => (
        <p key={number}>
          <ActionLink to={path}>Exchanged: see order #{number}</ActionLink>
        </p>
      ))}
      {exchangeOf?.due && exchangeOf.dueUntil && (
        <>
          <p className="max-w-prose text-ink-soft">
            The new items cost {formatMoney({ amount: exchangeOf.due, currency: order.currency })} more. Pay
            by {formatDate(exchangeOf.dueUntil, timeZone)} and we’ll send them. If you don’t, we’ll refund
            what you returned.
          </p>
          <ActionForm action={href('/orders/:number/payment', order)}>
            <Button type="submit">
              Pay {formatMoney({ amount: exchangeOf.due, currency: order.currency })}
            </Button>
          </ActionForm>
        </>
      )}
    </section>
  )
}
