import type { ReactNode } from 'react'
import { href } from 'react-router'
import { requestContext, setProductTags } from '#web/request-context.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Article, ArticleSection, articleMeta, DefinitionList } from '../article.tsx'
import type { Route } from './+types/privacy'

export const meta = articleMeta(
  'Privacy',
  'What Eternal Beauty stores about you, which cookies we set, who we share data with, and how to delete it all.',
  '/privacy',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  const { ctx, support } = requestContext(context)
  return { email: support.email, google: ctx.settings.google !== null, lookupHosts: ctx.geolocation.hosts }
}

const COOKIES: [string, ReactNode][] = [
  ['eb_session', 'Keeps you signed in. A random token that no script can read. It ends when you sign out.'],
  [
    'eb_device',
    'Set when you sign in, so that strangers guessing your password can’t lock you out of this browser. Lasts one year.',
  ],
  ['eb_notice', 'Holds a message for the next page. Lasts one minute.'],
  [
    'eb_google, eb_passkey, eb_second_factor, eb_reset, eb_set_up',
    'Carry you from one sign-in step to the next. Last from five minutes to one hour.',
  ],
  ['userSelectedRegion, detectedRegion', 'The country we show prices for. Lasts one year.'],
]

const LOCAL_STORAGE: [string, ReactNode][] = [
  ['cart', 'The items in your cart while you’re not signed in.'],
  ['userSelectedRegion', 'The region you chose.'],
  ['detectedRegion', 'The region we detected, if you haven’t chosen one.'],
]

export default function Privacy({ loaderData: { email, google, lookupHosts } }: Route.ComponentProps) {
  return (
    <Article
      title="Privacy"
      lead="We keep what we need for your orders and what you’ve asked us to keep. Nobody tracks you around this store."
      effectiveDate="November 20, 2026"
    >
      <ArticleSection title="What we store">
        <p>
          <strong className="font-medium">With an order:</strong> your email address, your shipping address, a
          phone number for the carrier, what you bought, and what it cost. We need this to ship your order,
          and our accounting records must keep the amounts.
        </p>
        <p>
          <strong className="font-medium">With an account:</strong> your email address; your name, phone
          number, date of birth, and addresses, if you enter them; your settings and your orders; and where
          you’re signed in, with the browser type and IP address, so that you can review your sessions and end
          them. We store your password only as a hash, never the password itself.
        </p>
        <p>
          <strong className="font-medium">With the newsletter:</strong> your email address, and when you
          confirmed your subscription.
        </p>
        <p>
          We delete the text of emails once they’re sent and keep only a record of when we sent them. Data
          that limits password guessing, such as failed sign-ins, is deleted after a day.
        </p>
      </ArticleSection>
      <ArticleSection title="Cookies">
        <p>We use only cookies that the store can’t work without, so there’s nothing for you to accept.</p>
        <DefinitionList items={COOKIES} />
        <p>Your browser also stores the following, for our pages only:</p>
        <DefinitionList items={LOCAL_STORAGE} />
      </ArticleSection>
      <ArticleSection title="Who we share data with">
        <p>
          Our pages load nothing from third parties: no fonts, no analytics, no ads.{' '}
          {google
            ? 'Your browser connects only to us until you choose to pay by card or to sign in with Google.'
            : 'Your browser connects only to us until you choose to pay by card.'}
        </p>
        <p>
          We count how often pages are viewed and what is searched for, day by day. These are totals: they
          can’t tell one visitor from another.
        </p>
        {lookupHosts.length > 0 && (
          <p>
            To show prices in your currency, our server may ask {lookupHosts.join(' or ')} which country your
            IP address belongs to. It sends only the address, and no more than once an hour for each network.
            If you choose a region yourself, we don’t ask at all.
          </p>
        )}
        <p>
          You pay by card on our payment provider’s pages. The provider receives the amount, the items you’re
          buying, and your email address. The carrier receives what it needs to deliver your order.
        </p>
        <p>
          The consultant on the home page uses your camera only while it’s open, and only to show you your own
          image. No picture leaves your device.
        </p>
      </ArticleSection>
      <ArticleSection title="Your choices">
        <p>
          In your account’s <TextLink to={`${href('/profile')}?tab=settings`}>settings</TextLink>, choose
          which emails we send and whether we may remember what you viewed to recommend products. We don’t
          unless you opt in.
        </p>
        <p>
          Under <TextLink to={`${href('/profile/security')}#data`}>Your data</TextLink>, download everything
          we know about you or delete your account. Your orders then stay in our books without your personal
          details.
        </p>
        <p>
          For anything else, or if you don’t have an account, write to{' '}
          <TextLink to={`mailto:${email}`}>{email}</TextLink>.
        </p>
      </ArticleSection>
    </Article>
  )
}
