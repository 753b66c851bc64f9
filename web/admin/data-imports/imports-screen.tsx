import { useState } from 'react'
import { useLocation } from 'react-router'
import type { DataImportKind } from '#core/data-imports/data-import.ts'
import type { DataImport } from '#core/data-imports/data-imports.server.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { ImportFileField } from '../import/import-file-field.tsx'
import { AdminLink, HeaderLink } from '../ui/admin-link.tsx'
import { Can } from '../ui/can.tsx'
import { formatNumber } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { usePolling } from '../ui/use-polling.ts'
import { IMPORT_TEXTS } from './import-texts.ts'

type Props = { kind: DataImportKind; imports: DataImport[]; uploadError: string | null }

/** Where a file with customers, offers, or orders of the former store is uploaded. */
export function ImportsScreen({ kind, imports, uploadError }: Props) {
  const { title, lead, guide, list } = IMPORT_TEXTS[kind]
  return (
    <>
      <ScreenHeader title={title} lead={lead}>
        <HeaderLink to={list}>{`View ${IMPORT_TEXTS[kind].several}`}</HeaderLink>
      </ScreenHeader>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_22rem]">
        <div className="space-y-10">
          <UploadForm kind={kind} error={uploadError} />
          {imports.length > 0 && <RecentImports kind={kind} imports={imports} />}
        </div>
        <Section title="Supported files">
          <div className="space-y-3 text-ink-soft">
            {guide.map(([format, text]) => (
              <p key={format}>
                <b className="font-normal text-ink">{format}</b> {text}
              </p>
            ))}
          </div>
        </Section>
      </div>
    </>
  )
}

/** A plain form, so that it works the same with and without scripts. */
function UploadForm({ kind, error }: { kind: DataImportKind; error: string | null }) {
  const { pathname } = useLocation()
  // The list of imports reloads, and then the error is gone from the loader's data.
  const [uploadError] = useState(error)
  return (
    <form
      method="post"
      action={`/storage/imports/${kind}?back=${encodeURIComponent(pathname)}`}
      encType="multipart/form-data"
      className="max-w-2xl space-y-4 border border-control border-dashed p-4"
    >
      {kind === 'customers' && (
        <Can to="newsletter.view">
          <Checkbox
            name="subscribe"
            value="yes"
            label="Subscribe customers who accept marketing emails to the newsletter"
          />
        </Can>
      )}
      <ImportFileField label="CSV file (up to 20 MB)" accept=".csv,.tsv,.txt,text/csv" error={uploadError} />
      <SubmitButton>Check file</SubmitButton>
    </form>
  )
}

function RecentImports({ kind, imports }: { kind: DataImportKind; imports: DataImport[] }) {
  usePolling(imports.some(({ state }) => state === 'running'))
  const columns: Column<DataImport>[] = [
    {
      title: 'File',
      placement: 'lead',
      cell: ({ id, name }) => <AdminLink to={`${IMPORT_TEXTS[kind].list}/import/${id}`}>{name}</AdminLink>,
    },
    { title: 'Uploaded', cell: ({ createdAt }) => <Timestamp at={createdAt} showTime /> },
    {
      title: 'Rows',
      align: 'end',
      placement: 'side',
      cell: ({ created, changed, unchanged, invalid }) =>
        formatNumber(created + changed + unchanged + invalid) +
        (invalid ? ` (${formatNumber(invalid)} invalid)` : ''),
    },
    {
      title: 'Status',
      placement: 'beside',
      cell: ({ state }) => (
        <StatusDot tone={({ checked: 'attention', running: 'progress', done: 'success' } as const)[state]}>
          {{ checked: 'Ready to review', running: 'Importing', done: 'Imported' }[state]}
        </StatusDot>
      ),
    },
  ]
  return (
    <Section title="Recent imports">
      <DataTable label="Imports" columns={columns} rows={imports} empty="No imports yet." />
    </Section>
  )
}
