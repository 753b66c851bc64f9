import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { findAddresses } from '#core/customers/addresses.server.ts'
import { draftName } from '#core/draft-orders/draft-order.ts'
import { listDraftNotes } from '#core/draft-orders/draft-order-notes.server.ts'
import { type DraftOrder, findDraftOrder } from '#core/draft-orders/find-draft-order.server.ts'
import { paymentLink } from '#core/draft-orders/payment-link.ts'
import { priceDraft } from '#core/draft-orders/price-draft.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { type AdminContext, adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { Notes } from '../ui/notes.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { StatList } from '../ui/stat-list.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/draft-order-details'
import { DraftDetailsForm } from './draft-details-form.tsx'
import { DraftItems } from './draft-items.tsx'
import { DRAFT_FORMS } from './draft-order-forms.ts'
import { DraftStatusDot } from './draft-status.tsx'
import { SendForm } from './send-form.tsx'
import { PaymentLinkSection, SentDelivery, SentItems } from './sent-order.tsx'

export const meta = adminMeta('Draft order')

const MAX_MATCHES = 10

/** `?q=` searches for products to add. */
export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const draft = await refusalToResponse(findDraftOrder(ctx, params.id))
  const { search = '' } = listQueryFrom(url)
  const isDraft = draft.status === 'draft'
  const [notes, price, order = null, matches, addresses] = await Promise.all([
    listDraftNotes(ctx, draft.id),
    isDraft ? priceDraft(ctx, draft) : { quote: null, problem: null },
    draft.orderId ? readOrder(ctx.db, draft.orderId) : undefined,
    isDraft && search ? searchProducts(ctx, search) : [],
    isDraft && draft.userId && !draft.shippingAddress ? findAddresses(ctx.db, draft.userId) : [],
  ])
  return {
    draft,
    notes,
    price,
    order,
    search,
    products: matches,
    suggestedAddress: toSuggestedAddress(addresses),
    regions: ctx.terms.regions,
    link: paymentLink(ctx.settings, draft.id),
  }
}

async function searchProducts(ctx: AdminContext, search: string) {
  const { rows } = await refusalToResponse(
    listAdminProducts(ctx, { search, filter: 'published', limit: MAX_MATCHES }),
  )
  return rows.map(({ id, name, price, stock }) => ({ id, name, price, stock }))
}

function toSuggestedAddress(addresses: Awaited<ReturnType<typeof findAddresses>>) {
  const address = addresses.find(({ isDefault }) => isDefault) ?? addresses[0]
  if (!address) return {}
  const { firstName, lastName, city, state, zipCode, phone } = address
  return { firstName, lastName, address: address.address, city, state, zipCode, mobileNumber: phone ?? '' }
}

export const action = adminAction(DRAFT_FORMS, 'Not done', { keepQuery: true })

export default function DraftOrderDetails({ loaderData }: Route.ComponentProps) {
  const { draft, notes, price, order, search, products, suggestedAddress, regions, link } = loaderData
  const { id, number, status, message } = draft
  const path = useAdminPath()(`orders/drafts/${id}`)
  return (
    <>
      <ScreenHeader title={`Draft ${draftName(number)}`} lead={<Customer draft={draft} />}>
        <HeaderLink to="orders/drafts">Draft orders</HeaderLink>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <StatList stats={toStats(draft)} />
      <div className="mt-8 grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-10">
          {order ? (
            <>
              <SentItems order={order} />
              <SentDelivery order={order} message={message} />
            </>
          ) : (
            <>
              <DraftItems path={path} draft={draft} price={price} search={search} products={products} />
              <DraftDetailsForm
                path={path}
                draft={draft}
                regions={regions}
                suggestedAddress={suggestedAddress}
              />
            </>
          )}
        </div>
        <div className="space-y-10">
          {order ? (
            <PaymentLinkSection path={path} draft={draft} order={order} link={link} />
          ) : (
            <SendForm path={path} draft={draft} price={price} />
          )}
          <Notes
            action={status === 'draft' ? `${path}/notes` : undefined}
            notes={notes}
            label="Internal note (never shown to customers)"
          />
        </div>
      </div>
    </>
  )
}

function Customer({ draft: { userId, email, createdByEmail, createdBy } }: { draft: DraftOrder }) {
  return (
    <>
      For {userId ? <AdminLink to={`users/${userId}`}>{email}</AdminLink> : `${email}, without an account`}.
      Created by {createdByEmail ?? createdBy}.
    </>
  )
}

function toStats({ status, orderNumber, createdAt, sentAt, expiresAt }: DraftOrder) {
  const stats: Parameters<typeof StatList>[0]['stats'] = [
    ['Status', <DraftStatusDot key="status" status={status} />],
    ['Created', <Timestamp key="created" at={createdAt} />],
  ]
  if (!orderNumber || !sentAt) return stats
  return [
    ...stats,
    [
      'Order',
      <AdminLink key="order" to={`orders/${orderNumber}`}>
        #{orderNumber}
      </AdminLink>,
    ] satisfies (typeof stats)[number],
    ...(status === 'sent' && expiresAt
      ? [
          [
            'Link expires',
            <Timestamp key="expires" at={expiresAt} showTime />,
          ] satisfies (typeof stats)[number],
        ]
      : []),
  ]
}
