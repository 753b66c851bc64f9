import {
  hostName,
  type LocalKey,
  SCRIPT_COOKIE_SECONDS,
  type ScriptCookie,
  type TabKey,
} from '#core/browser-data/browser-data.ts'
import { COOKIE_MINUTES, cookieName, type ServerCookie } from '#core/browser-data/server-cookies.ts'
import { formatDuration } from './format-duration.ts'

const SIGN_IN_STEP = 'Carries you from one step of signing in to the next.'

const COOKIE_PURPOSES: Record<ServerCookie, string> = {
  session:
    'Keeps you signed in. A random token that no script can read. It ends when you sign out, or after this time without a visit.',
  device:
    'Set when you sign in, so that strangers guessing your password can’t lock you out of this browser.',
  notice: 'Holds a message for the next page.',
  orders: 'Opens the orders that you placed without an account, after you followed the link in an email.',
  'gift-cards': 'Opens the gift cards whose links you followed.',
  samples: 'The free samples that you chose in the cart.',
  'second-factor': SIGN_IN_STEP,
  passkey: SIGN_IN_STEP,
  google: SIGN_IN_STEP,
  'google-link': 'Carries you from the link in an email to connecting your Google account.',
  reset: 'Carries you from the link in an email to the page for a new password.',
  'set-up': 'Carries the store’s owner through setting up the first administrator.',
  'sign-up': 'Recognizes the browser that created an account when its email address is confirmed.',
  confirm: 'Carries you from the link in an email to confirming your account.',
  'new-email': 'Carries you from the link in an email to confirming your new email address.',
  invitation: 'Carries you from the link in an email to joining the store’s staff.',
  'upload-error': 'Says why a file was refused. Only administrators have it.',
  export: 'Lets you download your data after you entered your password.',
}

const SCRIPT_COOKIE_PURPOSES: Record<ScriptCookie, string> = {
  userSelectedRegion: 'The region you chose, for the first look at each page.',
  detectedRegion: 'The region we detected, if you haven’t chosen one.',
  sidebar_state: 'Whether the menu of the back office is open. Only administrators have it.',
}

const LOCAL_PURPOSES: Record<LocalKey, string> = {
  cart: 'The items in your cart while you’re not signed in.',
  cartPrices: 'What those items cost when you added them, so that we can show you changes.',
  cartMergeKey: 'Makes sure that your cart is added to your account only once.',
  paying: 'The payment page you went to, so that your cart is emptied once you’ve paid.',
  avoidList: 'The ingredients that you avoid, if you made a list. It is never sent to us.',
  wishlist: 'The products on your wish list while you’re not signed in.',
  userSelectedRegion: 'The region you chose.',
  detectedRegion: 'The region we detected, if you haven’t chosen one.',
}

const TAB_PURPOSES: Record<TabKey, string> = {
  checkoutForm: 'What you typed at checkout, so that it isn’t lost when you go to pay or sign in.',
  giftCards: 'The gift cards you added at checkout.',
  offerCode: 'The offer code you entered.',
  regionLookedUp: 'That your region was detected during this visit.',
}

/** Written by React Router, the library that moves between our pages. */
const ROUTER_PURPOSES: Record<string, string> = {
  'react-router-scroll-positions': 'How far you scrolled on each page, for when you go back.',
  'react-router-manifest-version': 'Which version of the store you loaded, so that an update loads once.',
  'remix-router-transitions': 'Which pages are connected by an animation.',
}

export type BrowserDataItem = { name: string; purpose: string; lifetime?: string }

/** For the privacy page: what each cookie and storage key is for. */
export function listBrowserData(overTls: boolean): Record<'cookies' | 'local' | 'tab', BrowserDataItem[]> {
  const serverCookies = entriesOf(COOKIE_PURPOSES).map(([cookie, purpose]) => ({
    name: cookieName(cookie, overTls),
    purpose,
    lifetime: formatDuration(COOKIE_MINUTES[cookie]),
  }))
  const scriptCookies = entriesOf(SCRIPT_COOKIE_PURPOSES).map(([name, purpose]) => ({
    name: hostName(name, overTls),
    purpose,
    lifetime: formatDuration(SCRIPT_COOKIE_SECONDS[name] / 60),
  }))
  return {
    cookies: [...serverCookies, ...scriptCookies],
    local: listKeys(LOCAL_PURPOSES),
    tab: listKeys({ ...TAB_PURPOSES, ...ROUTER_PURPOSES }),
  }
}

function listKeys(purposes: Record<string, string>): BrowserDataItem[] {
  return Object.entries(purposes).map(([name, purpose]) => ({ name, purpose }))
}

function entriesOf<Key extends string>(record: Record<Key, string>): [Key, string][] {
  return Object.entries(record) as [Key, string][]
}
