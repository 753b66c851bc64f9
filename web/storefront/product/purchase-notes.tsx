import { countryWithArticle } from '#core/regions/country-name.ts'
import type { Region } from '#core/regions/regions.ts'
import type { VisitorKind } from '#web/account/auth.ts'
import { NotifyForm } from '#web/wishlist/notify-form.tsx'
import { deliveryTime, freeShipping } from '../region/region-terms.ts'

type Props = {
  product: { id: string; inStock: boolean }
  region: Region
  returnDays: number
  visitor: VisitorKind
}

export function PurchaseNotes({ product: { id, inStock }, region, returnDays, visitor }: Props) {
  return (
    <>
      {!inStock && <NotifyForm productId={id} email={visitor === 'guest' ? '' : undefined} />}
      <p className="mt-10 text-small">
        {inStock
          ? `Arrives in ${countryWithArticle(region.code)} in ${deliveryTime(region)}.`
          : 'Back soon: we’re making the next batch.'}
      </p>
      <Guarantees region={region} returnDays={returnDays} />
    </>
  )
}

function Guarantees({ region, returnDays }: Pick<Props, 'region' | 'returnDays'>) {
  return (
    <ul
      aria-label="Our promises"
      className="mt-8 divide-y divide-hairline border-hairline border-y text-small"
    >
      <Guarantee {...freeShipping(region)} />
      {returnDays > 0 && (
        <Guarantee title={`${returnDays}-Day Return`} description="From the day it arrives." />
      )}
      <Guarantee title="100% Genuine" description="Direct from the maker." />
    </ul>
  )
}

function Guarantee({ title, description }: { title: string; description: string }) {
  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-2">
      <span>{title}</span> <span className="text-ink-soft">{description}</span>
    </li>
  )
}
