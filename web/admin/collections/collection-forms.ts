import {
  createCollection,
  deleteCollection,
  editCollection,
  findProductLines,
} from '#core/catalog/collections/manage-collections.server.ts'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { splitLines } from '#core/fields/fields.ts'
import { parseAmount } from '#core/money.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'

const listUrl = (url: URL) => `${adminBasePath(url)}/products/collections`

export const createFromForm: AdminForm = async ({ ctx, context, form, url }) => {
  const draft = await readCollectionForm(ctx, form)
  await atFields(() => createCollection(ctx, draft))
  return redirectWithFlash(context, 'collection-created', listUrl(url))
}

/** Keyed by the path of each form in screens.ts. */
export const COLLECTION_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, context, params: { id = '' }, form, url }) => {
    const change = { ...(await readCollectionForm(ctx, form)), edition: Number(form.get('edition')) }
    await atFields(() => editCollection(ctx, id, change))
    return redirectWithFlash(context, 'collection-saved', listUrl(url))
  },
  delete: async ({ ctx, context, params: { id = '' }, url }) => {
    await deleteCollection(ctx, id)
    return redirectWithFlash(context, 'collection-deleted', listUrl(url))
  },
}

async function readCollectionForm(ctx: Context, form: FormData) {
  const text = (name: string) => fieldText(form, name)
  const isByRule = text('kind') === 'rule'
  return {
    name: text('name'),
    slug: text('slug'),
    description: text('description'),
    pictureId: text('pictureId') || null,
    hidden: form.has('hidden'),
    rule: isByRule ? readRule(form) : null,
    productIds: isByRule ? [] : await findProductLines(ctx, splitLines(text('productIds'))),
  }
}

function readRule(form: FormData) {
  const text = (name: string) => fieldText(form, name).trim()
  const amount = (name: string) => {
    if (!text(name)) return null
    const parsed = parseAmount(text(name))
    if ('error' in parsed) throw invalidInput(name, parsed.error)
    return parsed.cents
  }
  return {
    brand: text('brand'),
    keyword: text('keyword'),
    category: text('category'),
    minPrice: amount('minPrice'),
    maxPrice: amount('maxPrice'),
    newDays: text('newDays') ? Number(text('newDays')) : null,
    reduced: form.has('reduced'),
  }
}

/** A condition has a field of its own in the form. */
async function atFields(save: () => Promise<unknown>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([path, message]) => [
      path.replace(/^rule\./, ''),
      message,
    ])
    throw new Refusal(error.code, error.message, Object.fromEntries(fields))
  }
}
