import type { RichTextBlock } from '#core/content/rich-text-names.ts'
import { type BrowserDataItem, listBrowserData } from '#core/privacy/browser-data-purposes.ts'
import { RETENTION_PERIODS } from '#core/privacy/retention-periods.ts'
import { readLatestStoreSettings } from '#core/settings/store-settings.server.ts'
import type { StoreSettings } from '#core/settings/store-settings.ts'
import type { RequestContext } from '#web/request-context.ts'
import { telUrl } from '../customer-service.tsx'
import { shippingCosts } from '../region/region-terms.ts'
import { paymentProvider } from './computed-values.server.ts'
import type { StoreBlockPart } from './store-block.tsx'

type BlockInput = RequestContext & { settings: StoreSettings }

/** The parts of each of these blocks, from the store’s settings and configuration. */
export async function readStoreBlocks(
  request: RequestContext,
  names: RichTextBlock[],
): Promise<Partial<Record<RichTextBlock, StoreBlockPart[]>>> {
  if (!names.length) return {}
  const settings = await readLatestStoreSettings(request.ctx.db, request.ctx.log)
  return Object.fromEntries(names.map((name) => [name, BLOCKS[name]({ ...request, settings })]))
}

const paragraph = (text: string): StoreBlockPart => ({ type: 'paragraph', text })
const list = (items: [string, string][]): StoreBlockPart => ({ type: 'list', items })

const BLOCKS: Record<RichTextBlock, (input: BlockInput) => StoreBlockPart[]> = {
  'shipping-costs': ({ ctx: { region } }) => [list(shippingCosts(region))],
  'contact-email': ({ store: { support } }) => [
    { type: 'link', text: support.email, url: `mailto:${support.email}` },
  ],
  'contact-phone': ({ store: { support } }) => [
    { type: 'link', text: support.phone, url: telUrl(support.phone) },
  ],
  'retention-periods': () => [list(RETENTION_PERIODS.map(({ what, howLong }) => [what, howLong]))],
  cookies: ({ ctx }) => {
    const { cookies, local, tab } = listBrowserData(ctx.settings.origin.startsWith('https:'))
    return [
      paragraph(
        'We use only cookies that the store can’t work without, so there’s nothing for you to accept.',
      ),
      browserDataList(cookies),
      paragraph('Your browser also stores the following, for our pages only, until you clear its data:'),
      browserDataList(local),
      paragraph('And these, until you close the tab:'),
      browserDataList(tab),
    ]
  },
  'data-sharing': (input) => dataSharing(input).map(paragraph),
  'demo-notice': ({ demo }) =>
    demo ? [paragraph('This store is a demo. Nothing here is sold or shipped, and no card is charged.')] : [],
}

function browserDataList(items: readonly BrowserDataItem[]): StoreBlockPart {
  return list(
    items.map(({ name, purpose, lifetime }) => [name, lifetime ? `${purpose} Lasts ${lifetime}.` : purpose]),
  )
}

function dataSharing({ ctx, settings: { privacy, checkBreachedPasswords } }: BlockInput): string[] {
  const { google, mail, breachedPasswordsUrl } = ctx.settings
  const counts = countedData(privacy)
  const lookupHosts = privacy.lookUpCountry ? ctx.geolocation.hosts : []
  const paragraphs = [
    `Our pages load nothing from third parties: no fonts, no analytics, no ads. Your browser connects only to us until you choose to pay by card${google ? ' or to sign in with Google' : ''}.`,
    counts && `We count ${counts}, day by day. These are totals: they can’t tell one visitor from another.`,
    privacy.countVisits &&
      'A visit’s campaign or website is read from the address of its first page and from the link that led there, unless your browser sends Global Privacy Control or Do Not Track.',
    'With an order, we store which of our campaigns or which website your visit came from, if your browser tells us. It’s read from the page’s address when you check out, without cookies, and never connects one visit with another. If your browser sends Global Privacy Control or Do Not Track, we don’t read it.',
    checkBreachedPasswords &&
      `When you choose a password, our server asks ${new URL(breachedPasswordsUrl).host} whether it’s known from a data breach. It sends 5 characters of a hash, never the password.`,
    lookupHosts.length > 0 &&
      `To show prices in your currency, our server may ask ${lookupHosts.join(' or ')} which country your IP address belongs to. It sends only the address, and no more than once an hour for each network. If you choose a region yourself, or your browser sends Global Privacy Control or Do Not Track, we don’t ask at all.`,
    `You pay by card on the pages of ${paymentProvider(ctx)}. The provider receives the amount, the items you’re buying, and your email address. The carrier receives what it needs to deliver your order.`,
    mail === 'smtp' &&
      'Our email provider delivers our emails, and so receives your email address and their text.',
    google &&
      'If you sign in with Google, Google learns that you use this store, and we receive your name and email address.',
    'The consultant on the home page uses your camera only while it’s open, and only to show you your own image. No picture leaves your device.',
  ]
  return paragraphs.filter((text): text is string => Boolean(text))
}

function countedData({ countVisits, recordSearches }: StoreSettings['privacy']): string {
  const counted = [
    ...(countVisits ? ['how often pages are viewed', 'which campaigns and websites visits come from'] : []),
    ...(recordSearches ? ['what is searched for'] : []),
  ]
  return new Intl.ListFormat('en').format(counted)
}
