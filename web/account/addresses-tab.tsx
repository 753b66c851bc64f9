import type { SavedAddress } from '#core/customers/profile.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Said } from '../ui/said.tsx'
import { AddressCard } from './address-card.tsx'
import { AddressForm } from './address-form.tsx'
import type { Told } from './outcome.ts'
import { tabAddress } from './profile-tabs.ts'

type Props = {
  addresses: SavedAddress[]
  /** Which form is open: a new address's, or that of the one with this id. */
  form: string | null
  told: Told
}

export const ADD = `${tabAddress('addresses')}&add`

export function AddressesTab({ addresses, form, told }: Props) {
  const edited = addresses.find(({ id }) => id === form)
  if (form === 'new') return <AddressForm key="new" told={told} />
  if (edited) return <AddressForm key={edited.id} address={edited} told={told} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <h2 className="font-display text-name">Manage Addresses</h2>
        {addresses.length > 0 && (
          <ButtonLink to={ADD} preventScrollReset>
            Add Address
          </ButtonLink>
        )}
      </div>
      <Said notice={told.notice} className="mt-8 max-w-prose" />
      {addresses.length === 0 ? (
        <NoAddresses />
      ) : (
        <ul className="mt-10 grid gap-x-16 lg:grid-cols-2">
          {addresses.map((address) => (
            <li key={address.id} className="border-hairline border-t py-8">
              <AddressCard address={address} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NoAddresses() {
  return (
    <div className="mt-10 border-hairline border-t pt-10">
      <p className="font-display text-name">No addresses saved</p>
      <p className="mt-3 text-ink-soft">Add an address to make checkout faster and easier.</p>
      <p className="mt-8">
        <ButtonLink to={ADD} preventScrollReset>
          Add Your First Address
        </ButtonLink>
      </p>
    </div>
  )
}
