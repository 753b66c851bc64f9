/** The query parameters that name a campaign. */
export const CAMPAIGN_PARAMS = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const

/** As a browser reports it, so nothing in it can be trusted. */
export type ReportedLanding = { landing: string; referrer: string }

const CAMPAIGN_PAIRS = CAMPAIGN_PARAMS.map((name) => new RegExp(`(?:^|[?&])(${name}=[^&]+)`))

/** Only the campaign of a URL's query. Parsing the rest of a long query would take longer than a cached page. */
export function campaignQuery(query: string): string {
  return CAMPAIGN_PAIRS.flatMap((pair) => pair.exec(query)?.[1] ?? []).join('&')
}

export const hostOf = (url: string) => URL.parse(url)?.hostname ?? ''
