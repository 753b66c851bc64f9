import { useSearchParams } from 'react-router'
import type { Permission } from '#core/permissions/permissions.ts'
import { SubmitButton } from '#web/ui/form-buttons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAdminPath } from '../admin-context.ts'
import { useCan } from '../ui/can.tsx'

const DOCUMENTS: [name: string, title: string, permission?: Permission][] = [
  ['packing-slip', 'Packing slips'],
  ['invoice', 'Invoices', 'orders.prices'],
  ['label', 'Address labels'],
]

function useDocuments() {
  const can = useCan()
  return DOCUMENTS.filter(([, , permission]) => !permission || can(permission))
}

/** Buttons of the form that the list's checkboxes belong to. */
export function PrintSelected() {
  const adminPath = useAdminPath()
  return useDocuments().map(([name, title]) => (
    <SubmitButton key={name} formAction={adminPath(`orders/selected/${name}`)} variant="secondary">
      {title}
    </SubmitButton>
  ))
}

/** For every order that the list’s filter and search match. */
export function PrintMatching() {
  const adminPath = useAdminPath()
  const [params] = useSearchParams()
  const documents = useDocuments()
  const matching = new URLSearchParams([...params, ['all', '1']])
  matching.delete('after')
  return (
    <details className="relative">
      <summary className="link-line inline-flex min-h-9 cursor-pointer items-center">Print all</summary>
      <ul className="absolute right-0 z-20 mt-1 w-56 border border-hairline bg-white px-4 py-2">
        {documents.map(([name, title]) => (
          <li key={name}>
            <TextLink
              to={`${adminPath(`orders/selected/${name}`)}?${matching}`}
              className="inline-flex min-h-9 items-center"
            >
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
