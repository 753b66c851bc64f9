import { Form, Link, NavLink, useLocation } from 'react-router'
import { REGION_CODES, REGIONS, type RegionCode } from '#core/regions/regions.ts'

export function StoreHeader({ region }: { region: RegionCode }) {
  return (
    <header className="border-hairline border-b">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-gutter py-5 max-md:pb-2 md:gap-x-10">
        <Link to="/" className="mr-auto leading-none max-md:w-full">
          <span className="block font-display text-name tracking-tight">Eternal Beauty</span>
          <span className="label mt-1.5 block text-ink-soft">A house of quiet luxuries</span>
        </Link>
        <nav aria-label="Main">
          <ul className="flex gap-5 text-small md:gap-8">
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

function StoreLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      end
      className="inline-flex min-h-11 items-center decoration-1 underline-offset-8 hover:underline aria-[current=page]:underline"
    >
      {children}
    </NavLink>
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
      className="flex items-center gap-3 text-small max-md:ml-auto"
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
