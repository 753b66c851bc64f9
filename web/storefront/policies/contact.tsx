import { href, Link } from 'react-router'
import { requestContext, setProductTags } from '#web/request-context.ts'
import { Article, ArticleSection, articleMeta } from '../article.tsx'
import { telUrl } from '../customer-service.tsx'
import type { Route } from './+types/contact'

export const meta = articleMeta(
  'Contact',
  'How to reach a person at Eternal Beauty, by phone or by e-mail.',
  '/contact',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  return requestContext(context).support
}

const LARGE = 'link-line inline-block wrap-anywhere font-display text-name md:text-title'

export default function Contact({ loaderData: { phone, email } }: Route.ComponentProps) {
  return (
    <Article title="Contact" lead="A person reads what you write, and picks up when you call.">
      <ArticleSection title="By e-mail">
        <p>
          <a className={LARGE} href={`mailto:${email}`}>
            {email}
          </a>
        </p>
        <p>Questions about a product, an order, an ingredient, or about nothing in particular.</p>
      </ArticleSection>
      <ArticleSection title="By phone">
        <p>
          <a className={LARGE} href={telUrl(phone)}>
            {phone}
          </a>
        </p>
      </ArticleSection>
      <ArticleSection title="About an order">
        <p>
          Have its number at hand; it begins with EB and stands in every letter about it. We never ask for
          your password, and never for the number of a card.
        </p>
        <p>
          <Link className="link-line" to="/orders">
            See your orders
          </Link>
        </p>
      </ArticleSection>
      <ArticleSection title="About a return">
        <p>
          You have 30 days, and need nobody’s leave to ask.{' '}
          <Link className="link-line" to={href('/shipping-returns')}>
            How to send something back
          </Link>
        </p>
      </ArticleSection>
      <ArticleSection title="About your data">
        <p>
          You can see, download and delete it yourself.{' '}
          <Link className="link-line" to={href('/privacy')}>
            What we keep, and for how long
          </Link>
        </p>
      </ArticleSection>
    </Article>
  )
}
