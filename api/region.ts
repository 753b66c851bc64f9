import { z } from '@hono/zod-openapi'
import { optsOutOfTracking } from '#core/privacy/tracking-opt-out.ts'
import { defaultDetection, detectRegion } from '#core/regions/geolocation.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { defineRoute, errorResponses, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const RegionResponse = z
  .object({
    country_code: z.enum(REGION_CODES),
    source: z
      .enum(['lookup', 'fallback', 'default'])
      .describe(
        'How the region was detected: by the primary service, by the fallback service, or not at all (default region)',
      ),
  })
  .openapi('Region', { example: { country_code: 'IN', source: 'lookup' } })

const read = defineRoute('Regions', 'get', '/region', {
  access: 'public',
  summary: 'Detect the region of the caller’s IP address',
  description:
    'A caller that sends `Sec-GPC: 1` or `DNT: 1` gets the default region, without a lookup; so does everyone if the store’s settings turn lookups off.',
  responses: { 200: jsonResponse(RegionResponse, 'The detected region'), ...errorResponses(403) },
})

export const region = createRouter().openapi(read, async (c) => {
  // The address goes to no other company.
  const optedOut = optsOutOfTracking(c.req.header())
  const { privacy } = await readStoreSettings(c.get('ctx').db)
  const { region, source } =
    optedOut || !privacy.lookUpCountry ? defaultDetection : await detectRegion(c.get('ctx'))
  c.header('cache-control', 'private, no-store')
  return c.json({ country_code: region, source }, 200)
})
