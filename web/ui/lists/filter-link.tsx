import type { ComponentProps } from 'react'
import { parsePath, useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { addChange, useLoadingParams } from './list-params.ts'

type FilterLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string }

/** A link that filters or sorts the list of its page. While the list loads for another one, it adds to that. */
export function FilterLink(props: FilterLinkProps) {
  return import.meta.env.SSR ? <Link preventScrollReset {...props} /> : <ClientFilterLink {...props} />
}

function ClientFilterLink({ to, ...props }: FilterLinkProps) {
  const [from] = useSearchParams()
  const loading = useLoadingParams()
  const { search, ...path } = parsePath(to)
  const change = { from, to: new URLSearchParams(search) }
  return (
    <Link
      preventScrollReset
      {...props}
      to={loading ? { ...path, search: `${addChange(loading, change)}` } : to}
    />
  )
}
