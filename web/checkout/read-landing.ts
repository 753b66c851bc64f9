import { campaignQuery, hostOf, type ReportedLanding } from '#core/orders/sources/landing.ts'

/**
 * Where this visit began, from the tab's own history, so that nothing is stored in the browser. The last page with
 * campaign parameters counts. Browsers that ask not to be tracked report nothing.
 */
export function readLanding(): ReportedLanding {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (globalPrivacyControl || doNotTrack === '1') return { landing: '', referrer: '' }
  return { landing: findCampaign(), referrer: hostOf(document.referrer) }
}

function findCampaign(): string {
  const campaigns = visitedUrls().map((url) => campaignQuery(URL.parse(url)?.search ?? ''))
  return campaigns.findLast((campaign) => campaign !== '') ?? ''
}

/** Older browsers know only the page that loaded this document, and the one before it. */
function visitedUrls(): string[] {
  const entries = window.navigation?.entries().map(({ url }) => url ?? '')
  const [loaded] = performance.getEntriesByType('navigation')
  const previous = hostOf(document.referrer) === location.hostname ? document.referrer : ''
  return entries ?? [previous, loaded?.name ?? '']
}
