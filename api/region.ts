import { z } from '@hono/zod-openapi'
import { detectRegion } from '#core/regions/geolocation.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
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
  summary: 'Detect the region of the caller’s IP address',
  responses: {
    200: jsonResponse(RegionResponse, 'The detected region'),
    ...errorResponses(403),
  },
})

export const region = createRouter().openapi(read, async (c) => {
  const { region, source } = await detectRegion(c.get('ctx'))
  c.header('cache-control', 'private, no-store')
  return c.json({ country_code: region, source }, 200)
})
