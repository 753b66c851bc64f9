import type { ContentResult } from '#core/content/published/search-content.server.ts'
import { Link } from '#web/ui/link.tsx'

/** Pages and Journal posts. */
export function ContentResults({ pages }: { pages: ContentResult[] }) {
  if (!pages.length) return null
  return (
    <section aria-labelledby="pages" className="mt-section border-hairline border-t pt-10">
      <h2 id="pages" className="label text-ink-soft">
        Pages and Journal
      </h2>
      <ul className="mt-6 grid gap-x-16 gap-y-8 md:grid-cols-3">
        {pages.map(({ path, title, description }) => (
          <li key={path}>
            <h3 className="font-display text-name">
              <Link to={path} className="hover:text-rosewood">
                {title}
              </Link>
            </h3>
            <p className="mt-2 text-ink-soft text-small">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
