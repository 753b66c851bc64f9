import { StartupError } from '#db/startup-error.ts'
import { readConfig } from '#server/config.ts'

export type Env = Record<string, string>

export const LIVE_DATABASE_URL = 'postgres://eb:s3cret-pass@db.example:5432/eb'
/** The required settings outside the demo. */
export const LIVE_ENV: Env = {
  DATABASE_URL: LIVE_DATABASE_URL,
  ADMIN_EMAIL: 'owner@shop.example',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtps://user:s3cret-pass@mail.example',
  AUTH_SECRET: 'b7Qf2kz9Xw4mT8sLr1vYc6nHd3pJg5aE',
}

export function configError(env: Env): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}
