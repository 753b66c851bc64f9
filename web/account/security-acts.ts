import { data, href, redirect } from 'react-router'
import { Email } from '#core/accounts/account.ts'
import { changeEmail } from '#core/accounts/email.server.ts'
import { addPasskey, removePasskey } from '#core/accounts/passkeys.server.ts'
import { changePassword, verifyCurrentPassword } from '#core/accounts/password.server.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  startSecondFactor,
} from '#core/accounts/second-factor.server.ts'
import { endOtherSessions, endSession } from '#core/accounts/sessions.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { deleteMyAccount } from '#core/privacy/leave.server.ts'
import { requestCookies } from '../visit.ts'
import { notice } from './kept.ts'
import type { NoticeName } from './notices.ts'
import { typedIn } from './outcome.ts'
import { parseAnswer } from './passkey-answer.ts'
import { drawQr } from './qr.server.ts'
import { refuse, type Visiting } from './sign-in-acts.ts'

/** What the forms of Sign-in and security do, each under the name that its form sends. */
export const SECURITY_ACTS = {
  'change-password': async (ctx: Context, form: FormData, context: Visiting) => {
    const current = said(form, 'password_now')
    const missing = lacking(form, 'password_now', 'password')
    if (missing) return missing
    const refusal = await verifyCurrentPassword(ctx, current).catch(refusedPassword)
    if (refusal) return wrong(form, { password_now: refusal })
    await changePassword(ctx, { current, password: said(form, 'password') })
    return done(context, 'password-changed')
  },
  'change-email': async (ctx: Context, form: FormData, context: Visiting) => {
    const missing = lacking(form, 'email', 'password')
    if (missing) return missing
    const email = Email.safeParse(said(form, 'email'))
    if (!email.success) return wrong(form, { email: email.error.issues[0]?.message ?? '' })
    await changeEmail(ctx, { email: email.data, password: said(form, 'password') })
    return done(context, 'email-change-sent')
  },
  'end-session': async (ctx: Context, form: FormData, context: Visiting) => {
    await endSession(ctx, said(form, 'id'))
    return done(context, 'session-ended')
  },
  'end-others': async (ctx: Context, _form: FormData, context: Visiting) => {
    await endOtherSessions(ctx)
    return done(context, 'others-ended')
  },
  'begin-second-factor': async (ctx: Context, form: FormData) => {
    const missing = lacking(form, 'password')
    if (missing) return missing
    return shown(await startSecondFactor(ctx, { password: said(form, 'password') }), form)
  },
  'prove-second-factor': async (ctx: Context, form: FormData, context: Visiting) => {
    const missing = lacking(form, 'code')
    if (missing) return missing
    requestCookies(context).setSession(await confirmSecondFactor(ctx, { code: said(form, 'code') }))
    return done(context, 'second-factor-on')
  },
  'end-second-factor': async (ctx: Context, form: FormData, context: Visiting) => {
    const missing = lacking(form, 'password')
    if (missing) return missing
    requestCookies(context).setSession(await disableSecondFactor(ctx, { password: said(form, 'password') }))
    return done(context, 'second-factor-off')
  },
  'add-passkey': async (ctx: Context, form: FormData, context: Visiting) => {
    const cookies = requestCookies(context)
    const challenge = cookies.get('passkey') ?? ''
    cookies.delete('passkey')
    await addPasskey(ctx, { answer: parseAnswer(form), challenge, name: passkeyName(ctx) })
    return done(context, 'passkey-added')
  },
  'remove-passkey': async (ctx: Context, form: FormData, context: Visiting) => {
    await removePasskey(ctx, said(form, 'id'))
    return done(context, 'passkey-removed')
  },
  'delete-account': async (ctx: Context, form: FormData, context: Visiting) => {
    await deleteMyAccount(ctx, { password: said(form, 'password') || null })
    requestCookies(context).clearSession()
    notice(context, 'account-deleted')
    return redirect('/')
  },
}

const NEEDED: Record<string, string> = {
  password: 'Please enter your password.',
  password_now: 'Please enter your password.',
  email: 'Please enter your email address.',
  code: 'Please enter the code.',
}

/** Of two passwords in one form, the one that is meant must be told apart. */
function refusedPassword(error: unknown): string {
  if (error instanceof Refusal && error.fields?.password) return error.message
  throw error
}

function said(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}

function lacking(form: FormData, ...names: string[]) {
  const missing = names.filter((name) => !said(form, name).trim()).map((name) => [name, NEEDED[name] ?? ''])
  return missing.length ? wrong(form, Object.fromEntries(missing)) : undefined
}

function wrong(form: FormData, fields: Record<string, string>) {
  return refuse({ fields, values: typedIn(form), status: 400 })
}

function done(context: Visiting, name: NoticeName): Response {
  notice(context, name)
  return redirect(href('/profile/security'))
}

function shown({ totpUri, recoveryCodes }: { totpUri: string; recoveryCodes: string[] }, form: FormData) {
  const key = new URL(totpUri).searchParams.get('secret')
  if (!key) throw new Refusal('unavailable', 'No key could be made. Try again.')
  const secret = { ...drawQr(totpUri), key, uri: totpUri, recoveryCodes }
  return data({ secret, values: typedIn(form), fields: undefined, notice: undefined, status: 200 })
}

function passkeyName(ctx: Context): string {
  return `Passkey of ${ctx.now.toISOString().slice(0, 10)}`
}
