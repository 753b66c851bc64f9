import { href } from 'react-router'
import { requestContext, setProductTags } from '#web/request-context.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Article, ArticleSection, articleMeta } from '../article.tsx'
import type { Route } from './+types/terms'

export const meta = articleMeta(
  'Terms',
  'What we promise each other when you buy from Eternal Beauty.',
  '/terms',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  const { demo, store } = requestContext(context)
  return { demo, email: store.support.email }
}

export default function Terms({ loaderData: { demo, email } }: Route.ComponentProps) {
  return (
    <Article
      title="Terms"
      lead="What we promise each other when you shop here, short enough to read in one sitting."
      effectiveDate="November 20, 2026"
    >
      {demo && (
        <ArticleSection title="Demo store">
          <p>This store is a demo. Nothing here is sold or shipped, and no card is charged.</p>
        </ArticleSection>
      )}
      <ArticleSection title="Orders">
        <p>
          We offer the products in this store for sale as long as they’re in stock. When you place an order,
          we hold its items for you while you pay. Once your payment arrives, we have a contract, and we
          confirm it by email. If your payment doesn’t arrive, the order is cancelled automatically and costs
          you nothing.
        </p>
        <p>If your payment arrives late and the product has sold out, we refund you automatically.</p>
      </ArticleSection>
      <ArticleSection title="Prices">
        <p>
          Prices are shown in the currency of the region at the top of the page. Checkout lists products,
          discounts, shipping, and tax line by line, and the total it shows is what we charge, to the cent. If
          a price changes while you’re buying, we ask you to confirm before we charge anything.
        </p>
        <p>
          An offer code applies once you enter it in your cart or at checkout, under the conditions shown with
          the offer.
        </p>
      </ArticleSection>
      <ArticleSection title="Payment">
        <p>
          Our payment provider charges cards on its own pages. We never see your card number, and we don’t
          store it.
        </p>
      </ArticleSection>
      <ArticleSection title="Cancellations and returns">
        <p>
          You can cancel until your order ships, and return what you bought within 30 days of receiving it.
          For details, see <TextLink to={href('/shipping-returns')}>Shipping and returns</TextLink>. These
          rights are in addition to those under the laws of your country, and never reduce them.
        </p>
      </ArticleSection>
      <ArticleSection title="Your account">
        <p>
          You can buy without an account. If you have one, keep its password to yourself and tell us if
          someone else may know it. You can{' '}
          <TextLink to={`${href('/profile/security')}#data`}>delete your account</TextLink> at any time. Your
          orders stay in our books, without your name.
        </p>
      </ArticleSection>
      <ArticleSection title="Reviews">
        <p>
          Only customers who bought a product can review it. Tell us what you think, good or bad. We remove
          only reviews that insult, advertise, or name other people.
        </p>
      </ArticleSection>
      <ArticleSection title="Skin is personal">
        <p>
          Every product page lists all ingredients. Please read them if you have an allergy, try a little
          first, and stop using a product if it doesn’t suit you. Nothing here is medical advice, including
          the consultant on our home page, which is a demo.
        </p>
      </ArticleSection>
      <ArticleSection title="If something goes wrong">
        <p>
          We’re responsible for what we sell and for what we say. Write to{' '}
          <TextLink to={`mailto:${email}`}>{email}</TextLink>, and a person will look into it. If these terms
          change, the terms in effect when you placed an order still apply to it.
        </p>
      </ArticleSection>
    </Article>
  )
}
