import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Settings, Visitor } from '#core/settings/settings.ts'
import { ipNetwork } from '../sign-in/ip-network.ts'
import { sign } from '../signature.ts'

/** docs/operations.md describes them. */
export const SECURITY_ACTIONS = [
  'sign-in',
  'sign-in-code',
  'sign-out',
  'sessions-ended',
  'session-theft',
  'email-confirmation',
  'owner-check',
  'password-change',
  'reset-request',
  'password-reset',
  'email-change',
  'second-factor-on',
  'second-factor-off',
  'second-factor-removed',
  'second-factor-roles',
  'recovery-codes',
  'passkey-added',
  'passkey-removed',
  'google-connected',
  'role-change',
  'approval',
  'data-export',
  'account-deletion',
  'api-key-created',
  'api-key-revoked',
  'request',
] as const
export const SECURITY_METHODS = ['password', 'google', 'passkey', 'app-code', 'recovery-code'] as const
export const SECURITY_OUTCOMES = ['succeeded', 'refused', 'locked', 'code-required', 'link-required'] as const

export type SecurityEvent = {
  action: (typeof SECURITY_ACTIONS)[number]
  method?: (typeof SECURITY_METHODS)[number]
  /** The ID of the account that the event is about, if it is known. */
  account?: string | undefined
  outcome?: (typeof SECURITY_OUTCOMES)[number]
  reason?: string
}

export type EventContext = Pick<Context, 'log' | 'requestId'> & {
  visitor: Pick<Visitor, 'ipAddress'>
  settings: Pick<Settings, 'secret'>
}

/** Without personal data: the network is hashed, so that events from one network can be found but not the network. */
export function logSecurityEvent(
  ctx: EventContext,
  { outcome = 'succeeded', ...event }: SecurityEvent,
): void {
  const network = sign(`network ${ipNetwork(ctx.visitor.ipAddress)}`, ctx.settings.secret).slice(0, 16)
  const level = outcome === 'refused' || outcome === 'locked' ? 'warn' : 'info'
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
