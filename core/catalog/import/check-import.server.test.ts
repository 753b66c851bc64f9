import { Readable } from 'node:stream'
import { z } from 'zod'
import { SCOPES } from '#core/permissions/scopes.ts'
import { execute, query } from '#db/sql.ts'
import { asKey, buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { checkImportFile, runImport } from '#test/imports.ts'
import { expect, test } from '#test/shared-store.ts'
import { findAdminProduct, findAdminProductsBySlug } from '../admin-products.server.ts'
import { listStockMovements } from '../stock.server.ts'
import { applyImportBatch } from './apply-import.server.ts'
import { checkImport } from './check-import.server.ts'
import { findImport, listImportRows, listImports } from './imports.server.ts'
import { importPath } from './product-import.ts'
import { deleteOldImports, startImport } from './start-import.server.ts'
import { uploadImport } from './upload-import.server.ts'

test('text with emoji anywhere in a file can be checked and imported', async ({ ctx, admin }) => {
  const name = `${'x'.repeat(79)}🌹`
  const checked = await checkImportFile(
    admin,
    `slug,name,price,🌹${'x'.repeat(58)}🌹\nemoji,${name},9,\n,${name},x,\n`,
  )
  expect(checked).toMatchObject({ created: 1, invalid: 1 })
  await runImport(admin, checked.id)
  expect((await findAdminProductsBySlug(ctx.db, ['emoji'])).get('emoji')).toMatchObject({ name })
})

test('an invalid value is reported under the column that the file has for it', async ({ admin }) => {
  const file =
    'slug,name,price,original_price,size,how_to_use,tagline\n' +
    `limits,Rose,9,8,99999.5 ml,${'x'.repeat(501)},${'x'.repeat(201)}\n`
  const { lines } = await checkImportFile(admin, file)
  expect(lines[0]?.problems).toEqual([
    { column: 'size', value: '99999.5 ml', problem: 'Enter a size of at most 99,999.' },
    { column: 'tagline', value: 'x'.repeat(80), problem: 'Use at most 200 characters.' },
    { column: 'how_to_use', value: 'x'.repeat(80), problem: 'Use at most 500 characters.' },
    { column: 'original_price', value: '8', problem: expect.stringContaining('must be higher') },
  ])
})

test('a new product needs a name and a price; an existing one has them already', async ({ ctx, admin }) => {
  const { slug } = await buildProduct(ctx)
  const { lines } = await checkImportFile(admin, `slug,tagline\n${slug},Softer\nnameless,Soft\n`)
  expect(lines.map(({ kind, problems }) => [kind, problems.map(({ column }) => column)])).toEqual([
    ['changed', []],
    ['invalid', ['name', 'price']],
  ])
})

test('the line that repeats a slug names the first one, even 600 lines away', async ({ admin }) => {
  const rows = Array.from({ length: 600 }, (_, n) => `row-${n},Rose,9`)
  const checked = await checkImportFile(admin, ['slug,name,price', ...rows, 'row-3,Rose,9'].join('\n'))
  expect(checked).toMatchObject({ created: 600, invalid: 1 })
  const { rows: invalid } = await listImportRows(admin, checked.id, { filter: 'invalid' })
  expect(invalid).toMatchObject([
    {
      line: 602,
      problems: [
        {
          column: 'slug',
          value: 'row-3',
          problem: 'Line 5 already has this slug. Remove one of the two lines.',
        },
      ],
    },
  ])
})

test('an existing product’s stock changes only if the owner chose to import stock', async ({
  ctx,
  admin,
}) => {
  const { id, slug } = await buildProduct(ctx, { stock: 10 })
  const file = `slug,stock\n${slug},4\n`
  expect(await checkImportFile(admin, file)).toMatchObject({ unchanged: 1 })
  const checked = await checkImportFile(admin, file, { takeStock: true })
  expect(checked.lines).toMatchObject([{ kind: 'changed', stockChange: -6, before: {}, after: {} }])
  await runImport(admin, checked.id)
  expect(await findAdminProduct(admin, id)).toMatchObject({ stock: 4, edition: 1 })
  expect((await listStockMovements(admin, id))[0]).toMatchObject({
    change: -6,
    reason: 'counted',
    note: 'Import of p.csv',
    by: admin.actor.kind === 'user' && admin.actor.email,
  })
})

test('an import keeps the name of its file, without folders or control characters', async ({ admin }) => {
  async function* body() {
    yield Buffer.from('slug,name,price\nnamed,Rose,9\n')
  }
  const options = { takeStock: false, category: 'Skincare' as const }
  const id = await uploadImport(admin, { name: '..\\..\\Frühling\u202E<1>.csv', body: body(), options })
  expect(await findImport(admin, id)).toMatchObject({
    name: 'Frühling1.csv',
    state: 'checking',
    startedAt: null,
  })
})

test('a file that can’t be read to its end fails with the reason, without rows', async ({ admin }) => {
  const rows = Array.from({ length: 1200 }, (_, n) => `half-${n},Rose,9`)
  const file = ['slug,name,price', ...rows, 'x,"never'].join('\n')
  const problem = expect.stringMatching(/^A quotation mark on or soon after line 1\d{3} is never closed/)
  const { id, ...failed } = await checkImportFile(admin, file)
  expect(failed).toMatchObject({ state: 'failed', problem, rows: 0, lines: [] })
  await checkImport(admin, id)
  expect(await findImport(admin, id)).toMatchObject({ state: 'failed', problem })
  await expect(startImport(admin, id)).rejects.toMatchObject({ code: 'conflict' })
})

test('an import starts only after its rows are checked, and its file is stored until then', async ({
  ctx,
  admin,
}) => {
  async function* body() {
    yield Buffer.from('slug,name,price\nearly,Rose,9\n')
  }
  const options = { takeStock: false, category: 'Skincare' as const }
  const id = await uploadImport(admin, { name: 'early.csv', body: body(), options })
  await expect(startImport(admin, id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await ctx.files.read(importPath(id))).toBeDefined()
  await Promise.all([checkImport(admin, id), checkImport(admin, id)])
  expect(await ctx.files.read(importPath(id))).toBeDefined()
  expect(await findImport(admin, id)).toMatchObject({ state: 'checked', rows: 1, created: 1 })
  const { rows } = await listImportRows(admin, id, {})
  expect(rows).toHaveLength(1)
})

test('an import whose file is gone says so', async ({ ctx, admin }) => {
  async function* body() {
    yield Buffer.from('slug,name,price\ngone,Rose,9\n')
  }
  const options = { takeStock: false, category: 'Skincare' as const }
  const id = await uploadImport(admin, { name: 'gone.csv', body: body(), options })
  await ctx.files.remove(importPath(id))
  await checkImport(admin, id)
  expect(await findImport(admin, id)).toMatchObject({
    state: 'failed',
    problem: 'The file is no longer stored. Upload it again.',
  })
})

test('the rows of an import can be filtered, searched, and paged in file order', async ({ ctx, admin }) => {
  const { slug } = await buildProduct(ctx, { name: 'Rose' })
  const { id } = await checkImportFile(
    admin,
    `slug,name,price\n${slug},Moss 100%,9\nlist-a,Moss Balm,9\nlist-b,Iris,x\nlist-c,Iris_2,9\n`,
  )
  const lines = async (query: object) => (await listImportRows(admin, id, query)).rows.map(({ line }) => line)
  expect(await lines({})).toEqual([2, 3, 4, 5])
  expect(await lines({ filter: 'new' })).toEqual([3, 5])
  expect(await lines({ filter: 'nonsense' })).toEqual([2, 3, 4, 5])
  expect(await lines({ search: ' MOSS ' })).toEqual([2, 3])
  expect([await lines({ search: '%' }), await lines({ search: '_' })]).toEqual([[2], [5]])
  expect(await lines({ search: 'list-b', filter: 'invalid' })).toEqual([4])
  const first = await listImportRows(admin, id, { limit: 3 })
  expect(await lines({ limit: 3, cursor: first.next ?? '' })).toEqual([5])
})

test('an import runs once: its counts, its dates, and one audit entry by who started it', async ({
  ctx,
  admin,
}) => {
  const { id } = await checkImportFile(admin, 'slug,name,price,stock\nonce-a,Rose,9,3\nonce-b,Rose,9,\n')
  const other = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  expect(await runImport(other, id)).toMatchObject({
    state: 'done',
    created: 2,
    imported: 2,
    by: admin.actor.kind === 'user' && admin.actor.email,
    startedAt: expect.any(Date),
    doneAt: expect.any(Date),
  })
  await runImport(admin, id)
  await applyImportBatch(ctx.db, id)
  const audit = await query(ctx.db, z.strictObject({ actor: z.string(), after: z.unknown() }))`
    select actor_id as actor, after from audit_entries where subject = ${id}`
  const startedBy = other.actor.kind === 'user' && other.actor.id
  expect(audit).toEqual([{ actor: startedBy, after: { name: 'p.csv', created: 2, changed: 0, invalid: 0 } }])
})

test('imports are deleted after a week, except one that is running', async ({ ctx, admin }) => {
  const file = 'slug,name,price\nweek-old,Rose,9\n'
  const [old, running, recent] = [
    await checkImportFile(admin, file),
    await checkImportFile(admin, file),
    await checkImportFile(admin, file),
  ]
  await startImport(admin, running.id)
  await query(ctx.db, z.strictObject({ id: z.string() }))`
    update product_imports set created_at = now() - interval '8 days' where id in (${old.id}, ${running.id}) returning id`
  await deleteOldImports(ctx.db)
  await expect(findImport(admin, old.id)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Import not found. Imports are deleted after a week.',
  })
  for (const { id } of [running, recent]) expect(await findImport(admin, id)).toMatchObject({ id })
})

test('only administrators see or start imports', async ({ admin, customer }) => {
  const { id } = await checkImportFile(admin, 'slug,name,price\nsecret,Rose,9\n')
  const attempts = [
    () => checkImportFile(customer, 'slug,name,price\nx,Rose,9\n'),
    () => findImport(customer, id),
    () => listImports(customer),
    () => listImportRows(customer, id, {}),
    () => startImport(customer, id),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
})

test('a cell that no field can hold is reported with its length, and a hostile one is read like any other', async ({
  admin,
}) => {
  const { lines } = await checkImportFile(
    admin,
    `Handle,Title,Body (HTML),Type,Variant Price\nlong,Long,${'x'.repeat(100_001)},Skincare,9\nhostile,Hostile,${'<'.repeat(100_000)},Skincare,9\n`,
  )
  expect(
    lines.map(({ slug, problems }) => [slug, problems.map(({ column, problem }) => [column, problem])]),
  ).toEqual([
    ['long', [['', 'A cell of this line has 100,001 characters. Shorten it to at most 100,000.']]],
    ['hostile', [['description', expect.stringContaining('Use at most')]]],
  ])
})

test('a check whose process ended twice is given up, with a reason; other failures don’t count', async ({
  ctx,
  admin,
}) => {
  const upload = async () => {
    const body = Readable.from([Buffer.from('slug,name,price\nrose,Rose,9\n')])
    return uploadImport(admin, { name: 'p.csv', body, options: { takeStock: false, category: 'Skincare' } })
  }
  const suspect = await upload()
  // What two processes that ended during the check leave behind.
  await execute(ctx.db)`update product_imports set attempts = 2 where id = ${suspect}`
  await checkImport(ctx, suspect)
  expect(await findImport(admin, suspect)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('was interrupted twice'),
  })

  const innocent = await upload()
  const offline = { ...ctx, files: { ...ctx.files, open: () => Promise.reject(new Error('No connection')) } }
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(checkImport(offline, innocent)).rejects.toThrow('No connection')
  await checkImport(ctx, innocent)
  expect(await findImport(admin, innocent)).toMatchObject({ state: 'checked', created: 1 })
})

test('a check that fails twice for an unexpected reason is given up, with what to do', async ({
  ctx,
  admin,
}) => {
  const body = Readable.from([Buffer.from('slug,name,price\nrose,Rose,9\n')])
  const options = { takeStock: false, category: 'Skincare' as const }
  const id = await uploadImport(admin, { name: 'p.csv', body, options })
  await execute(ctx.db)`
    insert into product_import_rows (import_id, line, place, kind, slug, name, stock_change, problems)
    values (${id}, 2, 2, 'new', 'taken', 'Taken', 0, '[]')`
  await expect(checkImport(ctx, id)).rejects.toThrow('duplicate key')
  expect(await findImport(admin, id)).toMatchObject({ state: 'checking' })
  await expect(checkImport(ctx, id)).rejects.toThrow('duplicate key')
  const problem = expect.stringContaining('An unexpected error stopped the check of this file twice')
  expect(await findImport(admin, id)).toMatchObject({ state: 'failed', problem })
  await checkImport(ctx, id)
  expect(await ctx.files.open(importPath(id))).toBeUndefined()
})

test('a check that could not run for a day is given up, with what to do', async ({ ctx, admin }) => {
  const body = Readable.from([Buffer.from('slug,name,price\nrose,Rose,9\n')])
  const options = { takeStock: false, category: 'Skincare' as const }
  const id = await uploadImport(admin, { name: 'p.csv', body, options })
  await execute(
    ctx.db,
  )`update product_imports set check_requested_at = now() - interval '25 hours' where id = ${id}`
  await checkImport(ctx, id)
  const problem = 'This file could not be checked for a day. Upload it again.'
  expect(await findImport(admin, id)).toMatchObject({ state: 'failed', problem })
})

test('an import changes stock only for a key that may change stock', async ({ ctx, admin }) => {
  const { slug } = await buildProduct(ctx, { stock: 78 })
  const file = `slug,stock\n${slug},578\n`
  const products = await asKey(ctx, SCOPES['products:write'].permissions)
  const refusal = { code: 'forbidden', message: 'This API key needs the scope stock:write.' }
  await expect(checkImportFile(products, file, { takeStock: true })).rejects.toMatchObject(refusal)
  const { id } = await checkImportFile(admin, file, { takeStock: true })
  await expect(startImport(products, id)).rejects.toMatchObject(refusal)
  expect(await findImport(admin, id)).toMatchObject({ state: 'checked' })
  const withStock = await asKey(ctx, [...products.actor.permissions, ...SCOPES['stock:write'].permissions])
  await runImport(withStock, id)
  expect((await findAdminProductsBySlug(ctx.db, [slug])).get(slug)?.stock).toBe(578)
})
