import { useSearchParams } from 'react-router'
import { ActionLink } from '../text-link.tsx'
import { withParams } from './data-table.tsx'

/** Keyset pagination: the ten-thousandth page loads as fast as the first. */
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
  return <ActionLink to={to}>{children}</ActionLink>
}
