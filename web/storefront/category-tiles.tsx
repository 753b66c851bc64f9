import { href } from 'react-router'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { useCategories } from './use-categories.ts'

/** In a row; on a phone, one that scrolls sideways. */
export function CategoryTiles() {
  const categories = useCategories()
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="by-category" className="mx-auto max-w-page pt-section">
      <h2 id="by-category" className="px-gutter font-display text-title">
        Shop by category
      </h2>
      <ul className="mt-10 flex snap-x scroll-px-(--spacing-gutter) gap-x-4 overflow-x-auto px-gutter pb-2 md:gap-x-6">
        {categories.map(({ name, picture }) => (
          <li key={name} className="w-[58vw] shrink-0 snap-start md:w-auto md:min-w-28 md:flex-1">
            <Link
              to={`${href('/categories')}?${new URLSearchParams({ category: name })}`}
              className="group block"
            >
              <span className="block overflow-clip bg-paper-deep">
                {picture ? (
                  <Picture
                    picture={picture}
                    sizes={PICTURE_SIZES}
                    className="aspect-7/8 h-auto w-full object-cover object-right transition-transform duration-500 group-hover:scale-[1.02]"
                  />
                ) : (
                  <span className="block aspect-7/8" />
                )}
              </span>
              <span className="mt-4 block font-display text-name group-hover:text-rosewood">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A picture is 8:5 and fills a tile of 7:8 by its height, so it is 1.83 times as wide as its tile. */
const PICTURE_SIZES =
  '(min-width: 90rem) 31rem, (min-width: 48rem) 33vw, (min-resolution: 2.1dppx) min(106vw, 20rem), 106vw'
