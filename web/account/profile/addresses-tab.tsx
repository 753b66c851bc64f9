import type { SavedAddress } from '#core/customers/profile.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { AddressCard } from './address-card.tsx'
import { AddressForm } from './address-form.tsx'
import { tabPath } from './profile-tabs.ts'

type Props = {
  addresses: SavedAddress[]
  /** `new`, or the ID of the address to edit. */
  openForm: string | null
}

const ADD_ADDRESS_PATH = `${tabPath('addresses')}&add`

export function AddressesTab({ addresses, openForm }: Props) {
  const editedAddress = addresses.find(({ id }) => id === openForm)
  if (openForm === 'new') return <AddressForm key="new" />
  if (editedAddress) return <AddressForm key={editedAddress.id} address={editedAddress} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <h2 className="font-display text-name">Manage Addresses</h2>
        {addresses.length > 0 && (
          <ButtonLink to={ADD_ADDRESS_PATH} preventScrollReset>
            Add Address
          </ButtonLink>
        )}
      </div>
      <FormNotice className="mt-8 max-w-prose" />
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
        <ButtonLink to={ADD_ADDRESS_PATH} preventScrollReset>
          Add Your First Address
        </ButtonLink>
      </p>
    </div>
  )
}
