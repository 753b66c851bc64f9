import { useSearchParams } from 'react-router'
import { useAdminPath } from '../admin-context.ts'
import { useApprovals } from '../approvals/approvals-context.ts'
import { LIST_EXPORTS } from '../list-exports.ts'
import { HeaderLink } from './admin-link.tsx'
import { useCan } from './can.tsx'

/** Exports every page of the list with its current filters. */
export function ExportLink({ list, scope }: { list: string; scope?: string }) {
  const adminPath = useAdminPath()
  const { rules } = useApprovals()
  const [params] = useSearchParams()
  const can = useCan()
  const exportParams = new URLSearchParams(params)
  exportParams.delete('after')
  if (scope) exportParams.set('in', scope)
  const { permission, isPersonal } = LIST_EXPORTS[list] ?? {}
  if (!permission || !can(permission) || (isPersonal && !can('personal-data.export'))) return null
  if (isPersonal && rules.personalDataExport) {
    exportParams.set('export', `${list}.csv`)
    return <HeaderLink to={`approvals?${exportParams}`}>Request export</HeaderLink>
  }
  return (
    <a
      href={`${adminPath(`export/${list}.csv`)}?${exportParams}`}
      download
      className="link-line inline-flex min-h-9 items-center"
    >
      Export CSV
    </a>
  )
}
