import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import { slugify } from '../product-draft.ts'
import type { FamilyDraft } from './family.ts'

/** A slug that another family has gets a suffix. */
export async function insertFamily(
  tx: Db,
  id: string,
  { draft, slug = slugify(draft.name), at }: { draft: FamilyDraft; slug?: string | undefined; at: Date },
): Promise<void> {
  for (const candidate of [slug, `${slug}-${id.slice(-6)}`]) {
    const inserted = await queryColumn(tx, z.string())`
      insert into families (id, slug, name, brand, category, tagline, description, benefits, how_to_use, options,
        created_at, updated_at)
      values (${id}, ${candidate}, ${draft.name}, ${draft.brand}, ${draft.category}, ${draft.tagline},
        ${draft.description}, ${draft.benefits}, ${draft.howToUse}, ${draft.options}, ${at}, ${at})
      on conflict (slug) do nothing returning id`
    if (inserted.length) return
  }
  throw new Error(`The slugs for “${slug}” are taken`)
}
