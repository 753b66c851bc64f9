import { href } from 'react-router'
import { addressLines } from '#core/customers/postal-address.ts'
import type { SavedAddress } from '#core/customers/profile.ts'
import { ActionButton } from '#web/forms/action-button.tsx'
import { PostalAddress } from '#web/ui/postal-address.tsx'
import { ActionLink } from '#web/ui/text-link.tsx'
import { tabPath } from './profile-tabs.ts'

export function AddressCard({ address }: { address: SavedAddress }) {
  const { id, label, phone, isDefault } = address
  return (
    <article aria-labelledby={`label-${id}`}>
      <h3 id={`label-${id}`} className="flex items-baseline gap-4">
        <span>{label}</span>
        {isDefault && <span className="label text-rosewood">Default</span>}
      </h3>
      <div className="mt-3 text-ink-soft text-small">
        <PostalAddress lines={addressLines(address)}>{phone}</PostalAddress>
      </div>
      <ul className="mt-4 flex flex-wrap gap-x-7 text-small">
        <li>
          <ActionLink to={`${tabPath('addresses')}&edit=${id}`} preventScrollReset>
            Edit<span className="sr-only"> {label}</span>
          </ActionLink>
        </li>
        <li>
          <ActionButton action={href('/profile/addresses/:id/removal', { id })}>
            Delete<span className="sr-only"> {label}</span>
          </ActionButton>
        </li>
        {!isDefault && (
          <li>
            <ActionButton action={href('/profile/addresses/:id/default', { id })}>
              Set as Default
            </ActionButton>
          </li>
        )}
      </ul>
    </article>
  )
}
