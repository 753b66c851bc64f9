const GRACE = { grant_type: 'password', email: 'grace@eternalbeauty.example', password: 'beauty-grace' }

/** Returns the seconds until all concurrent sign-ins are complete. */
export async function signInConcurrently(url: string, count: number): Promise<number> {
  const startedAt = performance.now()
  const responses = Array.from({ length: count }, () =>
    fetch(`${url}/api/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(GRACE),
    }),
  )
  for (const { status } of await Promise.all(responses)) {
    if (status !== 200) throw new Error(`Sign-in returned status ${status}`)
  }
  return (performance.now() - startedAt) / 1000
}

/** Signs in through the form and returns the session cookie. */
export async function fetchSessionCookie(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams(GRACE),
    redirect: 'manual',
  })
  const cookie = headers.getSetCookie().find((line) => /session=/.test(line))
  if (!cookie) throw new Error('Sign-in did not set a session cookie')
  return cookie.split(';')[0] ?? ''
}
