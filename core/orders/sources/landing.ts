/** The query parameters that a page for shoppers reports. */
export const CAMPAIGN_PARAMS = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const

/** As a browser reports it, so nothing in it can be trusted. */
export type ReportedLanding = { landing: string; referrer: string }
