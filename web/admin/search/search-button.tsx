import { Link } from '#web/ui/link.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useAdminPath } from '../admin-context.ts'
import { Icon } from '../ui/icon.tsx'

type Props = { onOpen: () => void; showsText?: boolean; className?: string }

/** Opens the command palette, or links to the search page before hydration. */
export function SearchButton({ onOpen, showsText = false, className = '' }: Props) {
  const adminPath = useAdminPath()
  return (
    <Tooltip text="Search (Ctrl+K)" side="right" disabled={showsText}>
      <Link
        to={adminPath('find')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
        className={`flex items-center gap-3 text-ink-soft hover:text-ink ${className}`}
      >
        <Icon name="search" />
        <span className={showsText ? '' : 'sr-only'}>Search</span>
        {showsText && (
          <span aria-hidden="true" className="ml-auto max-md:hidden">
            Ctrl+K
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
