import { importedAddressLines } from '#core/orders/imported/imported-address-lines.ts'
import {
  findCustomerOfImportedOrder,
  findImportedOrder,
  type ImportedOrderView,
} from '#core/orders/imported/imported-orders.server.ts'
import { eraseGuestOfOrder } from '#core/privacy/erase-customer.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../../admin-context.ts'
import { type AdminForm, adminAction } from '../../admin-route.ts'
import { runWithApproval } from '../../approvals/run-with-approval.ts'
import { EraseData } from '../../customers/erase-data.tsx'
import { AdminLink } from '../../ui/admin-link.tsx'
import { Can, useCan } from '../../ui/can.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import type { Route } from './+types/imported-order-details'
import { ImportedFulfillmentDot, ImportedPaymentDot } from './imported-order-status.tsx'

export const meta = adminMeta('Imported order')

export async function loader({ context, pattern, params: { id } }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const order = await refusalToResponse(findImportedOrder(ctx, id))
  return { order, customerId: await findCustomerOfImportedOrder(ctx, id) }
}

const FORMS: Record<string, AdminForm> = {
  erasure: async ({ ctx, form, params: { id = '' } }) => {
    const { email } = await findImportedOrder(ctx, id)
    const notice = email === null ? 'order-data-erased' : 'customer-erased'
    return runWithApproval(ctx, form, notice, () => eraseGuestOfOrder(ctx, id))
  },
}

export const action = adminAction(FORMS, 'Couldn’t delete the personal data')

export default function ImportedOrderDetails({ loaderData: { order, customerId } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title={`Imported order ${order.number}`}
        lead="Placed in your former store. Not part of revenue, stock, or accounting."
      />
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-hairline border-y py-2">
        <ImportedFulfillmentDot status={order.fulfillmentStatus} />
        <ImportedPaymentDot status={order.paymentStatus} />
        <span className="text-ink-soft">
          <Timestamp at={order.placedAt} showTime />
        </span>
      </p>
      <FormNotice className="mt-4 max-w-prose" />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <Section title="Items">
          <Items order={order} />
          <Can to="orders.prices">
            <Totals order={order} />
          </Can>
        </Section>
        <div className="space-y-8">
          <Customer order={order} customerId={customerId} />
          {order.note && (
            <Section title="Note">
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{order.note}</p>
            </Section>
          )}
          <p className="text-ink-soft">
            Imported <Timestamp at={order.importedAt} showTime />
          </p>
        </div>
      </div>
    </>
  )
}

type ItemRow = ImportedOrderView['items'][number] & { id: number }

function Items({ order }: { order: ImportedOrderView }) {
  const columns: Column<ItemRow>[] = [
    {
      title: 'Product',
      placement: 'lead',
      cell: ({ name, sku, quantity }) => (
        <span className="[overflow-wrap:anywhere]">
          {name}
          {sku && <span className="ml-2 text-ink-soft">{sku}</span>}
          <span className="block text-ink-soft lg:hidden">× {quantity}</span>
        </span>
      ),
    },
    { title: 'Quantity', align: 'end', placement: 'desktop', cell: ({ quantity }) => `× ${quantity}` },
  ]
  if (useCan()('orders.prices'))
    columns.push({ title: 'Price', align: 'end', placement: 'side', cell: ({ price }) => price.display })
  const rows = order.items.map((item, index) => ({ ...item, id: index }))
  return <DataTable label="Items" columns={columns} rows={rows} empty="" />
}

function Totals({ order }: { order: ImportedOrderView }) {
  const { subtotal, discount, shipping, tax, taxIncluded, total, refunded } = order
  const rows = [
    ['Subtotal', subtotal.display],
    ...(discount.amount > 0 ? [['Discount', `−${discount.display}`]] : []),
    ['Shipping', shipping.display],
    [taxIncluded ? 'Includes tax' : 'Tax', tax.display],
  ]
  return (
    <dl className="tabular mt-3 ml-auto grid w-60 grid-cols-[1fr_auto] gap-y-1">
      {rows.map(([name, amount]) => (
        <div key={name} className="contents text-ink-soft">
          <dt>{name}</dt>
          <dd className="text-right">{amount}</dd>
        </div>
      ))}
      <dt className="border-hairline border-t pt-2">Total</dt>
      <dd className="border-hairline border-t pt-2 text-right">{total.display}</dd>
      {refunded.amount > 0 && (
        <div className="contents text-ink-soft">
          <dt>Refunded</dt>
          <dd className="text-right">−{refunded.display}</dd>
        </div>
      )}
    </dl>
  )
}

type CustomerProps = { order: ImportedOrderView; customerId: string | null }

function Customer({ order, customerId }: CustomerProps) {
  const { id, number, email, customerName, shippingAddress, note } = order
  const adminPath = useAdminPath()
  const can = useCan()
  const hasPersonalData = Boolean(email || customerName || shippingAddress || note)
  return (
    <Section title="Customer">
      {!hasPersonalData && <p className="text-ink-soft">No personal data</p>}
      {customerName && customerName !== shippingAddress?.name && <p>{customerName}</p>}
      {email && (
        <p className="wrap-anywhere">
          {customerId ? <AdminLink to={`users/${customerId}`}>{email}</AdminLink> : email}
        </p>
      )}
      {shippingAddress && (
        <PostalAddress lines={importedAddressLines(shippingAddress)}>{shippingAddress.phone}</PostalAddress>
      )}
      {hasPersonalData && !customerId && can('customers.edit') && (
        <div className="mt-2">
          <EraseData
            action={adminPath(`orders/imported/${id}/erasure`)}
            question={
              email
                ? `Delete the personal data of ${email} from all their orders and emails?`
                : `Delete the personal data of order ${number}?`
            }
          />
        </div>
      )}
    </Section>
  )
}
