import { endOfDay } from '#core/dates.ts'
import { formatGiftCardCode } from '#core/gift-cards/gift-card.ts'
import {
  adjustGiftCard,
  changeStoreCredit,
  issueGiftCard,
  readGiftCardCode,
  replaceCode,
  setGiftCardEnabled,
} from '#core/gift-cards/manage-gift-cards.server.ts'
import { CURRENCIES, parseAmount } from '#core/money.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { type FormResult, fieldText } from '#web/forms/form-result.ts'
import type { AdminForm, AdminFormArgs } from '../admin-route.ts'

/** The code is shown once, in the response to the form. */
export type GiftCardResult = FormResult & { code?: string; cardId?: string }

export const NEW_GIFT_CARD_FORMS: Record<string, AdminForm<GiftCardResult>> = {
  '': async ({ ctx, form }) => {
    const text = (name: string) => fieldText(form, name).trim()
    const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
    const expiresOn = text('expiresAt')
    const draft = {
      amount: readCents(form, 'amount'),
      currency: text('currency'),
      recipient: text('recipient') || undefined,
      recipientName: text('recipientName'),
      message: text('message').replaceAll('\r\n', '\n'),
      note: text('note'),
      expiresAt: expiresOn ? endOfDay(expiresOn, timeZone) : null,
    }
    const { id, code } = await issueGiftCard(ctx, draft, text('key') || undefined)
    return codeResult('Gift card issued', id, code)
  },
}

/** Keyed by the path of each form in screens.ts. */
export const GIFT_CARD_FORMS: Record<string, AdminForm<GiftCardResult>> = {
  adjustment: async ({ ctx, form, params: { id = '' } }) => {
    await adjustGiftCard(ctx, id, { change: readCents(form, 'change'), note: fieldText(form, 'note') })
    return 'gift-card-adjusted'
  },
  disable: async ({ ctx, params: { id = '' } }) => {
    await setGiftCardEnabled(ctx, id, false)
    return 'gift-card-disabled'
  },
  enable: async ({ ctx, params: { id = '' } }) => {
    await setGiftCardEnabled(ctx, id, true)
    return 'gift-card-enabled'
  },
  code: async ({ ctx, params: { id = '' } }) => {
    return codeResult('This view is in the audit log', id, await readGiftCardCode(ctx, id))
  },
  'code/replace': async ({ ctx, params: { id = '' } }) => {
    const { code } = await replaceCode(ctx, id)
    return codeResult('Code replaced', id, code)
  },
}

export async function giveStoreCredit({ ctx, form, params: { id = '' } }: AdminFormArgs) {
  const chosen = fieldText(form, 'currency')
  const currency = CURRENCIES.find((known) => known === chosen) ?? 'usd'
  const note = fieldText(form, 'note')
  await changeStoreCredit(ctx, { userId: id, change: readCents(form, 'change'), currency, note })
  return 'store-credit-changed' as const
}

function codeResult(title: string, cardId: string, code: string): GiftCardResult {
  return { notice: { title }, cardId, code: formatGiftCardCode(code), status: 200 }
}

/** NaN is refused with a message for the field. */
function readCents(form: FormData, name: string): number {
  const parsed = parseAmount(fieldText(form, name))
  return 'cents' in parsed ? parsed.cents : Number.NaN
}
