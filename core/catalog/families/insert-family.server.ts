import { z } from 'zod'
import { columnNames, recordColumns, recordValues } from '#core/fields/field-columns.server.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn, sql } from '#db/sql.ts'
import { slugify } from '../product-draft.ts'
import { FAMILY_FIELDS, type FamilyDraft, usedSettings } from './family.ts'

/** A slug that another family has gets a suffix. */
export async function insertFamily(
  tx: Db,
  id: string,
  { draft, slug = slugify(draft.name), at }: { draft: FamilyDraft; slug?: string | undefined; at: Date },
): Promise<void> {
  for (const candidate of [slug, `${slug}-${id.slice(-6)}`]) {
    const inserted = await queryColumn(tx, z.string())`
      insert into families (id, slug, ${columnNames(FAMILY_FIELDS)}, options, option_settings, created_at, updated_at)
      select ${id}, ${candidate}, ${recordValues(FAMILY_FIELDS, 'r')}, ${draft.options},
        ${sql.json(usedSettings(draft))}::jsonb, ${at}, ${at}
      from json_to_record(${sql.json(draft)}) as r (${recordColumns(FAMILY_FIELDS)})
      on conflict (slug) do nothing returning id`
    if (inserted.length) return
  }
  throw new Error(`The slugs for “${slug}” are taken`)
}
