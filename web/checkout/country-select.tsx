import { useEffect, useRef } from 'react'
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
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    // Back may restore the country that was chosen before; the prices are for this one.
    if (select.current) select.current.value = region
  }, [region])
  const { regions } = useRouteLoaderData<typeof loader>('storefront/layout') ?? { regions: [region] }
  return (
    <Select
      ref={select}
      key={region}
      label="Country"
      name="region"
      form={COUNTRY_FORM}
      defaultValue={region}
      autoComplete="shipping country"
      data-autosubmit
      className="col-span-2"
      hint="Currency, delivery, and tax follow the country."
      options={regions.map((code) => [code, REGIONS[code].country])}
      onChange={({ currentTarget }) => changeRegion(currentTarget.value)}
    />
  )
}
