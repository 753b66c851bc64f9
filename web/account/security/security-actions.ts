import { data, href, redirect } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { changeEmail } from '#core/accounts/change-email.server.ts'
import { changePassword, verifyCurrentPassword } from '#core/accounts/passwords/password.server.ts'
import { addPasskey, removePasskey } from '#core/accounts/security/passkeys.server.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  startSecondFactor,
} from '#core/accounts/security/second-factor.server.ts'
import { endOtherSessions, endSession } from '#core/accounts/sessions/sessions.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { deleteMyAccount } from '#core/privacy/delete-account.server.ts'
import { setFlash } from '#web/forms/flash.ts'
import { typedValues } from '#web/forms/form-result.ts'
import type { NoticeName } from '#web/forms/notices.ts'
import { replyWith } from '#web/forms/with-form-errors.ts'
import { type RouterContext, requestCookies } from '#web/request-context.ts'
import { parsePasskeyResponse } from '../passkey-response.ts'
import { drawQrCode } from './qr-code.server.ts'

/** Keyed by the value of the form's `act` field. */
export const SECURITY_ACTIONS = {
  'change-password': async (ctx: Context, form: FormData, context: RouterContext) => {
    const current = fieldValue(form, 'password_now')
    const missingFieldsResult = requireFields(form, 'password_now', 'password')
    if (missingFieldsResult) return missingFieldsResult
    const passwordError = await verifyCurrentPassword(ctx, current).catch(currentPasswordError)
    if (passwordError) return fieldErrorResult(form, { password_now: passwordError })
    await changePassword(ctx, { current, password: fieldValue(form, 'password') })
    return redirectWithFlash(context, 'password-changed')
  },
  'change-email': async (ctx: Context, form: FormData, context: RouterContext) => {
    const missingFieldsResult = requireFields(form, 'email', 'password')
    if (missingFieldsResult) return missingFieldsResult
    const email = Email.safeParse(fieldValue(form, 'email'))
    if (!email.success) return fieldErrorResult(form, { email: email.error.issues[0]?.message ?? '' })
    await changeEmail(ctx, { email: email.data, password: fieldValue(form, 'password') })
    return redirectWithFlash(context, 'email-change-sent')
  },
  'end-session': async (ctx: Context, form: FormData, context: RouterContext) => {
    await endSession(ctx, fieldValue(form, 'id'))
    return redirectWithFlash(context, 'session-ended')
  },
  'end-others': async (ctx: Context, _form: FormData, context: RouterContext) => {
    await endOtherSessions(ctx)
    return redirectWithFlash(context, 'other-sessions-ended')
  },
  'begin-second-factor': async (ctx: Context, form: FormData) => {
    const missingFieldsResult = requireFields(form, 'password')
    if (missingFieldsResult) return missingFieldsResult
    return secretResult(await startSecondFactor(ctx, { password: fieldValue(form, 'password') }), form)
  },
  'prove-second-factor': async (ctx: Context, form: FormData, context: RouterContext) => {
    const missingFieldsResult = requireFields(form, 'code')
    if (missingFieldsResult) return missingFieldsResult
    requestCookies(context).setSession(await confirmSecondFactor(ctx, { code: fieldValue(form, 'code') }))
    return redirectWithFlash(context, 'second-factor-on')
  },
  'end-second-factor': async (ctx: Context, form: FormData, context: RouterContext) => {
    const missingFieldsResult = requireFields(form, 'password')
    if (missingFieldsResult) return missingFieldsResult
    requestCookies(context).setSession(
      await disableSecondFactor(ctx, { password: fieldValue(form, 'password') }),
    )
    return redirectWithFlash(context, 'second-factor-off')
  },
  'add-passkey': async (ctx: Context, form: FormData, context: RouterContext) => {
    const cookies = requestCookies(context)
    const challenge = cookies.get('passkey') ?? ''
    cookies.delete('passkey')
    await addPasskey(ctx, { response: parsePasskeyResponse(form), challenge, name: passkeyName(ctx) })
    return redirectWithFlash(context, 'passkey-added')
  },
  'remove-passkey': async (ctx: Context, form: FormData, context: RouterContext) => {
    await removePasskey(ctx, fieldValue(form, 'id'))
    return redirectWithFlash(context, 'passkey-removed')
  },
  'delete-account': async (ctx: Context, form: FormData, context: RouterContext) => {
    await deleteMyAccount(ctx, { password: fieldValue(form, 'password') || null })
    requestCookies(context).clearSession()
    setFlash(context, 'account-deleted')
    return redirect('/')
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

function fieldValue(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}

function requireFields(form: FormData, ...names: string[]) {
  const missing = names
    .filter((name) => !fieldValue(form, name).trim())
    .map((name) => [name, REQUIRED_MESSAGES[name] ?? ''])
  return missing.length ? fieldErrorResult(form, Object.fromEntries(missing)) : undefined
}

function fieldErrorResult(form: FormData, fields: Record<string, string>) {
  return replyWith({ fields, values: typedValues(form), status: 400 })
}

function redirectWithFlash(context: RouterContext, name: NoticeName): Response {
  setFlash(context, name)
  return redirect(href('/profile/security'))
}

function secretResult(
  { totpUri, recoveryCodes }: { totpUri: string; recoveryCodes: string[] },
  form: FormData,
) {
  const key = new URL(totpUri).searchParams.get('secret')
  if (!key) throw new Refusal('unavailable', 'We couldn’t create a key. Please try again.')
  const secret = { ...drawQrCode(totpUri), key, uri: totpUri, recoveryCodes }
  return data({ secret, values: typedValues(form), fields: undefined, notice: undefined, status: 200 })
}

function passkeyName(ctx: Context): string {
  return `Passkey from ${ctx.now.toISOString().slice(0, 10)}`
}
