import { REGIONS, type RegionCode } from '#core/regions/regions.ts'
import { Section } from '../ui/section.tsx'

type Props = { regions: readonly RegionCode[]; origin: string }

export function ProductFeedsSection({ regions, origin }: Props) {
  return (
    <Section title="Product feeds">
      <p className="max-w-prose text-ink-soft">
        Google Merchant Center, Meta, and Pinterest read all published products from these addresses. They are
        public and always current.
      </p>
      <dl className="mt-4 border-hairline border-t">
        {regions.map((code) => {
          const url = `${origin}/feeds/products.xml?region=${code}`
          const { country, currency } = REGIONS[code]
          return (
            <div
              key={code}
              className="flex flex-wrap justify-between gap-x-8 border-hairline border-b py-2.5 max-sm:flex-col"
            >
              <dt>
                {country}, {currency.toUpperCase()}
              </dt>
              <dd className="min-w-0">
                <a href={url} className="link-line break-all">
                  {url}
                </a>
              </dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}
