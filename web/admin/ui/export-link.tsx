import { useSearchParams } from 'react-router'
import { useAdminPath } from '../admin-context.ts'
import { useApprovals } from '../approvals/approvals-context.ts'
import { mayExport } from '../exports/list-exports.ts'
import { HeaderLink } from './admin-link.tsx'
import { useCan } from './can.tsx'

type Props = { list: string; scope?: string; label?: string }

/** Exports every page of the list with its current filters. */
export function ExportLink({ list, scope, label = 'Export CSV' }: Props) {
  const adminPath = useAdminPath()
  const { rules } = useApprovals()
  const [params] = useSearchParams()
  const can = useCan()
  const exportParams = new URLSearchParams(params)
  exportParams.delete('after')
  if (scope) exportParams.set('in', scope)
  const access = mayExport(list, can)
  if (!access) return null
  if (access.hasPersonalData && rules.personalDataExport) {
    exportParams.set('export', `${list}.csv`)
    return <HeaderLink to={`approvals?${exportParams}`}>Request export</HeaderLink>
  }
  return (
    <a
      href={`${adminPath(`export/${list}.csv`)}?${exportParams}`}
      download
      className="link-line inline-flex min-h-9 items-center"
    >
      {access.isWithoutColumns ? `${label} (without personal data)` : label}
    </a>
  )
}
