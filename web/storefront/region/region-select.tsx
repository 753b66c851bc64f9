import { Form, useLocation } from 'react-router'
import { REGION_COOKIE, REGIONS, type Region, type RegionCode } from '#core/regions/regions.ts'
import { saveRegion } from './region-storage.ts'

/** Long enough to see the choice before the page reloads. */
const RELOAD_DELAY = 300

/** A plain form, so that it works before any script has loaded. */
export function RegionSelect({
  region: { code: current },
  regions,
}: {
  region: Region
  regions: RegionCode[]
}) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action="/region" reloadDocument className="flex items-center gap-3">
      <input type="hidden" name="back" value={pathname + search} />
      <label className="sr-only" htmlFor="region">
        Region and currency
      </label>
      <select
        id="region"
        key={current}
        name="region"
        defaultValue={current}
        autoComplete="off"
        data-autosubmit
        className="min-h-11 w-42 max-xl:w-auto cursor-pointer bg-transparent"
        onChange={({ currentTarget }) => changeRegion(currentTarget.value)}
      >
        {regions.map((code) => (
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

export function changeRegion(code: string): void {
  saveRegion(REGION_COOKIE, code as RegionCode)
  setTimeout(() => location.reload(), RELOAD_DELAY)
}
