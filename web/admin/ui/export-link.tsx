import { useSearchParams } from 'react-router'
import { isPersonalList } from '#core/approvals/personal-lists.ts'
import { useAdminPath } from '../admin-context.ts'
import { useApprovals } from '../approvals/approvals-context.ts'
import { HeaderLink } from './admin-link.tsx'

/** Exports every page of the list with its current filters. */
export function ExportLink({ list, scope }: { list: string; scope?: string }) {
  const adminPath = useAdminPath()
  const { rules } = useApprovals()
  const [params] = useSearchParams()
  const exportParams = new URLSearchParams(params)
  exportParams.delete('after')
  if (scope) exportParams.set('in', scope)
  if (rules.personalDataExport && isPersonalList(`${list}.csv`)) {
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
