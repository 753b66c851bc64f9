import { z } from 'zod'
import { MAX_PICTURES } from '#core/catalog/set-product-pictures.server.ts'
import { MAX_UPLOAD_BYTES } from '#core/media/upload.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import { previewCell } from '../product-csv.ts'
import type { ImportProblem } from '../product-import.ts'
import type { ZipEntry } from '../reading/picture-zip.ts'
import { createPictureMatcher, searchKeys } from './match-pictures.ts'

type PicturedProduct = { product: Product; pictures: { name: string; number: number }[] }

/** A row for each product that gets pictures, and for each file that can't be one. No product is touched. */
export async function checkPictureZip(tx: Db, id: string, entries: ZipEntry[]): Promise<void> {
  const isChecking = await execute(tx)`
    select 1 from product_imports where id = ${id} and state = 'checking' for update`
  if (!isChecking) return
  const match = createPictureMatcher(await findProducts(tx, entries))
  const pictured = new Map<string, PicturedProduct>()
  const invalid: { name: string; problem: string }[] = []
  for (const { name, bytes } of entries) {
    const problem = findProblem(name, bytes)
    const matched = problem ? { problem } : match(name)
    if ('problem' in matched) invalid.push({ name, problem: matched.problem })
    else
      for (const product of matched.products) {
        const pictures = pictured.get(product.slug)?.pictures ?? []
        pictures.push({ name, number: matched.number })
        pictured.set(product.slug, { product, pictures })
      }
  }
  await insertRows(tx, id, [...pictured.values()], invalid)
  const rows = pictured.size + invalid.length
  await execute(tx)`
    update product_imports set state = 'checked', rows = ${rows}, unchanged = ${pictured.size}, invalid = ${invalid.length}
    where id = ${id}`
}

async function findProducts(tx: Db, entries: ZipEntry[]): Promise<Product[]> {
  const { texts, slugs } = searchKeys(entries.map(({ name }) => name))
  return query(tx, Product, { prepare: false })`
    select p.slug, p.name, p.sku, f.slug as "familySlug", jsonb_array_length(p.images) as pictures
    from products p left join families f on f.id = p.family_id
    where p.slug = any(${slugs}) or lower(p.sku) = any(${texts}) or lower(p.name) = any(${texts})
      or p.family_id in (select id from families where slug = any(${slugs}))
    order by p.created_at, p.id`
}

const Product = z.strictObject({
  slug: z.string(),
  name: z.string(),
  sku: z.string().nullable(),
  familySlug: z.string().nullable(),
  pictures: z.int(),
})
type Product = z.infer<typeof Product>

function findProblem(name: string, bytes: number): string | undefined {
  if (!/\.(jpe?g|png|webp)$/i.test(name)) return 'This isn’t a picture. Use JPG, PNG, or WebP.'
  if (bytes > MAX_UPLOAD_BYTES) return `The picture is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MB.`
}

async function insertRows(
  tx: Db,
  importId: string,
  pictured: PicturedProduct[],
  invalid: { name: string; problem: string }[],
): Promise<void> {
  const productRows = pictured.map(({ product: { slug, name } }, index) => ({
    ...{ line: index + 1, kind: 'unchanged', slug, name, problems: [] as ImportProblem[] },
  }))
  const invalidRows = invalid.map(({ name, problem }, index) => ({
    ...{ line: pictured.length + index + 1, kind: 'invalid', slug: '', name: previewCell(name) },
    problems: [{ column: '', value: previewCell(name), problem }],
  }))
  await execute(tx)`
    insert into product_import_rows (import_id, line, place, kind, slug, name, problems)
    select ${importId}, line, line, kind, slug, name, problems
    from json_to_recordset(${sql.json([...productRows, ...invalidRows])})
      as r (line int, kind text, slug text, name text, problems jsonb)`
  const pictures = pictured.flatMap((row, index) =>
    planPictures(row).map((picture) => ({ line: index + 1, ...picture })),
  )
  await execute(tx)`
    insert into product_import_pictures (import_id, line, number, source, state, problem)
    select ${importId}, line, number, source, state, problem
    from json_to_recordset(${sql.json(pictures)}) as p (line int, number int, source text, state text, problem text)`
}

function planPictures({ product, pictures }: PicturedProduct) {
  const inOrder = pictures.toSorted(
    (one, other) => one.number - other.number || one.name.localeCompare(other.name, 'en', { numeric: true }),
  )
  return inOrder.map(({ name: source }, index) => {
    const hasRoom = product.pictures + index < MAX_PICTURES
    return {
      number: index + 1,
      source,
      state: hasRoom ? 'pending' : 'invalid',
      problem: hasRoom ? null : TOO_MANY,
    }
  })
}

const TOO_MANY = `A product can have up to ${MAX_PICTURES} photos.`
