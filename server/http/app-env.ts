import type { IncomingMessage } from 'node:http'
import type { ApiEnv } from '#api/router.ts'
import type { SharedReads } from '#core/storefront/shared-reads.ts'
import type { RequestInfo } from './request-info.ts'

export type AppEnv = ApiEnv & {
  Bindings: { requestInfo: RequestInfo; incoming: IncomingMessage }
  /** Shares the pages that all customers see alike. */
  Variables: { shareCustomerPages?: SharedReads | undefined }
}
