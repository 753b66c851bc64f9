import { randomUUID } from 'node:crypto'
import { giftCardName } from '#core/gift-cards/gift-card.ts'
import { type AdminGiftCard, listGiftCards } from '#core/gift-cards/gift-card-list.server.ts'
import { formatMoney } from '#core/money.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { CellLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/gift-cards'
import { NEW_GIFT_CARD_FORMS } from './gift-card-forms.ts'
import { GiftCardStatus } from './gift-card-status.tsx'
import { NewGiftCardForm } from './new-gift-card-form.tsx'

export const meta = adminMeta('Gift cards')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const page = await refusalToResponse(listGiftCards(ctx, listQueryFrom(url)))
  return { ...page, formKey: randomUUID() }
}

export const action = adminAction(NEW_GIFT_CARD_FORMS, 'Gift card not issued')

const FILTERS = { active: 'Active', used: 'Used up', disabled: 'Disabled', credit: 'Store credit' } as const

const COLUMNS: Column<AdminGiftCard>[] = [
  {
    title: 'Gift card',
    placement: 'lead',
    cell: ({ id, last4 }) => <CellLink to={`gift-cards/${id}`}>{giftCardName(last4)}</CellLink>,
  },
  {
    title: 'For',
    cell: ({ recipientName, recipientEmail, accountEmail }) =>
      accountEmail ?? ([recipientName, recipientEmail].filter(Boolean).join(', ') || 'Not set'),
  },
  {
    title: 'Issued',
    placement: 'desktop',
    sorts: BY_DATE,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  { title: 'Status', placement: 'beside', cell: (card) => <GiftCardStatus card={card} /> },
  {
    title: 'Balance',
    align: 'end',
    placement: 'side',
    sorts: ['balance', 'balance-down', 'descending'],
    cell: ({ balance, currency }) => formatMoney({ amount: balance, currency }),
  },
]

export default function GiftCards({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Gift cards"
        lead="Gift cards and store credit. What is left on them is owed to customers."
      >
        <ExportLink list="gift-cards" />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <NewGiftCardForm key={loaderData.rows[0]?.id} formKey={loaderData.formKey} />
      <DataList
        filters={toFilters(FILTERS)}
        searchLabel="Search by last four characters, name, or email"
        label="Gift cards"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No gift cards match."
      />
    </>
  )
}
