import { expect, test } from 'vitest'
import { namedCategories } from '#test/categories.ts'
import { type ImportFileRow, PRODUCT_COLUMNS } from '../product-csv.ts'
import { MAX_IMPORT_ROWS } from '../product-import.ts'
import { readImportFile } from './read-import.server.ts'

async function read(lines: string[][], category: string | null = null) {
  async function* csvLines() {
    for (const [index, cells] of lines.entries()) yield { line: index + 1, cells }
  }
  const categories = { categories: namedCategories, category, createsMissing: false }
  const file = await readImportFile(csvLines(), categories)
  const rows: ImportFileRow[] = []
  for await (const row of file.rows) rows.push(row)
  return { ...file, rows }
}

const refusal = (message: string) => ({ code: 'invalid_input', message, fields: { file: message } })

test('columns are recognized in any case and order, with spaces or hyphens', async () => {
  const { format, rows } = await read([
    ['How to use', ' ORIGINAL-PRICE ', 'Slug'],
    ['Daily', '60', 'rose'],
  ])
  expect(format).toBe('ours')
  expect(rows).toEqual([{ line: 2, cells: { how_to_use: 'Daily', original_price: '60', slug: 'rose' } }])
})

test('every column of our own export is recognized', async () => {
  const { rows, notes } = await read([[...PRODUCT_COLUMNS], PRODUCT_COLUMNS.map((column) => `${column}!`)])
  expect(rows[0]?.cells).toEqual(Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, `${column}!`])))
  expect(notes).toEqual([])
})

test('unknown columns are skipped and named, without nameless ones', async () => {
  const one = await read([['slug', 'Scent', ' ']])
  expect(one.notes).toEqual(['Skipped 1 unknown column: “Scent”.'])
  const many = await read([['slug', ...Array.from({ length: 10 }, (_, n) => `Extra ${n}`)]])
  expect(many.notes).toEqual([
    `Skipped 10 unknown columns: ${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `“Extra ${n}”`).join(', ')} and 2 more.`,
  ])
})

test('the note about a column has nothing that the database can’t store', async () => {
  const { notes } = await read([['slug', 'sha\0de', `${'x'.repeat(79)}🌹`]])
  expect(notes).toEqual([`Skipped 2 unknown columns: “sha\uFFFDde”, “${'x'.repeat(79)}”.`])
})

test('a file without a slug or name column is refused with the columns it has', async () => {
  const requirement =
    'The first line must name the columns: slug or name, and any of brand, category, price, original_price, stock, status, featured and so on, or be that of a Shopify or WooCommerce export.'
  await expect(read([['price', ' ', 'stock']])).rejects.toMatchObject(
    refusal(`${requirement} This one has “price”, “stock”.`),
  )
  await expect(read([])).rejects.toMatchObject(refusal(`${requirement} This file has none.`))
})

test('a column that appears twice is refused, because either could be the right one', async () => {
  await expect(read([['slug', 'How to use', 'how-to-use']])).rejects.toMatchObject(
    refusal('The column “how_to_use” appears twice in the first line. Remove one of the two.'),
  )
})

test('a line with too many or too few cells says so, and one without any text is skipped', async () => {
  const { rows } = await read([
    ['slug', 'name'],
    ['rose'],
    ['moss', 'Moss', 'Balm', ''],
    ['', ' '],
    ['iris', 'Iris'],
  ])
  expect(rows.map(({ line, lineError }) => [line, lineError])).toEqual([
    [
      2,
      'This line has 1 cell, but the first line has 2. Put values with a comma or a line break in quotation marks.',
    ],
    [
      3,
      'This line has 4 cells, but the first line has 2. Put values with a comma or a line break in quotation marks.',
    ],
    [5, undefined],
  ])
})

test('the apostrophe that an export puts before a formula is removed', async () => {
  const { rows } = await read([
    ['slug', 'name', 'tagline'],
    ['rose', "'=cmd()", "'tis soft"],
  ])
  expect(rows[0]?.cells).toEqual({ slug: 'rose', name: '=cmd()', tagline: "'tis soft" })
})

test('a file with more than 50,000 products is refused', async () => {
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, () => ['rose'])
  expect((await read([['slug'], ...rows])).rows).toHaveLength(MAX_IMPORT_ROWS)
  await expect(read([['slug'], ...rows, ['rose']])).rejects.toMatchObject(
    refusal('This file has more than 50,000 products. Split it into smaller files.'),
  )
})

test('a Shopify product has one row per variant, each with the product’s pictures', async () => {
  const header = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Image Src']
  const { format, rows, notes } = await read([
    header,
    ['rose', 'Rose', 'Size', '30 ml', '48', 'https://cdn.example/1.jpg'],
    ['rose', '', '', '50 ml', '70', ''],
    ['rose', '', '', '', '', 'https://cdn.example/2.jpg'],
    ['moss', 'Moss', 'Title', 'Default Title', '10', ''],
    ['iris', 'Iris', 'Title', 'Default Title', '10', '', 'one too many'],
  ])
  expect(format).toBe('shopify')
  expect(rows.map(({ line, cells, lineError }) => [line, cells.slug, Boolean(lineError)])).toEqual([
    [2, 'rose-30-ml', false],
    [3, 'rose-50-ml', false],
    [5, 'moss', false],
    [6, 'iris', true],
  ])
  expect(rows[1]?.cells).toMatchObject({
    family: 'rose',
    family_name: 'Rose',
    name: 'Rose',
    size: '50 ml',
    price: '70',
    position: '2',
  })
  expect(rows[2]?.cells).not.toHaveProperty('family')
  const pictures = ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'].map((source) => ({
    source,
    alt: '',
  }))
  expect(rows.map((row) => row.pictures)).toEqual([pictures, pictures, undefined, undefined])
  expect(notes).toEqual([])
})

test('an option that tells no variants apart is skipped and named', async () => {
  const { rows, notes } = await read([
    ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Variant Price'],
    ['rose', 'Rose', 'Color', 'Fig', 'Material', 'Wax', '48'],
    ['rose', '', '', 'Plum', '', 'Wax', '48'],
    ['moss', 'Moss', 'Size', 'One size', '', '', '10'],
  ])
  expect(rows.map(({ cells, unsupported }) => [cells.slug, cells.shade, unsupported])).toEqual([
    ['rose-fig', 'Fig', undefined],
    ['rose-plum', 'Plum', undefined],
    ['moss', undefined, undefined],
  ])
  expect(notes).toEqual(['Skipped 2 options: “Material Wax”, “Size One size”. They tell no products apart.'])
})
