import type { Context } from '../context.ts'

/** Everything the store knows of whoever asks, as one JSON document. */
export async function downloadMyData(_ctx: Context): Promise<Record<string, unknown>> {
  throw new Error('Not built yet')
}

/** Orders keep their amounts, not the person. `password` is null for an account that has none (Google). */
export async function deleteMyAccount(_ctx: Context, _given: { password: string | null }): Promise<void> {
  throw new Error('Not built yet')
}
