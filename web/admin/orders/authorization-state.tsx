import type { Order } from '#core/orders/order.ts'
import { ActionForm } from '#web/forms/action-form.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Can } from '../ui/can.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

/** Of a payment that is captured when the order ships. */
export function AuthorizationState({ order, failure }: { order: Order; failure: string | null }) {
  const action = useAdminPath()(`orders/${order.number}/charge`)
  const { authorization, authorizedUntil } = order
  if (!authorization || !authorizedUntil) return null
  const isSent = order.status === 'shipped' || order.status === 'delivered'
  return (
    <section aria-label="Authorized payment" className="mt-4 max-w-prose space-y-3">
      {authorization === 'authorized' && (
        <p>
          {isSent
            ? 'The customer is being charged.'
            : 'The customer is charged when you mark the order as shipped. '}
          {!isSent && (
            <>
              The authorization ends on <Timestamp at={authorizedUntil} showTime />.
            </>
          )}
        </p>
      )}
      {authorization === 'failed' && (
        <p>The charge failed{failure ? `: ${failure}` : '.'} The customer hasn’t been charged.</p>
      )}
      {authorization === 'expired' && (
        <p>
          The authorization has ended, and the customer can’t be charged anymore.{' '}
          {isSent ? 'Contact them about the payment.' : 'Cancel the order, and ask them to order again.'}
        </p>
      )}
      {(authorization === 'failed' || (authorization === 'authorized' && !isSent)) && (
        <Can to="orders.edit">
          <ActionForm action={action}>
            <SubmitButton variant="secondary">
              {authorization === 'failed' ? 'Try to charge again' : 'Charge now'}
            </SubmitButton>
          </ActionForm>
        </Can>
      )}
    </section>
  )
}
