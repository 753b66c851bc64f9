import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

test('a browser has one session cookie, which no script can read, and no response contains it', async ({
  ctx,
  guest,
}) => {
  const { email } = await buildAccount(ctx.db)
  const response = await guest.request('POST', '/login', { form: { email, password: PASSWORD } })
  const cookies = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('eb_session='))
  expect(cookies).toEqual([expect.stringMatching(/; HttpOnly.*; SameSite=Lax/)])
  const token = /^eb_session=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? ''
  expect(token.length).toBeGreaterThan(20)
  for (const path of ['/', '/profile', '/profile.data', '/api/v1/auth/user', '/api/v1/profile']) {
    const body = await guest.get(path)
    expect([path, body.status]).toEqual([path, 200])
    expect(await body.text()).not.toContain(token)
  }
})
