import {
  createCategory,
  deleteCategory,
  editCategory,
  moveCategory,
} from '#core/catalog/categories/manage-categories.server.ts'
import { redirectWithFlash } from '#web/forms/flash.ts'
import { fieldText } from '#web/forms/form-result.ts'
import { adminBasePath } from '../admin-context.ts'
import type { AdminForm } from '../admin-route.ts'

export const moveListedCategory: AdminForm = async ({ ctx, form }) => {
  const id = fieldText(form, 'up') || fieldText(form, 'down')
  await moveCategory(ctx, id, form.has('up') ? -1 : 1)
  return 'categories-reordered'
}

const listUrl = (url: URL) => `${adminBasePath(url)}/products/categories`

export const createFromForm: AdminForm = async ({ ctx, context, form, url }) => {
  await createCategory(ctx, readCategoryForm(form))
  return redirectWithFlash(context, 'category-created', listUrl(url))
}

/** Keyed by the path of each form in screens.ts. */
export const CATEGORY_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, context, params: { id = '' }, form, url }) => {
    await editCategory(ctx, id, { ...readCategoryForm(form), edition: Number(form.get('edition')) })
    return redirectWithFlash(context, 'category-saved', listUrl(url))
  },
  delete: async ({ ctx, context, params: { id = '' }, form, url }) => {
    await deleteCategory(ctx, id, fieldText(form, 'moveTo') || null)
    return redirectWithFlash(context, 'category-deleted', listUrl(url))
  },
}

function readCategoryForm(form: FormData) {
  const text = (name: string) => fieldText(form, name)
  return {
    name: text('name'),
    slug: text('slug'),
    description: text('description'),
    pictureId: text('pictureId') || null,
    parentId: text('parentId') || null,
    hidden: form.has('hidden'),
  }
}
