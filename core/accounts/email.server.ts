import type { Context } from '../context.ts'

/** Writes to the new address; nothing changes until its owner follows the link. */
export async function changeEmail(
  _ctx: Context,
  _wanted: { email: string; password: string },
): Promise<void> {
  throw new Error('Not built yet')
}
