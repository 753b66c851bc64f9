import { useNavigation } from 'react-router'
import type { ColumnChoice, ImportColumn } from '#core/catalog/import/columns/column-schemas.ts'
import { MAPPABLE_FIELDS, mappableLabel } from '#core/catalog/import/columns/import-columns.ts'
import type { ProductImport } from '#core/catalog/import/imports.server.ts'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { useAdminPath } from '../admin-context.ts'
import { pluralize } from '../ui/pluralize.ts'
import { Section } from '../ui/section.tsx'

const FIELD_OPTIONS: [string, string][] = [
  ['', 'Don’t import'],
  ...[...MAPPABLE_FIELDS.keys()].map((field): [string, string] => [field, mappableLabel(field)]),
]

/** The columns of the file that the store doesn't know, each with a field that it can fill. */
export function ImportColumns({ productImport: { id, columns } }: { productImport: ProductImport }) {
  const action = useAdminPath()(`products/import/${id}/columns`)
  const { fields } = useOwnResult(action)
  const isSubmitting = useNavigation().state === 'submitting'
  if (!columns.length) return null
  const unmapped = columns.filter(({ field }) => field === null).length
  return (
    <Section title="Other columns">
      <details
        open={Boolean(fields) || columns.some(({ isDecided }) => !isDecided)}
        className="mb-8 max-w-3xl"
      >
        <summary className="min-h-9 cursor-pointer">{summaryOf(columns.length, unmapped)}</summary>
        <p className="my-2 max-w-prose text-ink-soft">
          Choose the field that each column fills. The store remembers it for all files of this format.
        </p>
        <ActionForm action={action} className="space-y-4">
          {columns.map((column, index) => (
            <ColumnField key={column.heading} column={column} index={index} />
          ))}
          <SubmitButton disabled={isSubmitting}>Check again</SubmitButton>
        </ActionForm>
      </details>
    </Section>
  )
}

const summaryOf = (total: number, unmapped: number) =>
  unmapped
    ? `${pluralize(unmapped, 'column isn’t imported', 'columns aren’t imported')}`
    : `${pluralize(total, 'column is mapped', 'columns are mapped')}`

function ColumnField({ column, index }: { column: ImportColumn; index: number }) {
  const { heading, rows, examples, field } = column
  const quoted = examples.map((example) => `“${example}”`).join(', ')
  return (
    <div className="break-words">
      <input type="hidden" name={`columns.${index}.heading`} value={heading} />
      <Select
        label={heading}
        hint={`${pluralize(rows, 'product')}: ${quoted}`}
        name={`columns.${index}.field`}
        options={FIELD_OPTIONS}
        defaultValue={field ?? ''}
      />
    </div>
  )
}

export function columnChoices(form: FormData): ColumnChoice[] {
  const choices: ColumnChoice[] = []
  for (let index = 0; form.has(`columns.${index}.heading`); index++)
    choices.push({
      heading: String(form.get(`columns.${index}.heading`)),
      field: String(form.get(`columns.${index}.field`) ?? '') || null,
    })
  return choices
}
