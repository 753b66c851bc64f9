import { TooManyRequests } from '#core/errors.ts'

export const KEY_LIMIT = { max: 600, seconds: 60 }

type Period = { requests: number; endsAt: number }

/** Limits what one API key may ask of this process. Returns the headers that tell the client how much is left. */
export function createKeyBudget({ max, seconds } = KEY_LIMIT) {
  const periods = new Map<string, Period>()

  return (keyId: string, now = Date.now()): Record<string, string> => {
    const current = periods.get(keyId)
    const period = current && current.endsAt > now ? current : { requests: 0, endsAt: now + seconds * 1000 }
    period.requests++
    periods.set(keyId, period)
    const remainingSeconds = Math.ceil((period.endsAt - now) / 1000)
    return {
      'ratelimit-limit': String(max),
      'ratelimit-remaining': String(Math.max(0, max - period.requests)),
      'ratelimit-reset': String(remainingSeconds),
      ...(period.requests > max && { 'retry-after': String(remainingSeconds) }),
    }
  }
}

export function refuseOverLimit(headers: Record<string, string>): void {
  const retryAfter = Number(headers['retry-after'])
  if (retryAfter)
    throw new TooManyRequests(
      `This API key sent more than ${KEY_LIMIT.max} requests in a minute.`,
      retryAfter,
    )
}
