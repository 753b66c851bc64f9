import {
  type AdminReminder,
  findReminderResults,
  listCheckoutReminders,
} from '#core/checkout-reminders/reminder-list.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, listQueryFrom, requireAdmin } from '../../admin-context.ts'
import { CellLink } from '../../ui/admin-link.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import type { Route } from './+types/abandoned-checkouts'

export const meta = adminMeta('Abandoned checkouts')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const page = await refusalToResponse(listCheckoutReminders(ctx, listQueryFrom(url)))
  return { ...page, results: await findReminderResults(ctx) }
}

const STATE_LABELS = { waiting: 'Waiting', sent: 'Sent', cancelled: 'Not sent' } as const
const TONES = { waiting: 'attention', sent: 'success', cancelled: 'neutral' } as const

const COLUMNS: Column<AdminReminder>[] = [
  {
    title: 'Email',
    placement: 'lead',
    cell: ({ email, userId }) =>
      userId ? (
        <CellLink to={`users/${userId}`}>{email}</CellLink>
      ) : (
        <span className="truncate">{email}</span>
      ),
  },
  {
    title: 'Items',
    placement: 'full',
    cell: ({ items }) => items.map(({ name, quantity }) => `${name} × ${quantity}`).join(', '),
  },
  {
    title: 'Reminder',
    placement: 'side',
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{STATE_LABELS[state]}</StatusDot>,
  },
  {
    title: 'Requested',
    placement: 'desktop',
    sorts: BY_DATE,
    cell: ({ requestedAt }) => <Timestamp at={requestedAt} />,
  },
  {
    title: 'Sent',
    placement: 'desktop',
    cell: ({ state, sentAt, sendAt }) =>
      sentAt ? (
        <Timestamp at={sentAt} />
      ) : (
        state === 'waiting' && (
          <>
            Due <Timestamp at={sendAt} />
          </>
        )
      ),
  },
  {
    title: 'Order',
    placement: 'beside',
    cell: ({ orderNumber }) =>
      orderNumber && <CellLink to={`orders/${orderNumber}`}>{`#${orderNumber}`}</CellLink>,
  },
]

export default function AbandonedCheckouts({ loaderData: { results, ...page } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHeader
        title="Abandoned checkouts"
        lead={`Shoppers who asked for a reminder at checkout. Sent in the last 30 days: ${results.sent}. Ordered within 7 days: ${results.ordered}.`}
      >
        <ExportLink list="checkout-reminders" />
      </ScreenHeader>
      <DataList
        filters={toFilters(STATE_LABELS)}
        searchLabel="Search by email"
        label="Abandoned checkouts"
        columns={COLUMNS}
        page={page}
        defaultSort="newest"
        empty="No checkouts match."
      />
    </>
  )
}
