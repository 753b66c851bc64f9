import type { Context } from '../context.ts'

/** What the set-up came to; the screen has the toast for each. */
export type Claim = 'ready' | 'created' | 'user-exists' | 'account-exists'

/** /setup and the create mode of /admin/login. `link` is the one-time link's token; the demo needs none. */
export async function claimAdmin(
  _ctx: Context,
  _wanted: { email: string; password: string; link: string | null },
): Promise<Claim> {
  throw new Error('Not built yet')
}

export async function hasAdmin(_ctx: Context): Promise<boolean> {
  throw new Error('Not built yet')
}
