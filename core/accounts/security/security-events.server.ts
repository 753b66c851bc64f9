import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Settings, Visitor } from '#core/settings/settings.ts'
import { sign } from '#core/signature.ts'
import { ipNetwork } from '../sign-in/ip-network.ts'

export type SecurityAction =
  | 'sign-in'
  | 'sign-in-code'
  | 'sign-out'
  | 'password-check'
  | 'password-change'
  | 'password-reset'
  | 'email-change'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'role-change'
  | 'session-theft'
  | 'request'

type SecurityEvent = {
  action: SecurityAction
  method?: 'password' | 'google' | 'passkey'
  /** The ID of the account that the event is about, if it is known. */
  account?: string | undefined
  outcome?: 'succeeded' | 'refused' | 'locked' | 'code-required'
  reason?: string
}

type EventContext = Pick<Context, 'log' | 'requestId'> & {
  visitor: Pick<Visitor, 'ipAddress'>
  settings: Pick<Settings, 'secret'>
}

/** Without personal data: the network is hashed, so that events from one network can be found but not the network. */
export function logSecurityEvent(
  ctx: EventContext,
  { outcome = 'succeeded', ...event }: SecurityEvent,
): void {
  const network = sign(`network ${ipNetwork(ctx.visitor.ipAddress)}`, ctx.settings.secret).slice(0, 16)
  const level = outcome === 'succeeded' || outcome === 'code-required' ? 'info' : 'warn'
  ctx.log[level]('security', { ...event, outcome, network, requestId: ctx.requestId })
}

/** Logs one event, whatever the outcome. The work adds what it learns, such as the account. */
export async function withSecurityEvent<Result>(
  ctx: EventContext,
  event: SecurityEvent,
  work: (event: SecurityEvent) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(event)
    logSecurityEvent(ctx, event)
    return result
  } catch (error) {
    if (error instanceof Refusal)
      logSecurityEvent(ctx, {
        ...event,
        outcome: error.code === 'too_often' ? 'locked' : 'refused',
        reason: error.code,
      })
    throw error
  }
}
