import { redirect } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { changeEmail } from '#core/accounts/change-email.server.ts'
import { changePassword, verifyCurrentPassword } from '#core/accounts/passwords/password.server.ts'
import { addPasskey, removePasskey } from '#core/accounts/security/passkeys.server.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#core/accounts/security/second-factor.server.ts'
import { endOtherSessions, endSession } from '#core/accounts/sessions/active-sessions.server.ts'
import { deviceName } from '#core/accounts/sessions/device-name.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { deleteMyAccount } from '#core/privacy/delete-account.server.ts'
import { startExport } from '#core/privacy/export-my-data.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { type FormResult, fieldText, typedValues } from '#web/forms/form-result.ts'
import type { FormHandler } from '#web/forms/handle-form.ts'
import { requestCookies } from '#web/request-context.ts'
import { parsePasskeyResponse } from '../passkey-response.ts'
import { DOWNLOAD_DIALOG_PATH } from './data-section.tsx'
import { readOwnerProof } from './owner-proof.ts'
import { drawQrCode } from './qr-code.server.ts'
import type { SecondFactorSecret } from './second-factor-section.tsx'

export type SecurityResult = FormResult & { secret?: SecondFactorSecret; recoveryCodes?: string[] }
type SecurityForm = FormHandler<{ ctx: Context }, SecurityResult>

/** Keyed by the path of each form in routes.ts. */
export const SECURITY_FORMS: Record<string, SecurityForm> = {
  password: async ({ ctx, context, form }) => {
    const current = fieldText(form, 'password_now')
    const missing = findMissingFields(form, 'password_now', 'password')
    if (missing) return missing
    const passwordError = await verifyCurrentPassword(ctx, current).catch(currentPasswordError)
    if (passwordError) return fieldErrorResult(form, { password_now: passwordError })
    const session = await changePassword(ctx, { current, password: fieldText(form, 'password') })
    requestCookies(context).setSession(session)
    return 'password-changed'
  },
  email: async ({ ctx, context, form }) => {
    const missing = findMissingFields(form, 'email')
    if (missing) return missing
    const email = Email.safeParse(fieldText(form, 'email'))
    if (!email.success) return fieldErrorResult(form, { email: email.error.issues[0]?.message ?? '' })
    await changeEmail(ctx, { email: email.data, ...readOwnerProof(context, form) })
    return 'email-change-sent'
  },
  'sessions/:id/end': async ({ ctx, context, form, params: { id = '' } }) => {
    await endSession(ctx, id, readOwnerProof(context, form))
    return 'session-ended'
  },
  'sessions/end-others': async ({ ctx, context, form }) => {
    const session = await endOtherSessions(ctx, readOwnerProof(context, form))
    requestCookies(context).setSession(session)
    return 'other-sessions-ended'
  },
  'second-factor': async ({ ctx, context, form }) =>
    secretResult(await startSecondFactor(ctx, readOwnerProof(context, form)), form),
  'second-factor/codes': async ({ ctx, context, form }) => {
    const recoveryCodes = await renewRecoveryCodes(ctx, readOwnerProof(context, form))
    return { recoveryCodes, values: typedValues(form), status: 200 }
  },
  'second-factor/confirmation': async ({ ctx, context, form }) => {
    const missing = findMissingFields(form, 'code')
    if (missing) return missing
    requestCookies(context).setSession(await confirmSecondFactor(ctx, { code: fieldText(form, 'code') }))
    return 'second-factor-on'
  },
  'second-factor/removal': async ({ ctx, context, form }) => {
    const session = await disableSecondFactor(ctx, readOwnerProof(context, form))
    requestCookies(context).setSession(session)
    return 'second-factor-off'
  },
  passkeys: async ({ ctx, context, form }) => {
    const cookies = requestCookies(context)
    const challenge = cookies.get('passkey') ?? ''
    cookies.delete('passkey')
    await addPasskey(ctx, {
      response: parsePasskeyResponse(form),
      challenge,
      name: deviceName(ctx.visitor.userAgent),
    })
    return 'passkey-added'
  },
  'passkeys/:id/removal': async ({ ctx, context, params: { id = '' }, form }) => {
    await removePasskey(ctx, id, readOwnerProof(context, form))
    return 'passkey-removed'
  },
  export: async ({ ctx, context, form }) => {
    requestCookies(context).set('export', await startExport(ctx, readOwnerProof(context, form)))
    return redirect(DOWNLOAD_DIALOG_PATH)
  },
  deletion: async ({ ctx, context, form }) => {
    await deleteMyAccount(ctx, readOwnerProof(context, form))
    requestCookies(context).clearSession()
    return redirectWithFlash(context, 'account-deleted', '/')
  },
}

const REQUIRED_MESSAGES: Record<string, string> = {
  password: 'Please enter your password.',
  password_now: 'Please enter your password.',
  email: 'Please enter your email address.',
  code: 'Please enter the code.',
}

/** The form has two password fields; this message belongs to the current one. */
function currentPasswordError(error: unknown): string {
  if (error instanceof Refusal && error.fields?.password) return error.message
  throw error
}

function findMissingFields(form: FormData, ...names: string[]): FormResult | undefined {
  const missing = names
    .filter((name) => !fieldText(form, name).trim())
    .map((name) => [name, REQUIRED_MESSAGES[name] ?? ''])
  return missing.length ? fieldErrorResult(form, Object.fromEntries(missing)) : undefined
}

function fieldErrorResult(form: FormData, fields: Record<string, string>): FormResult {
  return { fields, values: typedValues(form), status: 400 }
}

function secretResult(
  { totpUri, recoveryCodes }: { totpUri: string; recoveryCodes: string[] },
  form: FormData,
): SecurityResult {
  const key = new URL(totpUri).searchParams.get('secret')
  if (!key) throw new Refusal('unavailable', 'We couldn’t create a key. Please try again.')
  const secret = { ...drawQrCode(totpUri), key, uri: totpUri, recoveryCodes }
  return { secret, values: typedValues(form), status: 200 }
}
