import { OpenAPIHono } from '@hono/zod-openapi'
import type { Cookies } from '#core/accounts/keepsakes.ts'
import type { Context } from '#core/context.ts'
import { answerError, refuseInput } from './errors.ts'

/** What the shell hands each call: the shop's world, and a way to say what the answer depends on. */
export type Door = {
  Variables: { ctx: Context; browser: Cookies; showsOnly: (products: string[]) => void; keep: () => void }
}

export function newDoor(): OpenAPIHono<Door> {
  const door = new OpenAPIHono<Door>({
    defaultHook: (result, c) => (result.success ? undefined : refuseInput(c, result.error)),
  })
  door.onError(answerError)
  return door
}
