import type { Profile } from '../accounts/roles.server.ts'
import type { Context } from '../context.ts'
import type { ProfileChange } from './profile.ts'

export async function readProfile(_ctx: Context): Promise<Profile> {
  throw new Error('Not built yet')
}

export async function updateProfile(_ctx: Context, _change: ProfileChange): Promise<Profile> {
  throw new Error('Not built yet')
}
