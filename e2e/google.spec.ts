import { OAuth2Server } from 'oauth2-mock-server'
import { GOOGLE_PROBLEMS } from '#core/accounts/google.ts'
import { ADMIN, banner, GRACE, said, signIn } from './account.ts'
import { inOwnStore } from './own-store.ts'
import { started } from './started.ts'
import { expect } from './test.ts'

const google = new OAuth2Server()
/** Whom Google says it was, and what the browser brings back. */
let person: Record<string, unknown> = {}
let brought = (_back: URL): void => {}
google.service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, person))
google.service.on('beforeAuthorizeRedirect', ({ url }) => brought(url))

/** A real OpenID provider stands where Google does. */
const test = inOwnStore(async () => {
  await google.issuer.keys.generate('RS256')
  await google.start(0, 'localhost')
  const issuer = google.issuer.url ?? ''
  return {
    settings: { GOOGLE_CLIENT_ID: 'orchard', GOOGLE_CLIENT_SECRET: 'kept', GOOGLE_ISSUER: issuer },
    friends: [issuer],
    close: async () => (google.listening ? google.stop() : undefined),
  }
})
test.describe.configure({ mode: 'serial' })

const ada = { sub: 'google-ada', email: 'ada@orchard.example', email_verified: true, name: 'Ada Marlowe' }

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('Google brings a shopper in, and what goes wrong is told in its own words', async ({ page }) => {
      test.slow()
      const goes = async (at = '/login') => {
        await page.goto(at)
        if (scripts) await started(page)
        await page.getByRole('button', { name: 'Continue with Google' }).click()
      }
      const failures = [
        ['failed', { ...ada }, (back: URL) => deny(back)],
        ['unverified', { ...ada, sub: 'google-new', email_verified: false }, () => {}],
        ['refused', { ...ada, nonce: 'of another sign-in' }, () => {}],
      ] as const
      for (const [problem, claims, back] of failures) {
        person = claims
        brought = back
        await goes()
        await expect(page).toHaveURL(`/login?google=${problem}`)
        await expect(said(page, 'Google Login Failed')).toBeVisible()
        await expect(said(page, GOOGLE_PROBLEMS[problem])).toBeVisible()
        await expect(banner(page).getByRole('link', { name: 'Login' })).toBeVisible()
      }

      person = ada
      brought = () => {}
      await goes('/login?next=/profile')
      await expect(page).toHaveURL(/\/profile$/)
      await expect(said(page, 'Successfully logged in!')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(ada.email)
      await expect(page.getByLabel('Full Name')).toHaveValue('Ada Marlowe')
    })
  })
}

function deny(back: URL): void {
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
}

test('the button says that it leads away, and whoever comes back finds it as it was', async ({ page }) => {
  // An answer without content leaves the page where it is, as while Google is on its way.
  await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login')
  await started(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeVisible()
  await page.goto('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})

test('an administrator comes in by Google, and is asked for a second step', async ({ page }) => {
  person = { sub: 'google-owner', email: ADMIN.email, email_verified: true }
  await page.goto('/login')
  await started(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(said(page, 'Successfully logged in!')).toBeVisible()
  await page.getByRole('link', { name: 'Add a second step to your sign-in' }).click()
  await expect(page).toHaveURL(/\/profile\/security#second-step$/)
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeInViewport()
})

test('when Google is away, a password still opens the door', async ({ page }) => {
  await google.stop()
  person = ada
  await signIn(page, GRACE)
  await expect(said(page, 'Successfully logged in!')).toBeVisible()
})
