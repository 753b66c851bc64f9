import { href, Link } from 'react-router'
import { requestContext, setProductTags } from '#web/request-context.ts'
import { Article, ArticleSection, articleMeta } from '../article.tsx'
import type { Route } from './+types/terms'

export const meta = articleMeta(
  'Terms',
  'What we promise each other when you buy from Eternal Beauty.',
  '/terms',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  const { demo, support } = requestContext(context)
  return { demo, email: support.email }
}

export default function Terms({ loaderData: { demo, email } }: Route.ComponentProps) {
  return (
    <Article
      title="Terms"
      lead="What we promise each other when you buy here, in words that can be read in one sitting."
      effectiveDate="November 20, 2026"
    >
      {demo && (
        <ArticleSection title="A demonstration">
          <p>This store is a demonstration. Nothing here is sold or sent, and no card is charged.</p>
        </ArticleSection>
      )}
      <ArticleSection title="An order">
        <p>
          The products in the shop are our offer to sell as long as we have them. When you place an order,
          what is in it is held for you while you pay; when the payment arrives, we have a contract, and a
          letter tells you so. If the payment does not arrive, the order ends by itself and costs you nothing.
        </p>
        <p>
          Should a payment arrive after its time, and the product be gone, we send the money back without
          being asked.
        </p>
      </ArticleSection>
      <ArticleSection title="Prices">
        <p>
          Prices are shown in the currency of the region at the top of the page. Checkout shows products,
          reductions, shipping and tax line by line, and that total is what we charge: the same figure, to the
          cent. If a price changes while you are buying, we ask you again before anything is charged.
        </p>
        <p>
          An offer’s code counts once it is typed in cart or checkout, and under the conditions that stand
          beside it.
        </p>
      </ArticleSection>
      <ArticleSection title="Payment">
        <p>
          Cards are charged by our payment provider, on its own pages. We never see the number of a card, and
          keep none.
        </p>
      </ArticleSection>
      <ArticleSection title="Changing your mind">
        <p>
          You may cancel until the order is sent, and return what you bought within 30 days of having it. How
          that goes is written under{' '}
          <Link className="link-line" to={href('/shipping-returns')}>
            Shipping and returns
          </Link>
          . The rights that the law of your country gives you stand beside these, and are never less.
        </p>
      </ArticleSection>
      <ArticleSection title="Your account">
        <p>
          You can buy without one. If you have one, keep its password to yourself and tell us when somebody
          else may know it. You can{' '}
          <Link className="link-line" to={`${href('/profile/security')}#data`}>
            delete it
          </Link>{' '}
          whenever you like; the orders stay in our books, without your name.
        </p>
      </ArticleSection>
      <ArticleSection title="Reviews">
        <p>
          Only who has bought a product can review it. Say what you found, good or bad. We take down what
          insults, advertises or names other people, and nothing else.
        </p>
      </ArticleSection>
      <ArticleSection title="Skin is personal">
        <p>
          Ingredients are listed in full on every product’s page. Please read them if you have an allergy, try
          a little first, and stop if it does not suit you. What we write is no medical advice, and neither is
          the consultant on our home page, which is a demonstration.
        </p>
      </ArticleSection>
      <ArticleSection title="If something goes wrong">
        <p>
          We answer for what we sell and for what we say. Write to{' '}
          <a className="link-line" href={`mailto:${email}`}>
            {email}
          </a>{' '}
          and a person will look at it. When these terms change, an order keeps the ones it was placed under.
        </p>
      </ArticleSection>
    </Article>
  )
}
