import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { requestContext, setProductTags } from '#web/request-context.ts'
import { Article, ArticleSection, articleMeta, DefinitionList } from '../article.tsx'
import type { Route } from './+types/privacy'

export const meta = articleMeta(
  'Privacy',
  'What Eternal Beauty stores about you, which cookies it sets, who is asked, and how to have it all deleted.',
  '/privacy',
)

export function loader({ context }: Route.LoaderArgs) {
  setProductTags(context, [])
  const { ctx, support } = requestContext(context)
  return { email: support.email, google: ctx.settings.google !== null, lookupHosts: ctx.geolocation.hosts }
}

const COOKIES: [string, ReactNode][] = [
  ['eb_session', 'Keeps you signed in. A random word that no script can read; it ends when you sign out.'],
  [
    'eb_device',
    'Set when you sign in, for a year, so that strangers who guess at your password can’t lock you out of this browser.',
  ],
  ['eb_notice', 'What the next page is to tell you. For a minute.'],
  [
    'eb_google, eb_passkey, eb_second_factor, eb_reset, eb_set_up',
    'One step of signing in to the next. For five minutes to an hour.',
  ],
  ['userSelectedRegion, detectedRegion', 'The country that prices are shown for. For a year.'],
]

const LOCAL_STORAGE: [string, ReactNode][] = [
  ['cart', 'What is in your cart, while you are not signed in.'],
  ['userSelectedRegion', 'The region that you have chosen.'],
  ['detectedRegion', 'The region that was found for you, if you have chosen none.'],
]

export default function Privacy({ loaderData: { email, google, lookupHosts } }: Route.ComponentProps) {
  return (
    <Article
      title="Privacy"
      lead="We keep what an order needs, and what you have asked us to keep. Nobody follows you around this store."
      effectiveDate="November 20, 2026"
    >
      <ArticleSection title="What we store">
        <p>
          <strong className="font-medium">With an order:</strong> your e-mail address, the address it goes to,
          a phone number for the carrier, what you bought and what it cost. We need it to send the order, and
          our books must keep the amounts.
        </p>
        <p>
          <strong className="font-medium">With an account:</strong> your e-mail address; your name, phone
          number, date of birth and addresses if you enter them; your settings and your orders; where you are
          signed in, with the browser’s kind and network address, so that you can see and end it. Of a
          password we keep a hash, never the word.
        </p>
        <p>
          <strong className="font-medium">With the newsletter:</strong> your e-mail address, and when you said
          yes.
        </p>
        <p>
          Letters that we have sent lose their words: we keep that one was written, and when. What limits
          guessing, such as failed sign-ins, is forgotten after a day.
        </p>
      </ArticleSection>
      <ArticleSection title="Cookies">
        <p>Only those that the store can’t do without, so there is nothing to agree to.</p>
        <DefinitionList items={COOKIES} />
        <p>Your browser also keeps, for our pages alone:</p>
        <DefinitionList items={LOCAL_STORAGE} />
      </ArticleSection>
      <ArticleSection title="Who is asked">
        <p>
          Our pages load nothing from anybody else: no fonts, no counters, no advertisers. Your browser speaks
          to us alone, until you choose to pay by card
          {google ? ' or to sign in with Google' : ''}.
        </p>
        <p>
          We count how often pages are opened and what is searched for, day by day. These are sums: nothing in
          them tells one visitor from another.
        </p>
        {lookupHosts.length > 0 && (
          <p>
            To show prices in your currency, our server may ask {lookupHosts.join(', and if need be ')} which
            country your network address belongs to. It sends the address and nothing else, at most once an
            hour for a network. Choose a region yourself and nobody is asked.
          </p>
        )}
        <p>
          Card payments are made on the pages of our payment provider, which is told the amount, what is
          bought and your e-mail address. The carrier is told where to go.
        </p>
        <p>
          The consultant on the home page uses your camera only while it is open, and only to show you to
          yourself. No picture leaves your device.
        </p>
      </ArticleSection>
      <ArticleSection title="What you decide">
        <p>
          In the{' '}
          <Link className="link-line" to={`${href('/profile')}?tab=settings`}>
            settings
          </Link>{' '}
          of your account: which letters we write, and whether we may remember what you looked at to recommend
          something. Unless you say so, we don’t.
        </p>
        <p>
          Under{' '}
          <Link className="link-line" to={`${href('/profile/security')}#data`}>
            Your data
          </Link>
          : download everything that we know about you, or delete your account. Orders then stay in our books
          without you.
        </p>
        <p>
          For anything else, or if you have no account, write to{' '}
          <a className="link-line" href={`mailto:${email}`}>
            {email}
          </a>
          .
        </p>
      </ArticleSection>
    </Article>
  )
}
