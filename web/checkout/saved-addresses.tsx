import { href } from 'react-router'
import type { SavedAddress } from '#core/customers/profile.ts'
import { Link } from '#web/ui/link.tsx'

type Props = { addresses: readonly SavedAddress[]; selectedId: string | undefined; code: string }

/** Links, so that an address can be selected without scripts. */
export function SavedAddresses({ addresses, selectedId, code }: Props) {
  if (addresses.length === 0) return null
  const checkoutPath = (address: string) =>
    `${href('/checkout')}?${new URLSearchParams(code ? { address, code } : { address })}`
  return (
    <nav aria-label="Saved addresses" className="col-span-2">
      <ul className="flex flex-wrap gap-x-8 gap-y-2 text-small">
        {addresses.map(({ id, label, address, city }) => (
          <li key={id}>
            <Link
              to={checkoutPath(id)}
              preventScrollReset
              replace
              aria-current={id === selectedId ? 'true' : undefined}
              className="block min-h-11 border-transparent border-l-2 pl-4 text-ink-soft hover:text-ink aria-[current=true]:border-metal aria-[current=true]:text-ink"
            >
              <span className="block">{label}</span>
              <span className="block">
                {address}, {city}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to={checkoutPath('new')}
            preventScrollReset
            replace
            aria-current={selectedId === undefined ? 'true' : undefined}
            className="flex min-h-11 items-center border-transparent border-l-2 pl-4 text-ink-soft hover:text-ink aria-[current=true]:border-metal aria-[current=true]:text-ink"
          >
            Another address
          </Link>
        </li>
      </ul>
    </nav>
  )
}
