import { href, Link } from 'react-router'
import { CATEGORIES } from '#core/catalog/product.ts'

export function CategoryLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {CATEGORIES.map((category) => (
        <li key={category}>
          <Link
            to={`${href('/categories')}?${new URLSearchParams({ category })}`}
            className="link-line inline-flex min-h-11 items-center"
          >
            {category}
          </Link>
        </li>
      ))}
    </ul>
  )
}
