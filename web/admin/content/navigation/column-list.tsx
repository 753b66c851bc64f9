import { MAX_COLUMNS } from '#core/content/navigation/limits.ts'
import type { AdminNavigation } from '#core/content/navigation/manage-navigation.server.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { useFieldStates } from '#web/ui/fields/form-state.ts'
import { TextButton } from '#web/ui/form-buttons.tsx'
import { savedField } from '../saved-field.ts'
import { LinkList } from './link-list.tsx'
import { OrderField, RowButtons } from './row-buttons.tsx'
import { useRows } from './use-rows.ts'

type Column = AdminNavigation['columns'][number]
const NEW_COLUMN: Column = { heading: '', links: [] }

export function ColumnList({ columns, onChange }: { columns: Column[]; onChange(): void }) {
  const { rows, order, savedOrder, isHydrated, list, move, remove, append } = useRows(columns, onChange)
  const { fields = {} } = useFieldStates()
  const isFull = rows.length >= MAX_COLUMNS
  return (
    <>
      <OrderField name="columns" order={order} saved={savedOrder} />
      <ol ref={list} className="space-y-6" aria-label="Columns">
        {rows.map((column, index) => (
          <li key={column.key} data-row={column.key} className="relative border-hairline border-t pt-4">
            {isHydrated && (
              <RowButtons
                name={`column ${index + 1}`}
                className="absolute top-2 right-0"
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                onMove={(steps) => move(index, steps)}
                onRemove={() => remove(index)}
              />
            )}
            <ColumnFields
              index={index}
              column={column}
              onChange={onChange}
              error={fields[`columns.${index}.links`]}
            />
          </li>
        ))}
      </ol>
      {isHydrated && !isFull && (
        <TextButton type="button" className="mt-4" onClick={() => append(NEW_COLUMN)}>
          Add a column
        </TextButton>
      )}
      {!isHydrated && !isFull && (
        <details className="mt-4">
          <summary className="link-line inline-flex min-h-9 cursor-pointer list-none items-center">
            Add a column…
          </summary>
          <ColumnFields index={rows.length} column={NEW_COLUMN} onChange={onChange} />
        </details>
      )}
    </>
  )
}

type Props = { index: number; column: Column; error?: string | undefined; onChange(): void }

function ColumnFields({ index, column: { heading, links }, error, onChange }: Props) {
  const name = `columns.${index}`
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">Column {index + 1}</legend>
      <Field
        label={`Heading of column ${index + 1}`}
        {...savedField(`${name}.heading`, heading)}
        dir="auto"
        className="max-w-sm"
      />
      {error && <p className="text-rosewood">{error}</p>}
      <LinkList
        name={`${name}.links`}
        label={heading || `Column ${index + 1}`}
        links={links}
        max="column"
        onChange={onChange}
      />
    </fieldset>
  )
}
