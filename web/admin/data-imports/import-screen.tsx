import { Form, useNavigation } from 'react-router'
import type { DataImport, DataImportRow } from '#core/data-imports/data-imports.server.ts'
import type { ListPage } from '#core/pagination.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { KIND_COLUMN, LINE_COLUMN } from '../import/row-columns.tsx'
import { RowProblems } from '../import/row-problems.tsx'
import { HeaderLink } from '../ui/admin-link.tsx'
import { formatNumber, pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { usePolling } from '../ui/use-polling.ts'
import { IMPORT_TEXTS } from './import-texts.ts'

type Props = { dataImport: DataImport; list: ListPage<DataImportRow> }

const STATE_TITLES = { checked: 'Review import', running: 'Importing', done: 'Import complete' } as const

/** What a file would do, and how far it has got. */
export function ImportScreen({ dataImport, list }: Props) {
  const { kind, name, encoding, notes, state, created, changed, unchanged, invalid } = dataImport
  const rows = created + changed + unchanged + invalid
  const { one, several } = IMPORT_TEXTS[kind]
  return (
    <>
      <ScreenHeader
        title={STATE_TITLES[state]}
        lead={`${name}: ${pluralize(rows, one, several)}.${encoding === 'utf-8' ? '' : ` Read as ${encoding === 'windows-1252' ? 'Latin-1' : encoding}.`}`}
      >
        <NextStep dataImport={dataImport} />
      </ScreenHeader>
      <FormNotice className="mb-4 max-w-prose" />
      {state !== 'checked' && <ImportProgress dataImport={dataImport} />}
      {invalid > 0 && state === 'checked' && (
        <p className="mb-4 max-w-prose">
          {pluralize(invalid, 'row can’t be imported.', 'rows can’t be imported.')} Fix them in the file and
          upload it again at any time. What is already imported doesn’t change.
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mb-4 max-w-prose list-disc space-y-1 pl-5 text-ink-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ListToolbar
        searchLabel="Search rows"
        filters={[
          ['', `All ${formatNumber(rows)}`],
          ['invalid', `Invalid ${formatNumber(invalid)}`],
          ['new', `New ${formatNumber(created)}`],
          ['changed', `Changed ${formatNumber(changed)}`],
          ['unchanged', `Unchanged ${formatNumber(unchanged)}`],
        ]}
      />
      <DataTable
        label="Rows"
        columns={COLUMNS}
        rows={list.rows.map((row) => ({ ...row, id: row.line }))}
        empty="No rows match."
      />
      <Pager next={list.next} previous={list.previous} />
    </>
  )
}

function NextStep({ dataImport: { kind, state, created, changed } }: Pick<Props, 'dataImport'>) {
  const { list, one, several } = IMPORT_TEXTS[kind]
  const isSubmitting = useNavigation().state === 'submitting'
  if (state !== 'checked') return <HeaderLink to={list}>{`View ${several}`}</HeaderLink>
  if (!created && !changed) return <HeaderLink to={`${list}/import`}>Nothing to import</HeaderLink>
  return (
    <Form method="post">
      <SubmitButton disabled={isSubmitting}>
        {isSubmitting ? 'Importing…' : `Import ${pluralize(created + changed, one, several)}`}
      </SubmitButton>
    </Form>
  )
}

function ImportProgress({ dataImport }: Pick<Props, 'dataImport'>) {
  const { kind, state, imported, created, changed, unchanged, invalid } = dataImport
  const { one, several } = IMPORT_TEXTS[kind]
  const isRunning = state === 'running'
  usePolling(isRunning)
  const total = created + changed
  const sentences = [
    `${pluralize(created, one, several)} created.`,
    changed ? `${formatNumber(changed)} updated.` : '',
    unchanged ? `${formatNumber(unchanged)} unchanged.` : '',
    invalid ? pluralize(invalid, 'row skipped.', 'rows skipped.') : 'No rows skipped.',
  ]
  return (
    <section aria-label="Progress" className="mb-6 max-w-2xl border-metal border-l-2 bg-white/60 px-5 py-4">
      {isRunning && (
        <>
          <p className="tabular mb-2">{`${formatNumber(imported)} of ${pluralize(total, one, several)} imported`}</p>
          <ProgressBar label={`Imported ${several}`} value={imported} max={total || 1} />
        </>
      )}
      <p role="status">{isRunning ? null : sentences.filter(Boolean).join(' ')}</p>
      {isRunning && (
        <>
          <p className="mt-2 text-ink-soft">You can leave this page. It continues in the background.</p>
          <noscript>
            <ActionLink to="." reloadDocument>
              Refresh progress
            </ActionLink>
          </noscript>
        </>
      )}
    </section>
  )
}

const COLUMNS: Column<DataImportRow>[] = [
  LINE_COLUMN,
  {
    title: 'Row',
    placement: 'lead',
    cell: ({ name, key }) => (
      <span className="block max-w-[36ch] truncate" title={key}>
        {key || name || '–'}
      </span>
    ),
  },
  KIND_COLUMN,
  {
    title: 'Details',
    cell: ({ kind, problems, details }) =>
      kind === 'invalid' ? (
        <RowProblems problems={problems} />
      ) : (
        <ul className="flex max-w-[70ch] flex-wrap gap-x-5 py-1">
          {details.map(([label, text]) => (
            <li key={label} className="min-w-0 max-w-full truncate" title={text}>
              <span className="text-ink-soft">{label}</span> {text}
            </li>
          ))}
        </ul>
      ),
  },
]
