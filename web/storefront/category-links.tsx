import { href } from 'react-router'
import { CATEGORIES } from '#core/catalog/categories.ts'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { categoryPicture } from './category-picture.ts'

export function CategoryLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {CATEGORIES.map((category) => (
        <li key={category}>
          <Link
            to={`${href('/categories')}?${new URLSearchParams({ category })}`}
            className="group flex items-center gap-x-4 py-1.5"
          >
            <span className="block size-14 shrink-0 overflow-clip bg-paper-deep">
              <Picture
                picture={categoryPicture(category)}
                sizes="6rem"
                className="size-full object-cover object-right"
              />
            </span>
            <span className="link-line">{category}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
