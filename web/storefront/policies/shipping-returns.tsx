import { href, Link } from 'react-router'
import {
  FREE_SHIPPING_ABOVE,
  formatPrice,
  REGION_CODES,
  REGIONS,
  type RegionCode,
  SHIPPING_FEE,
  TAX_PERCENT,
} from '#core/regions/regions.ts'
import { setProductTags, shopContext } from '#web/request-context.ts'
import { Article, ArticleSection, articleMeta, DefinitionList } from '../article.tsx'
import type { Route } from './+types/shipping-returns'

export const meta = articleMeta(
  'Shipping and returns',
  'What it costs to send an order, where we send it, and how to send something back within 30 days.',
  '/shipping-returns',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  return { region: shopContext(context).region }
}

export default function ShippingReturns({ loaderData: { region } }: Route.ComponentProps) {
  return (
    <Article title="Shipping and returns" lead="One fee, or none. Thirty days to think it over.">
      <ArticleSection title="What it costs">
        <ShippingCosts region={region} />
        <p>
          The limit looks at what your products cost before an offer’s code is taken off, so that using a code
          never costs you the free shipping. Tax is {TAX_PERCENT} % of what you pay for the products; cart and
          checkout show it as a line of its own, before you pay.
        </p>
      </ArticleSection>
      <ArticleSection title="Where we send">
        <p>To addresses in {joinNames(REGION_CODES.map((code) => REGIONS[code].country))}.</p>
        <p>
          The country follows the currency that you see. You can change it at the top of every page; checkout
          names it once more above the address.
        </p>
      </ArticleSection>
      <ArticleSection title="Following an order">
        <p>
          We write when an order is paid, and again when it has left the house. If you have an account, both
          letters can be turned off in its{' '}
          <Link className="link-line" to={`${href('/profile')}?tab=settings`}>
            settings
          </Link>
          , and{' '}
          <Link className="link-line" to="/orders">
            your orders
          </Link>{' '}
          show how far each one is. Without an account, the link in the letter does.
        </p>
        <p>
          Until it is sent you can cancel an order yourself. What you paid comes back to the card in full.
        </p>
      </ArticleSection>
      <ArticleSection title="Thirty days">
        <p>
          From the day an order reaches you, you have 30 days to ask for a return: open the order, choose what
          goes back, and tell us why. A reason helps us; it decides nothing.
        </p>
        <p>
          Once it is agreed, we refund what you paid for those products, with their tax, to the card that you
          paid with. Please send them as they are: opened is fine, empty is not.
        </p>
        <p>
          If something arrives damaged, or is not what you ordered,{' '}
          <Link className="link-line" to={href('/contact')}>
            tell us
          </Link>
          . We put it right, and the postage is ours.
        </p>
      </ArticleSection>
    </Article>
  )
}

/** The fee and the limit as this shopper would pay them. */
function ShippingCosts({ region }: { region: RegionCode }) {
  const threshold = formatPrice(FREE_SHIPPING_ABOVE, region).display
  return (
    <DefinitionList
      items={[
        [`Above ${threshold}`, 'Free'],
        [`Up to ${threshold}`, formatPrice(SHIPPING_FEE, region).display],
        ['Currency', `${REGIONS[region].currency.toUpperCase()}, for ${REGIONS[region].country}`],
      ]}
    />
  )
}

function joinNames(names: readonly string[]): string {
  const labels = names.map((name) => (name.startsWith('United') ? `the ${name}` : name))
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(labels)
}
