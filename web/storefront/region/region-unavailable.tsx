import { Form, useLocation } from 'react-router'
import { countryWithArticle } from '#core/regions/country-name.ts'
import type { Region, RegionCode } from '#core/regions/regions.ts'

/** For a shopper who chose a region that the store has turned off since. */
export function RegionUnavailable({ unavailable, region }: { unavailable: RegionCode; region: Region }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action="/region"
      reloadDocument
      role="status"
      className="flex flex-wrap items-center gap-x-5 bg-paper-deep px-gutter py-2 text-small"
    >
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="region" value={region.code} />
      <p>
        {`We don’t ship to ${countryWithArticle(unavailable)} right now. Prices are for ${countryWithArticle(region.code)}, in ${region.currency.toUpperCase()}.`}
      </p>
      <button type="submit" className="link-line min-h-11 cursor-pointer">
        OK
      </button>
    </Form>
  )
}
