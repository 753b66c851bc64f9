import { Link, useSearchParams } from 'react-router'
import { withParams } from './data-table.tsx'

/** On to the next page of a list and back, by the row it ended with: the ten-thousandth page is as quick as the first. */
export function Pager({ next, previous }: { next: string | null; previous: string | null }) {
  const [params] = useSearchParams()
  if (!next && !previous) return null
  return (
    <nav aria-label="Pages" className="flex justify-between py-4">
      {previous ? <PageLink to={withParams(params, { after: previous })}>← Previous</PageLink> : <span />}
      {next && <PageLink to={withParams(params, { after: next })}>Next →</PageLink>}
    </nav>
  )
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link-line inline-flex min-h-9 items-center">
      {children}
    </Link>
  )
}
