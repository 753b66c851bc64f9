import type { IncomingMessage } from 'node:http'
import type { ApiEnv } from '#api/router.ts'
import type { RequestInfo } from './request-info.ts'

export type AppEnv = ApiEnv & {
  Bindings: { requestInfo: RequestInfo; incoming: IncomingMessage }
}
