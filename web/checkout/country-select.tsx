import { Form, useLocation, useRouteLoaderData } from 'react-router'
import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import type { loader } from '../storefront/layout.tsx'
import { changeRegion } from '../storefront/region/region-select.tsx'
import { Select } from '../ui/fields/select.tsx'

const COUNTRY_FORM = 'country'

/** Beside the checkout's form, because forms can't be nested. It also works before scripts have loaded. */
export function CountryForm() {
  const { pathname, search } = useLocation()
  return (
    <Form id={COUNTRY_FORM} method="post" action="/region" reloadDocument>
      <input type="hidden" name="back" value={pathname + search} />
    </Form>
  )
}

/** Prices follow the country, so choosing another one reloads the page. What was typed stays. */
export function CountrySelect({ region }: { region: RegionCode }) {
  const { regions } = useRouteLoaderData<typeof loader>('storefront/layout') ?? { regions: [region] }
  return (
    <Select
      key={region}
      label="Country"
      name="region"
      form={COUNTRY_FORM}
      defaultValue={region}
      autoComplete="off"
      data-autosubmit
      className="col-span-2"
      hint="Currency, delivery, and tax follow the country."
      options={regions.map((code) => [code, REGIONS[code].country])}
      onChange={({ currentTarget }) => changeRegion(currentTarget.value)}
    />
  )
}
