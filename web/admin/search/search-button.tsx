import { Link } from 'react-router'
import { useAdminPath } from '../admin-context.ts'
import { Icon } from '../ui/icon.tsx'

type Props = { onOpen: () => void; collapsed?: boolean; className?: string }

/** Opens the palette; before the scripts have come it leads to a page. */
export function SearchButton({ onOpen, collapsed = false, className = '' }: Props) {
  const adminPath = useAdminPath()
  return (
    <Link
      to={adminPath('find')}
      title={collapsed ? 'Find (Ctrl K)' : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      className={`flex items-center gap-3 text-ink-soft hover:text-ink ${className}`}
    >
      <Icon name="search" />
      <span className={collapsed ? 'sr-only' : ''}>Find</span>
      {!collapsed && (
        <span aria-hidden="true" className="ml-auto max-md:hidden">
          Ctrl K
        </span>
      )}
    </Link>
  )
}
