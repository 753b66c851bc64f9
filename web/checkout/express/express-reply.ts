import { z } from 'zod'
import { PriceChanged } from '#core/checkout/purchase.ts'
import { HTTP_STATUS, Refusal, type RefusalCode } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { SETUP_FAILED } from '#core/payments/setup-failed.ts'
import { type RouterContext, recordError, shopContext } from '../../request-context.ts'

/** The reason is one of those that a wallet’s sheet has words of its own for. */
export type ExpressProblem = {
  problem: string
  reason: 'fail' | 'invalid_shipping_address' | 'address_unserviceable'
}

export async function replyOrRefuse(context: RouterContext, run: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await run())
  } catch (error) {
    if (error instanceof z.ZodError) return refuse(400, { problem: OUTDATED_PAGE, reason: 'fail' })
    recordError(context, error)
    // What the sheet can answer is a result, not an error.
    if (error instanceof Refusal)
      return refuse(RESULTS.has(error.code) ? 200 : HTTP_STATUS[error.code], describe(error))
    const { log, requestId } = shopContext(context)
    log.error('express checkout failed', { requestId, error })
    return refuse(500, { problem: SETUP_FAILED, reason: 'fail' })
  }
}

const RESULTS: ReadonlySet<RefusalCode> = new Set([
  'invalid_input',
  'conflict',
  'out_of_stock',
  'price_changed',
])

const OUTDATED_PAGE = 'This page is out of date. Please reload it and try again.'

const refuse = (status: number, problem: ExpressProblem) => Response.json(problem, { status })

function describe(error: Refusal): ExpressProblem {
  if (error instanceof PriceChanged) {
    const { total: amount, currency } = error.quote
    const problem = `Your total is now ${formatMoney({ amount, currency })}. Please review it and try again.`
    return { problem, reason: 'fail' }
  }
  return { problem: error.message, reason: reasonOf(Object.keys(error.fields ?? {})) }
}

function reasonOf(fields: string[]): ExpressProblem['reason'] {
  if (fields.includes('country')) return 'address_unserviceable'
  return fields.some((field) => ADDRESS_FIELDS.has(field)) ? 'invalid_shipping_address' : 'fail'
}

const ADDRESS_FIELDS: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'zipCode',
])
