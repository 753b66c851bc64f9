import { z } from 'zod'
import { CAMPAIGN_PARAMS, type ReportedLanding } from './landing.ts'

/** Where the visit that led to an order came from: its campaign parameters, and the site that linked to it. */
export const OrderSource = z.strictObject({
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  ref: z.string().nullable(),
  /** A host name only. */
  referrer: z.string().nullable(),
})
export type OrderSource = z.infer<typeof OrderSource>

const MAX_LANDING_LENGTH = 2000

export function readOrderSource({ landing, referrer }: ReportedLanding, ownHost: string): OrderSource | null {
  const params = new URLSearchParams(landing.slice(0, MAX_LANDING_LENGTH))
  const [source = null, medium = null, campaign = null, ref = null] = CAMPAIGN_PARAMS.map((name) =>
    normalizeCampaign(params.get(name)),
  )
  const orderSource = { source, medium, campaign, ref, referrer: readReferrer(referrer, ownHost) }
  return Object.values(orderSource).some((value) => value !== null) ? orderSource : null
}

const CAMPAIGN = /^[\p{L}\p{M}\p{N} ._~+/|:&!()-]{1,100}$/u
const PHONE_NUMBER = /^\+?[\d ()-]{7,}$/

/** Drops markup, and what may identify a person: email addresses and phone numbers. */
function normalizeCampaign(value: string | null): string | null {
  if (!value) return null
  const text = value.normalize('NFC').toWellFormed().toLowerCase().replace(/\s+/g, ' ').trim()
  return CAMPAIGN.test(text) && !PHONE_NUMBER.test(text) ? text : null
}

const HOST = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/
// Shoppers come back from these in the middle of a visit.
const VISITED_MEANWHILE = ['checkout.stripe.com', 'accounts.google.com']

function readReferrer(host: string, ownHost: string): string | null {
  if (!host) return null
  const name = host.toLowerCase().replace(/^www\./, '')
  const isOutside = name !== ownHost.toLowerCase().replace(/^www\./, '') && !VISITED_MEANWHILE.includes(name)
  return HOST.test(name) && isOutside ? name : null
}
