import { href } from 'react-router'
import { setProductTags, shopContext } from '#web/request-context.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Article, ArticleSection, articleMeta } from '../article.tsx'
import { regionList, taxSentence } from '../region/region-terms.ts'
import { ShippingCosts } from '../region/shipping-costs.tsx'
import type { Route } from './+types/shipping-returns'

export const meta = articleMeta(
  'Shipping and returns',
  'What shipping costs, where we ship, and how to return an order.',
  '/shipping-returns',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  const { region, terms } = shopContext(context)
  return { region, terms }
}

export default function ShippingReturns({ loaderData: { region, terms } }: Route.ComponentProps) {
  const { returnDays } = terms
  return (
    <Article
      title="Shipping and returns"
      lead={`One flat fee, or none. ${returnDays} days to change your mind.`}
    >
      <ArticleSection title="Shipping costs">
        <ShippingCosts region={region} />
        <p>
          Free shipping is based on your subtotal before discounts, so using a code never costs you free
          shipping. {taxSentence(region)}
        </p>
      </ArticleSection>
      <ArticleSection title="Where we ship">
        <p>We ship to addresses in {regionList(terms)}.</p>
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
      <ArticleSection title={`Returns within ${returnDays} days`}>
        <p>
          You have {returnDays} days from the day your order arrives to request a return: open the order,
          choose what to send back, and tell us why. Your reason helps us, but it doesn’t affect our decision.
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
