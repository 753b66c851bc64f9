import { createResponseCheck, type FuzzResponse } from './check-response.ts'
import { type FuzzRequest, generateRequests, plainReads } from './generate-requests.ts'
import type { Operation } from './openapi.ts'
import type { KnownValues } from './schema-values.ts'

export type Attacker = {
  role: string
  /** Signs in again after a request that may have ended the session. */
  signIn(): Promise<Record<string, string>>
  /** Personal data that this role may not see. */
  secrets: string[]
}

type FuzzOptions = {
  operations: Operation[]
  attacker: Attacker
  known: KnownValues
  /** IDs of records with the secrets. */
  records: string[]
  seed: number
  /** Requests for each operation. */
  count: number
  send(request: FuzzRequest): Promise<FuzzResponse>
}

export type FuzzReport = { requests: number; statuses: Record<number, number>; problems: string[] }

const AT_ONCE = 4

/** Sends generated requests to every operation as one role. Reports each kind of problem of an operation once. */
export async function fuzzApi({
  operations,
  attacker,
  known,
  records,
  seed,
  count,
  send,
}: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, problems: [] }
  for (const operation of operations) {
    let headers = await attacker.signIn()
    const check = createResponseCheck(operation, attacker.secrets)
    const firstRequests = new Map<string, string>()
    const generated = generateRequests(operation, known, { seed, count })
    const queue = [...plainReads(operation, records), ...generated].values()
    const work = async () => {
      for (const request of queue) {
        const response = await send({ ...request, headers: { ...headers, ...request.headers } })
        report.requests += 1
        report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1
        for (const problem of check(response, request.path + String(request.body))) {
          if (!firstRequests.has(problem)) firstRequests.set(problem, describeRequest(request))
        }
        if (operation.name.endsWith('/signout')) headers = await attacker.signIn()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    for (const [problem, request] of firstRequests) {
      report.problems.push(`${operation.name} as ${attacker.role}: ${problem}\n    ${request}`)
    }
  }
  return report
}

function describeRequest({ path, headers, body }: FuzzRequest): string {
  return `${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${String(body ?? '').slice(0, 400)}`
}
