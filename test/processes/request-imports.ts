/** The imports of a running demo store, as its administrator sees them through the API. */
export async function requestImports(url: string) {
  const credentials = { email: 'admin@eternalbeauty.example', password: 'beauty-admin' }
  const signedIn = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', ...credentials }),
  })
  const { access_token } = await signedIn.json()
  return async (method: string, path: string, body?: FormData) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const response = await fetch(`${url}/api/v1/admin/products/imports${path}`, { method, headers, body })
    return response.json()
  }
}
