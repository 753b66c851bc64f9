import type { Context } from '../context.ts'
import type { Role } from './account.ts'

export type Profile = {
  id: string
  email: string
  fullName: string | null
  phone: string | null
  dateOfBirth: string | null
  role: Role
  createdAt: Date
  updatedAt: Date
}

export async function listProfiles(
  _ctx: Context,
  _page: { limit: number; cursor?: string },
): Promise<{ profiles: Profile[]; nextCursor: string | null }> {
  throw new Error('Not built yet')
}

/** Never the last administrator, never the designated one; both refusals say why. */
export async function changeRole(_ctx: Context, _wanted: { id: string; role: Role }): Promise<Profile> {
  throw new Error('Not built yet')
}
