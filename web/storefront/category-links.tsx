import { href } from 'react-router'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { useCategories } from './use-categories.ts'

export function CategoryLinks({ className }: { className: string }) {
  const categories = useCategories()
  return (
    <ul className={className}>
      {categories.map(({ name, picture }) => (
        <li key={name}>
          <Link
            to={`${href('/categories')}?${new URLSearchParams({ category: name })}`}
            className="group flex items-center gap-x-4 py-1.5"
          >
            <span className="block size-14 shrink-0 overflow-clip bg-paper-deep">
              {picture && (
                <Picture picture={picture} sizes="6rem" className="size-full object-cover object-right" />
              )}
            </span>
            <span className="link-line">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
