import { readCategories } from '#core/catalog/categories/categories.server.ts'
import { topCategories } from '#core/catalog/categories/category.ts'
import type { AdminCategory } from '#core/catalog/categories/manage-categories.server.ts'
import { hasPermission } from '#core/permissions/permissions.ts'
import type { Option } from '#web/ui/fields/options.tsx'
import type { AdminContext } from '../admin-context.ts'
import { listPictureChoices } from '../pictures/list-picture-choices.server.ts'

/** What a category may be inside of, and the pictures it may have. */
export async function loadCategoryChoices(
  ctx: AdminContext,
  edited?: Pick<AdminCategory, 'id' | 'pictureId'>,
) {
  const categories = await readCategories(ctx)
  const parents = topCategories(categories).filter((category) => category.id !== edited?.id)
  const picture = categories.find(({ id }) => id === edited?.id)?.picture
  const saved =
    picture && picture.id === edited?.pictureId
      ? [{ value: picture.id, url: picture.url, name: picture.alt || 'Current picture' }]
      : []
  const uploads = hasPermission(ctx.actor, 'media.edit') ? await listPictureChoices(ctx) : []
  return {
    parents: parents.map(({ id, name }): Option => [id, name]),
    choices: [...saved, ...uploads],
  }
}
