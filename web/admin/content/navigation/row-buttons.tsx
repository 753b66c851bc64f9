import { TextButton } from '#web/ui/form-buttons.tsx'

type Props = {
  name: string
  className?: string
  isFirst: boolean
  isLast: boolean
  onMove(steps: 1 | -1): void
  onRemove(): void
}

export function RowButtons({ name, className = '', isFirst, isLast, onMove, onRemove }: Props) {
  return (
    <p data-buttons className={`flex gap-4 sm:justify-end ${className}`}>
      {!isFirst && (
        <TextButton type="button" data-move="up" onClick={() => onMove(-1)}>
          Up<span className="sr-only"> {name}</span>
        </TextButton>
      )}
      {!isLast && (
        <TextButton type="button" data-move="down" onClick={() => onMove(1)}>
          Down<span className="sr-only"> {name}</span>
        </TextButton>
      )}
      <TextButton type="button" data-move="remove" className="text-ink-soft" onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </TextButton>
    </p>
  )
}

/** Unsaved changes include a moved or a removed row. */
export const OrderField = ({ name, order, saved }: { name: string; order: string; saved: string }) => (
  <input type="hidden" name={`${name}.order`} value={order} data-saved={saved} />
)
