import { z } from '@hono/zod-openapi'
import { type ApiSession, Email, SignIn, SignUp, type User } from '#core/accounts/account.ts'
import { requestPasswordReset } from '#core/accounts/passwords/password.server.ts'
import { finishApiSignIn } from '#core/accounts/security/sign-in-code.server.ts'
import { refreshApiSession, signOut } from '#core/accounts/sessions/sessions.server.ts'
import { signInApi } from '#core/accounts/sign-in/sign-in.server.ts'
import { resendConfirmation, signUp } from '#core/accounts/sign-in/sign-up.server.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse, NO_CONTENT } from './responses.ts'
import { createRouter } from './router.ts'

const UserResponse = z
  .object({
    id: z.string(),
    email: z.string(),
    full_name: z.string().nullable(),
    role: z.enum(['user', 'admin']),
  })
  .openapi('User')

const SessionResponse = z
  .object({
    user: UserResponse,
    access_token: z.string().describe('Send as `Authorization: Bearer <token>`. Valid for one hour.'),
    refresh_token: z.string().describe('Valid for 30 days. Can be used once.'),
    expires_at: z.iso.datetime(),
    token_type: z.literal('bearer'),
  })
  .openapi('Session')

const SignUpOptions = z.object({
  emailRedirectTo: z.string().optional().describe('Ignored. The link in the email opens the store.'),
  data: z.object({ full_name: z.string().trim().max(200).optional() }).optional(),
})

// Known and unknown addresses get the same response, so that no one can find out who has an account.
const CHECK_EMAIL = { message: 'Please check your email to verify your account.' }
const RESET_SENT = { message: 'Please check your email for password reset instructions.' }
const MessageResponse = z.object({ message: z.string() })
const SignUpResponse = MessageResponse.extend({
  user: z.object({ id: z.string(), email: z.string(), email_confirmed_at: z.null() }),
})

const signup = defineRoute('Accounts', 'post', '/auth/signup', {
  operationId: 'signUp',
  access: 'public',
  summary: 'Create an account and send a confirmation email',
  request: jsonBody(
    z.object({ email: Email, password: SignUp.shape.password, options: SignUpOptions.optional() }),
  ),
  responses: {
    200: jsonResponse(SignUpResponse, 'The response is the same for new and existing email addresses'),
    ...errorResponses(400, 429),
  },
})

const resend = defineRoute('Accounts', 'post', '/auth/resend', {
  operationId: 'resendConfirmation',
  access: 'public',
  summary: 'Resend the confirmation email',
  request: jsonBody(z.object({ email: Email })),
  responses: {
    200: jsonResponse(MessageResponse, 'The response is the same for every email address'),
    ...errorResponses(400, 429),
  },
})

const recover = defineRoute('Accounts', 'post', '/auth/recover', {
  operationId: 'requestPasswordReset',
  access: 'public',
  summary: 'Send a password reset email',
  request: jsonBody(z.object({ email: Email, redirectTo: z.string().optional().describe('Ignored') })),
  responses: {
    200: jsonResponse(MessageResponse, 'The response is the same for every email address'),
    ...errorResponses(400, 429),
  },
})

const TokenGrant = z.discriminatedUnion('grant_type', [
  SignIn.extend({
    grant_type: z.literal('password'),
    code: z
      .string()
      .max(20)
      .optional()
      .describe(
        'A code from the authenticator app or a recovery code. Required if the account uses two-factor authentication.',
      ),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1).max(200) }),
])

const token = defineRoute('Accounts', 'post', '/auth/token', {
  access: 'public',
  summary: 'Create a session from a password or a refresh token',
  request: jsonBody(TokenGrant),
  responses: { 200: jsonResponse(SessionResponse, 'The session'), ...errorResponses(400, 401, 403, 429) },
})

const signout = defineRoute('Accounts', 'post', '/auth/signout', {
  operationId: 'signOut',
  access: 'public',
  summary: 'Sign out and end the current session',
  responses: { ...NO_CONTENT, ...errorResponses(403) },
})

const user = defineRoute('Accounts', 'get', '/auth/user', {
  access: 'customer',
  summary: 'Retrieve the signed-in user and when the session expires',
  responses: { 200: jsonResponse(UserResponse.extend({ expires_at: z.iso.datetime() }), 'The user') },
})

export const auth = createRouter()
  .openapi(signup, async (c) => {
    const { email, password, options } = c.req.valid('json')
    const registration = { email, password, full_name: options?.data?.full_name }
    const { id, browserKey } = await signUp(c.get('ctx'), registration)
    c.get('cookies').set('sign-up', browserKey)
    return c.json({ ...CHECK_EMAIL, user: { id, email, email_confirmed_at: null } }, 200)
  })
  .openapi(resend, async (c) => {
    await resendConfirmation(c.get('ctx'), c.req.valid('json').email)
    return c.json(CHECK_EMAIL, 200)
  })
  .openapi(recover, async (c) => {
    await requestPasswordReset(c.get('ctx'), c.req.valid('json').email)
    return c.json(RESET_SENT, 200)
  })
  .openapi(token, async (c) => {
    const ctx = c.get('ctx')
    const grant = c.req.valid('json')
    c.header('cache-control', 'no-store')
    if (grant.grant_type === 'refresh_token') {
      return c.json(toSessionResponse(await refreshApiSession(ctx, grant.refresh_token)), 200)
    }
    const signInResult = await signInApi(ctx, grant)
    if (signInResult.outcome === 'signed-in') return c.json(toSessionResponse(signInResult.session), 200)
    const { challenge } = signInResult
    if (!grant.code) throw new Refusal('unauthenticated', CODE_REQUIRED, { code: CODE_REQUIRED })
    return c.json(toSessionResponse(await finishApiSignIn(ctx, { challenge, code: grant.code })), 200)
  })
  .openapi(signout, async (c) => {
    await signOut(c.get('ctx'))
    c.get('cookies').clearSession()
    return c.body(null, 204)
  })
  .openapi(user, async (c) => {
    const { expiresAt, ...actor } = requireSignedIn(c.get('ctx').actor)
    return c.json({ ...toUserResponse(actor), expires_at: expiresAt.toISOString() }, 200)
  })

const CODE_REQUIRED = 'This account uses two-factor authentication. Send `code` with your request.'

function toUserResponse({
  id,
  email,
  fullName,
  role,
}: Omit<User, 'staffRole'>): z.infer<typeof UserResponse> {
  return { id, email, full_name: fullName, role }
}

function toSessionResponse({
  user,
  accessToken,
  refreshToken,
  expiresAt,
}: ApiSession): z.infer<typeof SessionResponse> {
  return {
    user: toUserResponse(user),
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_at: expiresAt.toISOString(),
    token_type: 'bearer',
  }
}
