import { href } from 'react-router'
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
import { TextLink } from '#web/ui/text-link.tsx'
import { Article, ArticleSection, articleMeta, DefinitionList } from '../article.tsx'
import { countryWithArticle } from '../region/country-name.ts'
import type { Route } from './+types/shipping-returns'

export const meta = articleMeta(
  'Shipping and returns',
  'What shipping costs, where we ship, and how to return an order within 30 days.',
  '/shipping-returns',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  return { region: shopContext(context).region }
}

export default function ShippingReturns({ loaderData: { region } }: Route.ComponentProps) {
  return (
    <Article title="Shipping and returns" lead="One flat fee, or none. Thirty days to change your mind.">
      <ArticleSection title="Shipping costs">
        <ShippingCosts region={region} />
        <p>
          Free shipping is based on your subtotal before discounts, so using a code never costs you free
          shipping. Tax is {TAX_PERCENT}% of what you pay for the products. Your cart and checkout show it on
          a separate line before you pay.
        </p>
      </ArticleSection>
      <ArticleSection title="Where we ship">
        <p>We ship to addresses in {countryList()}.</p>
        <p>
          The country follows the currency you see. You can change it at the top of every page, and checkout
          shows it again with the address.
        </p>
      </ArticleSection>
      <ArticleSection title="Tracking your order">
        <p>
          We email you when your payment goes through and again when your order ships. If you have an account,
          you can turn off both emails in its{' '}
          <TextLink to={`${href('/profile')}?tab=settings`}>settings</TextLink> and check the status of each
          order in <TextLink to="/orders">your orders</TextLink>. If you don’t have an account, use the link
          in the email.
        </p>
        <p>You can cancel an order yourself until it ships. We’ll refund your card in full.</p>
      </ArticleSection>
      <ArticleSection title="Returns within 30 days">
        <p>
          You have 30 days from the day your order arrives to request a return: open the order, choose what to
          send back, and tell us why. Your reason helps us, but it doesn’t affect our decision.
        </p>
        <p>
          Once we approve your return, we refund what you paid for those products, including tax, to the card
          you paid with. Please send them back as they are: opened is fine, empty isn’t.
        </p>
        <p>
          If something arrives damaged or isn’t what you ordered,{' '}
          <TextLink to={href('/contact')}>let us know</TextLink>. We’ll make it right and pay for return
          shipping.
        </p>
      </ArticleSection>
    </Article>
  )
}

function ShippingCosts({ region }: { region: RegionCode }) {
  const threshold = formatPrice(FREE_SHIPPING_ABOVE, region).display
  return (
    <DefinitionList
      items={[
        [`Orders over ${threshold}`, 'Free'],
        [`Orders up to ${threshold}`, formatPrice(SHIPPING_FEE, region).display],
        ['Currency', `${REGIONS[region].currency.toUpperCase()} (${REGIONS[region].country})`],
      ]}
    />
  )
}

function countryList(): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(REGION_CODES.map(countryWithArticle))
}
