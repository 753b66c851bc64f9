import { type ReactNode, useEffect, useRef } from 'react'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { ActionForm, useOwnResult } from '#web/forms/action-form.tsx'
import { Options } from '#web/ui/fields/options.tsx'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { STOCK_REASON_OPTIONS } from '../product-labels.ts'
import { UnsavedChangesDialog } from '../unsaved-changes-dialog.tsx'
import type { ProductGridResult } from './save-product-grid.ts'
import { useProductGrid } from './use-product-grid.ts'

type Props = {
  action: string
  products: AdminProduct[]
  idempotencyKey: string
  children: (products: AdminProduct[]) => ReactNode
}

export const GRID_KEYBOARD_HINT =
  'Use arrow keys and Enter to move, Esc to undo, Ctrl+S to save. Paste rows from a spreadsheet into any cell.'

/** On a phone, only an opened row and one with an error have their cells. The name and the selection always stay. */
const COLLAPSED_ROWS =
  'max-lg:[&_tr:not(:has([data-row-open]:checked,[aria-invalid=true]))>td:not(:has([data-row-open],[name=id]))]:hidden'

/** Edits many products like a spreadsheet. Each row is saved by itself. */
export function ProductGridForm({ action, products, idempotencyKey, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const result: Partial<ProductGridResult> = useOwnResult(action)
  // Another admin's change can move a rejected product out of this list; it stays visible until it is saved.
  const offListProducts = (result.rows ?? []).filter(({ id }) => !products.some((row) => row.id === id))
  const { changedCount, pasteNote, updateChangedCount, submitChanges, handleKeyDown, handlePaste, blocker } =
    useProductGrid(action)
  // Counts text typed before hydration, and rejected cells after a save.
  useEffect(() => {
    if (form.current && (products || result.fields)) updateChangedCount(form.current)
  }, [products, result.fields, updateChangedCount])
  return (
    <ActionForm
      ref={form}
      action={action}
      className={COLLAPSED_ROWS}
      noValidate
      onSubmit={submitChanges}
      onKeyDown={handleKeyDown}
      onPaste={handlePaste}
      onInput={(event) => updateChangedCount(event.currentTarget)}
    >
      <input type="hidden" name="key" value={idempotencyKey} />
      {children([...offListProducts, ...products])}
      {offListProducts.length + products.length > 0 && (
        <SaveBar changedCount={changedCount} pasteNote={pasteNote} />
      )}
      {blocker.state === 'blocked' && (
        <UnsavedChangesDialog
          blocker={blocker}
          message={pluralize(changedCount, 'cell has unsaved changes.', 'cells have unsaved changes.')}
        />
      )}
    </ActionForm>
  )
}

function SaveBar({ changedCount, pasteNote }: { changedCount: number; pasteNote: string }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-t bg-white py-3">
      <SubmitButton>Save</SubmitButton>
      <label className="flex items-center gap-2 text-ink-soft">
        Reason for stock changes
        <select
          name="reason"
          defaultValue="counted"
          className="h-9 cursor-pointer border-control border-b bg-transparent text-ink"
        >
          <Options options={STOCK_REASON_OPTIONS} />
        </select>
      </label>
      <span role="status" className="tabular text-ink-soft">
        {changedCount > 0 && pluralize(changedCount, 'cell changed', 'cells changed')} {pasteNote}
      </span>
    </div>
  )
}
