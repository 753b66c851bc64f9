const GRACE = { grant_type: 'password', email: 'grace@eternalbeauty.example', password: 'beauty-grace' }

/** So many people sign in at once; the seconds until the last of them is in. */
export async function signInConcurrently(url: string, people: number): Promise<number> {
  const began = performance.now()
  const responses = Array.from({ length: people }, () =>
    fetch(`${url}/api/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(GRACE),
    }),
  )
  for (const { status } of await Promise.all(responses)) {
    if (status !== 200) throw new Error(`A sign-in answered ${status}`)
  }
  return (performance.now() - began) / 1000
}

/** What a browser holds once its owner has come in by the form. */
export async function fetchSessionCookie(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams(GRACE),
    redirect: 'manual',
  })
  const cookie = headers.getSetCookie().find((line) => /session=/.test(line))
  if (!cookie) throw new Error('Signing in gave no session')
  return cookie.split(';')[0] ?? ''
}
