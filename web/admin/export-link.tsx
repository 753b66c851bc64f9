import { useSearchParams } from 'react-router'
import { useOffice } from './office.ts'

/** The whole list as it is narrowed now, for a spreadsheet; a list that is a part of something says of what. */
export function ExportLink({ list, within }: { list: string; within?: string }) {
  const office = useOffice()
  const [params] = useSearchParams()
  const asked = new URLSearchParams(params)
  asked.delete('after')
  if (within) asked.set('in', within)
  return (
    <a
      href={`${office(`export/${list}.csv`)}?${asked}`}
      download
      className="link-line inline-flex min-h-9 items-center"
    >
      Export CSV
    </a>
  )
}
