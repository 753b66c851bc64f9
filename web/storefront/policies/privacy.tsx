import { href } from 'react-router'
import { type BrowserDataItem, listBrowserData } from '#core/privacy/browser-data-purposes.ts'
import { RETENTION_PERIODS } from '#core/privacy/retention-periods.ts'
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
  const { card, google, mail, origin } = ctx.settings
  return {
    email: support.email,
    google: google !== null,
    paymentProvider: card === 'live' ? 'Stripe, our payment provider' : 'our payment provider',
    sendsEmail: mail === 'smtp',
    lookupHosts: ctx.geolocation.hosts,
    browserData: listBrowserData(origin.startsWith('https:')),
    retentionPeriods: RETENTION_PERIODS,
  }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { email, google, paymentProvider, sendsEmail, lookupHosts, browserData, retentionPeriods } =
    loaderData
  return (
    <Article
      title="Privacy"
      lead="We keep what we need for your orders and what you’ve asked us to keep. Nobody tracks you around this store."
      effectiveDate="November 23, 2026"
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
      <ArticleSection title="How long we store it">
        <DefinitionList items={retentionPeriods.map(({ what, howLong }) => [what, howLong])} />
      </ArticleSection>
      <ArticleSection title="Cookies">
        <p>We use only cookies that the store can’t work without, so there’s nothing for you to accept.</p>
        <BrowserDataList items={browserData.cookies} />
        <p>Your browser also stores the following, for our pages only, until you clear its data:</p>
        <BrowserDataList items={browserData.local} />
        <p>And these, until you close the tab:</p>
        <BrowserDataList items={browserData.tab} />
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
        <p>
          With an order, we store which of our campaigns or which website your visit came from, if your
          browser tells us. It’s read from the page’s address when you check out, without cookies, and never
          connects one visit with another. If your browser sends Global Privacy Control or Do Not Track, we
          don’t read it.
        </p>
        {lookupHosts.length > 0 && (
          <p>
            To show prices in your currency, our server may ask {lookupHosts.join(' or ')} which country your
            IP address belongs to. It sends only the address, and no more than once an hour for each network.
            If you choose a region yourself, or your browser sends Global Privacy Control or Do Not Track, we
            don’t ask at all.
          </p>
        )}
        <p>
          You pay by card on the pages of {paymentProvider}. The provider receives the amount, the items
          you’re buying, and your email address. The carrier receives what it needs to deliver your order.
        </p>
        {sendsEmail && (
          <p>Our email provider delivers our emails, and so receives your email address and their text.</p>
        )}
        {google && (
          <p>
            If you sign in with Google, Google learns that you use this store, and we receive your name and
            email address.
          </p>
        )}
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

function BrowserDataList({ items }: { items: readonly BrowserDataItem[] }) {
  return (
    <DefinitionList
      items={items.map(({ name, purpose, lifetime }) => [
        name,
        lifetime ? `${purpose} Lasts ${lifetime}.` : purpose,
      ])}
    />
  )
}
