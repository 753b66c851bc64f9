import { OAuth2Server } from 'oauth2-mock-server'
import { GOOGLE_PROBLEMS } from '#core/accounts/security/google.ts'
import { ADMIN, GRACE, signIn, siteHeader, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const google = new OAuth2Server()
/** The claims that the provider returns. */
let googleClaims: Record<string, unknown> = {}
let editRedirect = (_back: URL): void => {}
google.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, googleClaims))
google.service.on('beforeAuthorizeRedirect', ({ url }) => editRedirect(url))

/** A real OpenID provider in place of Google. */
const test = createIsolatedTest(async () => {
  await google.issuer.keys.generate('RS256')
  await google.start(0, 'localhost')
  const issuer = google.issuer.url ?? ''
  return {
    settings: { GOOGLE_CLIENT_ID: 'orchard', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer },
    allowedOrigins: [issuer],
    close: async () => (google.listening ? google.stop() : undefined),
  }
})
test.describe.configure({ mode: 'serial' })

const ada = { sub: 'google-ada', email: 'ada@orchard.example', email_verified: true, name: 'Ada Marlowe' }

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('Google signs a shopper in, and each failure has its own message', async ({ page }) => {
      test.slow()
      const continueWithGoogle = async (at = '/login') => {
        await page.goto(at)
        if (scripts) await waitForHydration(page)
        await page.getByRole('button', { name: 'Continue with Google' }).click()
      }
      const failures = [
        ['failed', { ...ada }, (back: URL) => denyConsent(back)],
        ['unverified', { ...ada, sub: 'google-new', email_verified: false }, () => {}],
        ['refused', { ...ada, nonce: 'of another sign-in' }, () => {}],
      ] as const
      for (const [problem, claims, back] of failures) {
        googleClaims = claims
        editRedirect = back
        await continueWithGoogle()
        await expect(page).toHaveURL(`/login?google=${problem}`)
        await expect(visibleMessage(page, 'Google Login Failed')).toBeVisible()
        await expect(visibleMessage(page, GOOGLE_PROBLEMS[problem])).toBeVisible()
        await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toBeVisible()
      }

      googleClaims = ada
      editRedirect = () => {}
      await continueWithGoogle('/login?next=/profile')
      await expect(page).toHaveURL(/\/profile$/)
      await expect(visibleMessage(page, 'Successfully logged in!')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(ada.email)
      await expect(page.getByLabel('Full Name')).toHaveValue('Ada Marlowe')
    })
  })
}

function denyConsent(callbackUrl: URL): void {
  callbackUrl.searchParams.delete('code')
  callbackUrl.searchParams.set('error', 'access_denied')
}

test('the Google button shows that it redirects, and resets when the shopper returns', async ({ page }) => {
  // A 204 response leaves the page in place, as while the redirect to Google is pending.
  await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeVisible()
  await page.goto('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})
