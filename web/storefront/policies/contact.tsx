import { href } from 'react-router'
import { requestContext, setProductTags } from '#web/request-context.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Article, ArticleSection, articleMeta } from '../article.tsx'
import { telUrl } from '../customer-service.tsx'
import type { Route } from './+types/contact'

export const meta = articleMeta(
  'Contact',
  'How to reach a person at Eternal Beauty, by phone or email.',
  '/contact',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  return requestContext(context).store.support
}

const LARGE = 'link-line inline-block wrap-anywhere font-display text-name md:text-title'

export default function Contact({ loaderData: { phone, email } }: Route.ComponentProps) {
  return (
    <Article title="Contact" lead="A real person reads every message and answers every call.">
      <ArticleSection title="Email us">
        <p>
          <a className={LARGE} href={`mailto:${email}`}>
            {email}
          </a>
        </p>
        <p>Ask us about a product, an order, an ingredient, or anything else.</p>
      </ArticleSection>
      <ArticleSection title="Call us">
        <p>
          <a className={LARGE} href={telUrl(phone)}>
            {phone}
          </a>
        </p>
      </ArticleSection>
      <ArticleSection title="Orders">
        <p>
          Please have your order number ready. It starts with EB and is in every order email. We’ll never ask
          for your password or your card number.
        </p>
        <p>
          <TextLink to="/orders">View your orders</TextLink>
        </p>
      </ArticleSection>
      <ArticleSection title="Returns">
        <p>
          You have 30 days to request a return, for any reason.{' '}
          <TextLink to={href('/shipping-returns')}>How to return an item</TextLink>
        </p>
      </ArticleSection>
      <ArticleSection title="Your data">
        <p>
          You can view, download, and delete it yourself.{' '}
          <TextLink to={href('/privacy')}>What we store, and for how long</TextLink>
        </p>
      </ArticleSection>
    </Article>
  )
}
