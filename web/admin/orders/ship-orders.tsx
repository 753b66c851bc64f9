import { useEffect, useState } from 'react'
import {
  findShippableOrders,
  SHIPPING_UNDO_SECONDS,
  type Shipment,
  type ShippableOrder,
  shipOrders,
} from '#core/orders/admin/ship-orders.server.ts'
import { readTrackingList } from '#core/orders/admin/tracking-list.ts'
import { undoShipping } from '#core/orders/admin/undo-shipping.server.ts'
import { ActionForm, usePageResult } from '#web/forms/action-form.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { type FormResult, fieldText } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { type AdminContext, adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/ship-orders'
import { readTracking } from './order-forms.ts'

export const meta = adminMeta('Ship orders')

const MAX_ORDERS = 100
const readIds = (values: (string | FormDataEntryValue)[]) =>
  [...new Set(values.map(String))].slice(0, MAX_ORDERS)

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const ids = readIds(url.searchParams.getAll('id'))
  const orders = await refusalToResponse(findShippableOrders(ctx, ids))
  return { orders, selected: ids.length, undoSeconds: SHIPPING_UNDO_SECONDS }
}

type ShippingResult = FormResult & { undo?: string[] }

const SHIPPING_FORMS: Record<string, AdminForm<ShippingResult>> = {
  '': async ({ ctx, form }) => {
    const { shipped, refused } = await shipOrders(ctx, await readShipments(ctx, form))
    const title = pluralize(shipped.length, 'order marked as shipped', 'orders marked as shipped')
    return { ...resultOf(title, [...new Set(refused)]), undo: shipped }
  },
  undo: async ({ ctx, form }) => {
    const { undone, unchanged } = await undoShipping(ctx, readIds(form.getAll('id')))
    return resultOf(
      pluralize(undone.length, 'shipment undone', 'shipments undone'),
      unchanged.map((number) => `${number} can’t be undone: it changed, or its email has been sent.`),
    )
  },
}

export const action = adminAction(SHIPPING_FORMS, 'Couldn’t mark orders as shipped')

/** What is entered for an order replaces what is entered for all. */
async function readShipments(ctx: AdminContext, form: FormData): Promise<Shipment[]> {
  const ids = readIds(form.getAll('id'))
  const orders = await findShippableOrders(ctx, ids)
  const pasted = readTrackingList(
    fieldText(form, 'tracking_list'),
    orders.map(({ number }) => number),
  )
  return ids.map((id) => {
    const number = orders.find((order) => order.id === id)?.number ?? ''
    const typed = {
      carrier: fieldText(form, `carrier-${id}`) || form.get('carrier'),
      tracking_number: fieldText(form, `tracking-${id}`) || pasted.get(number),
    }
    return { id, ...readTracking(typed) }
  })
}

function resultOf(title: string, problems: string[]) {
  const tone = problems.length ? ('destructive' as const) : ('plain' as const)
  return { notice: { title, description: problems.join(' ') || undefined, tone }, status: 200 }
}

export default function ShipOrders({ loaderData }: Route.ComponentProps) {
  const { orders, selected, undoSeconds } = loaderData
  const result = usePageResult<ShippingResult>()
  const shipped = result?.undo ?? []
  return (
    <>
      <ScreenHeader title="Ship orders">
        <HeaderLink to="orders">Back to orders</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      {shipped.length > 0 && <UndoShipping key={shipped.join()} ids={shipped} seconds={undoSeconds} />}
      {orders.length > 0 ? (
        <ShipForm orders={orders} />
      ) : (
        shipped.length === 0 && <NothingToShip selected={selected} />
      )}
    </>
  )
}

function ShipForm({ orders }: { orders: ShippableOrder[] }) {
  const adminPath = useAdminPath()
  return (
    <ActionForm action={adminPath('orders/ship')} className="max-w-3xl">
      <p className="mb-4 text-ink-soft">
        Customers get the carrier and tracking number in their email. Both are optional.
      </p>
      {orders.length > 1 && (
        <div className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-3">
          <Field
            label="Carrier for all"
            name="carrier"
            maxLength={200}
            hint="Where none is entered below"
            className="w-full sm:w-56"
          />
          <TextareaField
            label="Tracking numbers, one per line"
            name="tracking_list"
            rows={3}
            maxLength={30_000}
            autoComplete="off"
            spellCheck={false}
            hint="In the order shown, or each after its order number: EB107563 1Z999"
            className="min-w-52 grow"
          />
        </div>
      )}
      <ul className="border-hairline border-t">
        {orders.map(({ id, number, buyer, itemCount }) => (
          <li key={id} className="border-hairline border-b py-3">
            <fieldset className="flex flex-wrap items-end gap-x-6 gap-y-2">
              <legend className="sr-only">Order {number}</legend>
              <input type="hidden" name="id" value={id} />
              <p className="tabular w-full sm:w-56">
                {number} <span className="text-ink-soft">{buyer}</span>
                <span className="block text-ink-soft">{pluralize(itemCount, 'item', 'items')}</span>
              </p>
              <Field label="Carrier" name={`carrier-${id}`} maxLength={200} className="w-32" />
              <Field
                label="Tracking number"
                name={`tracking-${id}`}
                maxLength={200}
                autoComplete="off"
                className="min-w-52 grow"
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <SubmitButton className="mt-4">Mark as shipped</SubmitButton>
    </ActionForm>
  )
}

/** Without scripts the button stays, and the server refuses once the emails have gone out. */
function UndoShipping({ ids, seconds }: { ids: string[]; seconds: number }) {
  const adminPath = useAdminPath()
  const [isExpired, setExpired] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setExpired, seconds * 1000, true)
    return () => clearTimeout(timer)
  }, [seconds])
  if (isExpired) return <p role="status">The shipping emails are on their way.</p>
  return (
    <ActionForm action={adminPath('orders/ship/undo')} className="mb-4 flex flex-wrap items-center gap-x-6">
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <p role="status">Customers will be emailed in {seconds} seconds.</p>
      <TextButton>Undo</TextButton>
    </ActionForm>
  )
}

function NothingToShip({ selected }: { selected: number }) {
  return (
    <p className="border-hairline border-y py-10 text-ink-soft">
      {selected === 0
        ? 'No orders selected. Select orders in the list, then choose “Mark as shipped”.'
        : 'None of the selected orders can be shipped.'}
    </p>
  )
}
