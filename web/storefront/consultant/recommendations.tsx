import { href } from 'react-router'
import type { Region } from '#core/regions/regions.ts'
import { Picture } from '#web/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { CardPrice } from '../product/price-tag.tsx'
import type { ProductCardData } from '../product/product-card-data.ts'

export const DEMO_NOTICE =
  'This is a demo: it doesn’t analyze anything, and everyone gets the same three picks. No picture leaves your device.'

export type ConsultantAdvice = {
  region: Region
  recommendations: { card: ProductCardData; reason: string }[]
}

type Props = { advice: ConsultantAdvice; sizes: string; onNavigate?: () => void }

export function Recommendations({ advice, sizes, onNavigate }: Props) {
  return (
    <ul className="mt-8 grid gap-x-6 gap-y-10 sm:grid-cols-3">
      {advice.recommendations.map(({ card, reason }) => (
        <li key={card.id}>
          <Link to={href('/product/:id', { id: card.slug })} onClick={onNavigate} className="group block">
            <span className="block overflow-hidden bg-paper-deep">
              <Picture
                picture={card.picture}
                sizes={sizes}
                className="aspect-3/4 h-auto w-full object-cover max-sm:aspect-video"
              />
            </span>
            <span className="mt-4 block font-display text-name group-hover:text-rosewood">{card.name}</span>
          </Link>
          <p className="mt-2 text-ink-soft text-small">{reason}</p>
          <p className="mt-2 text-small">
            <CardPrice card={card} region={advice.region} />
          </p>
        </li>
      ))}
    </ul>
  )
}
