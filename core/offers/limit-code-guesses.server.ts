import { requestSource } from '../accounts/sign-in/known-browser.server.ts'
import { assertBelowLimit, consumeAttempt, isWithinLimit } from '../accounts/sign-in/rate-limit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { UNKNOWN_CODE } from './redeem-offer.server.ts'

// Browser extensions try a few dozen codes per cart.
const LIMIT = { max: 100, minutes: 15 }

/** Counts different wrong codes: a shopper may send the same expired one with each change of the cart. */
export async function limitCodeGuesses<Result>(
  ctx: Context,
  code: string,
  findOffer: () => Promise<Result>,
): Promise<Result> {
  if (!ctx.settings.limits) return findOffer()
  const subject = `wrong offer codes from ${await requestSource(ctx)}`
  await assertBelowLimit(ctx.db, subject, LIMIT)
  try {
    return await findOffer()
  } catch (error) {
    const isWrong = error instanceof Refusal && error.message === UNKNOWN_CODE
    if (isWrong && (await isWithinLimit(ctx.db, `${subject}: ${code}`, { ...LIMIT, max: 1 })))
      await consumeAttempt(ctx.db, subject, LIMIT)
    throw error
  }
}
