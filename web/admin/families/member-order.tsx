import type { DragEvent, ReactNode } from 'react'
import { useSubmit } from 'react-router'
import { ActionForm } from '#web/forms/action-form.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { moveTo } from './move-id.ts'

export const ORDER_FORM_ID = 'order'

/** The buttons in the grid belong to it: forms can't be nested. */
export function OrderForm({ action, ids }: { action: string; ids: string[] }) {
  return (
    <ActionForm id={ORDER_FORM_ID} action={action} preventScrollReset>
      {ids.map((id) => (
        <input key={id} type="hidden" name="product" value={id} />
      ))}
    </ActionForm>
  )
}

type MoveButtonsProps = {
  id: string
  name: string
  form: string
  isFirst: boolean
  isLast: boolean
  /** Within `DraggableRows`. */
  isDraggable?: boolean
}

export function MoveButtons({ id, name, form, isFirst, isLast, isDraggable }: MoveButtonsProps) {
  return (
    <span className="flex">
      {isDraggable && (
        <span
          draggable
          aria-hidden="true"
          className="w-5 cursor-grab select-none text-center leading-6 text-ink-soft max-lg:hidden"
        >
          ⠿
        </span>
      )}
      {MOVES.map(({ direction, arrow }) => {
        const isEnd = direction === 'up' ? isFirst : isLast
        const label = `Move ${name} ${direction}`
        return (
          <Tooltip key={direction} text={label}>
            <button
              type="submit"
              form={form}
              name={direction}
              value={id}
              disabled={isEnd}
              className="min-h-6 min-w-6 cursor-pointer disabled:invisible"
            >
              <span aria-hidden="true">{arrow}</span>
              <span className="sr-only">{label}</span>
            </button>
          </Tooltip>
        )
      })}
    </span>
  )
}

const MOVES = [
  { direction: 'up', arrow: '↑' },
  { direction: 'down', arrow: '↓' },
] as const

type DraggableRowsProps = { action: string; ids: string[]; children: ReactNode }

/** Drops a row where another is, and submits the new order. */
export function DraggableRows({ action, ids, children }: DraggableRowsProps) {
  const submit = useSubmit()
  function markTarget(event: DragEvent<HTMLElement>, target: HTMLElement | null) {
    for (const row of event.currentTarget.querySelectorAll('tr'))
      row.toggleAttribute('data-drop', row === target)
  }
  function dragStart(event: DragEvent<HTMLElement>) {
    const row = rowAt(event)
    if (!row) return
    event.dataTransfer.setData(ROW_TYPE, rowId(row))
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setDragImage(row, 0, 0)
  }
  function dragOver(event: DragEvent<HTMLElement>) {
    if (!event.dataTransfer.types.includes(ROW_TYPE)) return
    event.preventDefault()
    markTarget(event, rowAt(event))
  }
  function drop(event: DragEvent<HTMLElement>) {
    const row = rowAt(event)
    const [from, to] = [ids.indexOf(event.dataTransfer.getData(ROW_TYPE)), row ? ids.indexOf(rowId(row)) : -1]
    markTarget(event, null)
    if (from < 0 || to < 0) return
    event.preventDefault()
    const order = new FormData()
    for (const id of moveTo(ids, from, to)) order.append('product', id)
    if (from !== to) submit(order, { method: 'post', action, navigate: false })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in each row do the same
    <div
      onDragStart={dragStart}
      onDragOver={dragOver}
      onDragEnd={(event) => markTarget(event, null)}
      onDrop={drop}
      className="fade-edges overflow-x-auto [&_tr[data-drop]]:bg-paper"
    >
      {children}
    </div>
  )
}

const ROW_TYPE = 'text/x-product'

const rowAt = ({ target }: DragEvent<HTMLElement>) =>
  target instanceof Element ? target.closest<HTMLElement>('tbody tr') : null

const rowId = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-row-id]')?.dataset.rowId ?? ''
