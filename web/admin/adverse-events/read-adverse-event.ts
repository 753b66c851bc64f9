import type { AdverseEventDraft } from '#core/adverse-events/adverse-event.ts'
import { findProductByName } from '#core/adverse-events/find-product.server.ts'
import { Refusal } from '#core/errors.ts'
import { fieldText } from '#web/forms/form-result.ts'
import type { AdminContext } from '../admin-context.ts'

export async function readAdverseEvent(ctx: AdminContext, form: FormData): Promise<AdverseEventDraft> {
  const product = fieldText(form, 'product').trim()
  return {
    productId: product ? await findProductByName(ctx, product) : '',
    order: fieldText(form, 'order'),
    batch: fieldText(form, 'batch'),
    email: fieldText(form, 'email').trim(),
    receivedOn: fieldText(form, 'receivedOn'),
    severity: fieldText(form, 'severity') === 'serious' ? 'serious' : 'other',
    description: fieldText(form, 'description').replaceAll('\r\n', '\n'),
    actionTaken: fieldText(form, 'actionTaken').replaceAll('\r\n', '\n'),
    reportedOn: fieldText(form, 'reportedOn'),
  }
}

/** The form has the product’s name instead of its ID. */
export function atFormFields(error: unknown): never {
  if (!(error instanceof Refusal) || !error.fields?.productId) throw error
  const { productId: product, ...others } = error.fields
  throw new Refusal(error.code, error.message, { product, ...others })
}
