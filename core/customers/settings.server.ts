import type { Context } from '../context.ts'
import type { Settings } from './profile.ts'

export async function readSettings(_ctx: Context): Promise<Settings> {
  throw new Error('Not built yet')
}

export async function saveSettings(_ctx: Context, _settings: Settings): Promise<Settings> {
  throw new Error('Not built yet')
}
