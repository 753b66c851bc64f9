import type { AUDIT_KINDS } from '#core/audit/audit.ts'
import { type AuditEntry, listAuditEntries } from '#core/audit/audit-log.server.ts'
import { findBrokenSeal } from '#core/audit/audit-seals.server.ts'
import { type ListedSeal, listSignedSeals } from '#core/audit/signed-seals.server.ts'
import { formatDate } from '#core/dates.ts'
import { listPersonalDataReads } from '#core/personal-reads/personal-reads.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { DataList } from '#web/ui/lists/data-list.tsx'
import { BY_DATE, type Column } from '#web/ui/lists/data-table.tsx'
import { toFilters } from '#web/ui/lists/list-toolbar.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { SECTION_TABS } from '#web/ui/tab-looks.ts'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../admin-context.ts'
import { describeChange } from '../settings/describe-change.ts'
import { CellLink } from '../ui/admin-link.tsx'
import { ExportLink } from '../ui/export-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { useTimeZone } from '../ui/time-zone.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/audit'
import { auditActionLabel, auditSubjectLink, shortenBody } from './audit-action.ts'
import { PersonalReads } from './personal-reads.tsx'

export const meta = adminMeta('Audit log')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const query = listQueryFrom(url)
  const showsReads = url.searchParams.get('view') === 'reads'
  const [log, reads, brokenEntry, { rows: seals }] = await Promise.all([
    showsReads ? null : refusalToResponse(listAuditEntries(ctx, query)),
    showsReads ? refusalToResponse(listPersonalDataReads(ctx, query)) : null,
    findBrokenSeal(ctx),
    listSignedSeals(ctx, { limit: 1 }),
  ])
  return { log, reads, brokenEntry, lastSeal: seals[0] }
}

const KIND_LABELS: Record<(typeof AUDIT_KINDS)[number], string> = {
  products: 'Products',
  orders: 'Orders',
  people: 'Users',
  books: 'Accounting',
  offers: 'Offers',
  reviews: 'Reviews',
  files: 'Files',
  settings: 'Settings',
  content: 'Content',
  system: 'System',
}

const COLUMNS: Column<AuditEntry>[] = [
  { title: 'Date', sorts: BY_DATE, cell: ({ at }) => <Timestamp at={at} showTime /> },
  {
    title: 'Action',
    placement: 'lead',
    cell: ({ action }) => <span title={action}>{auditActionLabel(action)}</span>,
  },
  {
    title: 'User',
    cell: ({ by }) => (
      <span className="block truncate lg:max-w-[16ch] xl:max-w-[26ch] 2xl:max-w-none">{by ?? 'Store'}</span>
    ),
  },
  { title: 'Subject', cell: (entry) => <Subject {...entry} /> },
  {
    title: 'Change',
    cell: (entry) => <Change entry={entry} />,
  },
]

export default function Audit({ loaderData: { log, reads, brokenEntry, lastSeal } }: Route.ComponentProps) {
  const audit = useAdminPath()('audit')
  return (
    <>
      <ScreenHeader title="Audit log" lead={<LastSignature seal={lastSeal} />}>
        {log && <ExportLink list="audit" />}
        {brokenEntry === null ? (
          <StatusDot tone="success">Log verified</StatusDot>
        ) : (
          <StatusDot tone="error">{`Log altered starting at entry ${brokenEntry}`}</StatusDot>
        )}
      </ScreenHeader>
      <div className="pb-3">
        <TabLinks
          label="View"
          look={SECTION_TABS}
          tabs={[
            { title: 'Changes', to: audit, isCurrent: log !== null },
            { title: 'Personal data read', to: `${audit}?view=reads`, isCurrent: reads !== null },
          ]}
        />
      </div>
      {log && (
        <DataList
          filters={toFilters(KIND_LABELS)}
          searchLabel="Search by user, action, or ID"
          label="Audit log"
          columns={COLUMNS}
          page={log}
          defaultSort="newest"
          empty="No entries match."
        />
      )}
      {reads && <PersonalReads page={reads} />}
    </>
  )
}

const SEAL_STATUS_LABELS: Record<ListedSeal['status'], string> = {
  verified: 'and verified',
  altered: 'but the log or the signature was altered since',
  unknown_signer: 'with a secret that this store doesn’t have',
}

function LastSignature({ seal }: { seal: ListedSeal | undefined }) {
  const sealsOfDay = useAdminPath()('audit/signed-seals')
  if (!seal) return 'Not signed yet. The log is signed once a day.'
  const day = seal.signedAt.toISOString().slice(0, 10)
  return (
    <>
      Last signed on {formatDate(seal.signedAt, 'UTC', 'medium')}, {SEAL_STATUS_LABELS[seal.status]}.{' '}
      <a href={`${sealsOfDay}?day=${day}`} download className="link-line whitespace-nowrap">
        Download seal
      </a>
    </>
  )
}

function Subject({ subject, subjectName }: AuditEntry) {
  const link = auditSubjectLink(subject)
  const name = subjectName ?? link?.name ?? subject
  return (
    <span className="block truncate lg:max-w-[13ch] xl:max-w-[20ch] 2xl:max-w-[30ch]" title={subject}>
      {link ? (
        <CellLink to={link.to} className="max-w-full">
          <span className="truncate">{name}</span>
        </CellLink>
      ) : (
        name
      )}
    </span>
  )
}

const CHANGE_WIDTH = 'lg:max-w-[15ch] xl:max-w-[30ch] 2xl:max-w-[44ch]'

function Change({ entry }: { entry: AuditEntry }) {
  const [first, ...others] = shortenBody(describeChange(entry, useTimeZone()))
  if (!first) return null
  if (!others.length) return <span className={`block wrap-anywhere ${CHANGE_WIDTH}`}>{first}</span>
  return (
    <details className={`group ${CHANGE_WIDTH}`}>
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-2">
        <span className="truncate group-open:whitespace-normal group-open:wrap-anywhere">{first}</span>
        <span className="link-line shrink-0 group-open:hidden">{`and ${others.length} more`}</span>
      </summary>
      {others.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </details>
  )
}
