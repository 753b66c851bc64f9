import { Form, Link, useLocation } from 'react-router'
import type { User } from '#core/accounts/account.ts'
import { REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { AccountLinks } from './account-links.tsx'
import { StoreLink } from './store-link.tsx'

export function StoreHeader({ region, user }: { region: RegionCode; user: User | null }) {
  return (
    <header className="border-hairline border-b">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-gutter py-5 text-small max-md:pb-2 md:gap-x-10">
        <Link to="/" className="mr-auto leading-none">
          <span className="block font-display text-name tracking-tight">Eternal Beauty</span>
          <span className="label mt-1.5 block text-ink-soft">A house of quiet luxuries</span>
        </Link>
        <nav aria-label="Account" className="md:order-3">
          <AccountLinks user={user} />
        </nav>
        <nav aria-label="Main" className="max-md:grow">
          <ul className="flex gap-5 md:gap-8">
            <li>
              <StoreLink to="/">Home</StoreLink>
            </li>
            <li>
              <StoreLink to="/categories">Categories</StoreLink>
            </li>
          </ul>
        </nav>
        <RegionChoice region={region} />
      </div>
    </header>
  )
}

/** A plain form, so that a currency can be chosen before any script has come. */
function RegionChoice({ region }: { region: RegionCode }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action="/region"
      reloadDocument
      className="flex items-center gap-3 max-md:ml-auto md:order-2"
    >
      <input type="hidden" name="back" value={pathname + search} />
      <label className="sr-only" htmlFor="region">
        Region and currency
      </label>
      <select
        id="region"
        name="region"
        defaultValue={region}
        autoComplete="off"
        data-sends
        className="min-h-11 w-42 cursor-pointer bg-transparent"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {REGION_CODES.map((code) => (
          <option key={code} value={code}>
            {REGIONS[code].country} · {REGIONS[code].currency.toUpperCase()}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="link-line min-h-11">
          Change
        </button>
      </noscript>
    </Form>
  )
}
