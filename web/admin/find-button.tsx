import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { useOffice } from './office.ts'

type Props = { onFind: () => void; narrow?: boolean; className?: string }

/** Opens the palette; before the scripts have come it leads to a page. */
export function FindButton({ onFind, narrow = false, className = '' }: Props) {
  const office = useOffice()
  return (
    <Link
      to={office('find')}
      title={narrow ? 'Find (Ctrl K)' : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onFind()
      }}
      className={`flex items-center gap-3 text-ink-soft hover:text-ink ${className}`}
    >
      <Icon name="search" />
      <span className={narrow ? 'sr-only' : ''}>Find</span>
      {!narrow && (
        <span aria-hidden="true" className="ml-auto max-md:hidden">
          Ctrl K
        </span>
      )}
    </Link>
  )
}
