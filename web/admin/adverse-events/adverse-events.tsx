import { type AdverseEvent, listAdverseEvents } from '#core/adverse-events/adverse-events.server.ts'
import { SEVERITY_NAMES } from '#core/adverse-events/severity.ts'
import { formatDay } from '#core/dates.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, useAdminPath } from '../admin-context.ts'
import { listLoader } from '../admin-route.ts'
import { CellLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/adverse-events'

export const meta = adminMeta('Adverse events')

export const loader = listLoader(listAdverseEvents)

const FILTERS = { serious: 'Serious', 'to-report': 'To report' } as const

export default function AdverseEvents({ loaderData }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Adverse events"
        lead="What customers report about reactions to a product. In the US, serious ones go to the FDA within 15 business days, and the law asks you to keep them for six years."
      >
        <ExportLink list="adverse-events" />
        <Can to="customers.edit">
          <ButtonLink to={adminPath('adverse-events/new')}>New adverse event</ButtonLink>
        </Can>
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      <DataList
        filters={toFilters(FILTERS)}
        label="Adverse events"
        columns={COLUMNS}
        page={loaderData}
        defaultSort="newest"
        empty="No adverse events match."
      />
    </>
  )
}

const COLUMNS: Column<AdverseEvent>[] = [
  {
    title: 'Received',
    placement: 'lead',
    sorts: BY_DATE,
    cell: ({ id, receivedOn }) => <CellLink to={`adverse-events/${id}`}>{formatDay(receivedOn)}</CellLink>,
  },
  { title: 'Product', placement: 'full', cell: ({ productName }) => productName },
  { title: 'Batch', cell: ({ batchNumber }) => batchNumber ?? '' },
  {
    title: 'Description',
    placement: 'desktop',
    cell: ({ description }) => <span className="block max-w-80 truncate">{description}</span>,
  },
  {
    title: 'Severity',
    placement: 'side',
    cell: ({ severity }) => (
      <StatusDot tone={severity === 'serious' ? 'error' : 'neutral'}>{SEVERITY_NAMES[severity]}</StatusDot>
    ),
  },
  {
    title: 'Reported',
    placement: 'beside',
    cell: ({ severity, reportedOn }) =>
      reportedOn ? formatDay(reportedOn) : severity === 'serious' ? 'To report' : '',
  },
]
