import { AUDIT_KINDS } from '#core/audit/audit.ts'
import { type AuditEntry, findBrokenSeal, readAuditLog } from '#core/audit/audit-log.server.ts'
import { refusalToResponse } from '../forms/refusal-response.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { Pager } from '../ui/pager.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import type { Route } from './+types/audit'
import { adminMeta, listQueryFrom, requireAdmin } from './admin-context.ts'
import { ExportLink } from './ui/export-link.tsx'
import { ScreenHeader } from './ui/screen-header.tsx'
import { Timestamp } from './ui/timestamp.tsx'

export const meta = adminMeta('Audit')

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const [log, brokenEntry] = await Promise.all([
    refusalToResponse(readAuditLog(ctx, listQueryFrom(url))),
    findBrokenSeal(ctx),
  ])
  return { ...log, brokenEntry }
}

const FILTERS = [
  { name: '', title: 'All' },
  ...AUDIT_KINDS.map((name) => ({ name, title: name.charAt(0).toUpperCase() + name.slice(1) })),
]

const COLUMNS: Column<AuditEntry>[] = [
  {
    title: 'When',
    sorts: ['newest', 'oldest', 'descending'],
    cell: ({ at }) => <Timestamp at={at} showTime />,
  },
  { title: 'What', placement: 'lead', cell: ({ action }) => action },
  {
    title: 'Who',
    cell: ({ by }) => (
      <span className="block truncate lg:max-w-[18ch] xl:max-w-[26ch] 2xl:max-w-none">
        {by ?? 'the store'}
      </span>
    ),
  },
  {
    title: 'About',
    placement: 'desk',
    cell: ({ subject }) => (
      <code className="block max-w-[12ch] truncate font-text 2xl:max-w-none" title={subject}>
        {subject}
      </code>
    ),
  },
  {
    title: 'Change',
    cell: (line) => (
      <span
        className="block truncate lg:max-w-[20ch] xl:max-w-[30ch] 2xl:max-w-[44ch]"
        title={describeChange(line)}
      >
        {describeChange(line)}
      </span>
    ),
  },
]

/** Everything that was changed here: by whom, when, from what to what; and whether the log is still what it was. */
export default function Audit({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, brokenEntry } = loaderData
  return (
    <>
      <ScreenHeader title="Audit">
        <ExportLink list="audit" />
        {brokenEntry === null ? (
          <StatusDot tone="good">the chain holds</StatusDot>
        ) : (
          <StatusDot tone="bad">{`changed afterwards from entry ${brokenEntry} on`}</StatusDot>
        )}
      </ScreenHeader>
      <ListToolbar filters={FILTERS} searchBy="who, what or id" />
      <DataTable
        label="Audit"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => String(id)}
        defaultSort="newest"
        empty="Nothing like that was done."
      />
      <Pager next={next} previous={previous} />
    </>
  )
}

function describeChange({ before, after }: AuditEntry): string {
  const toJson = (value: unknown) => (value == null ? '' : JSON.stringify(value))
  return before == null || after == null ? toJson(before ?? after) : `${toJson(before)} → ${toJson(after)}`
}
