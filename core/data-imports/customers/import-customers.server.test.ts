import { z } from 'zod'
import { findAccount } from '#core/accounts/account.server.ts'
import { requestPasswordReset, sendPasswordReset } from '#core/accounts/passwords/password.server.ts'
import { signUp } from '#core/accounts/sign-in/sign-up.server.ts'
import { findAddresses } from '#core/customers/addresses.server.ts'
import { eraseGuest } from '#core/privacy/erase-person.server.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer, buildAccount, findSentEmails } from '#test/accounts.ts'
import { checkDataFile, runDataImport } from '#test/data-imports.ts'
import { expect, test } from '#test/store.ts'
import { findDataImport } from '../data-imports.server.ts'
import { deleteOldDataImports, runDataImportBatch, startDataImport } from '../run-data-import.server.ts'

const SHOPIFY =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'

const ADA = `'700,Ada,Lovelace,Ada@Example.com,yes,,12 Rose St,Apt 4,Boston,MA,US,'02139,,'+16175550100,no,120.50,3,Likes rose,no,"vip, Rose"`

const Profile = z.strictObject({ name: z.string(), phone: z.string().nullable(), confirmed: z.boolean() })
const findProfile = async (ctx: Parameters<typeof checkDataFile>[0], email: string) =>
  (
    await query(ctx.db, Profile)`
      select p.full_name as name, p.phone, u.email_verified as confirmed
      from profiles p join auth_users u on u.id = p.id where p.email = ${email}`
  )[0]

test('a Shopify export makes accounts with address, tags, note, and newsletter, and nothing changes before it runs', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const checked = await checkDataFile(admin, 'customers', `${SHOPIFY}\n${ADA}\n`, { subscribe: true })
  expect(checked).toMatchObject({ created: 1, changed: 0, unchanged: 0, invalid: 0, state: 'checked' })
  expect(checked.lines[0]).toMatchObject({
    kind: 'new',
    key: 'ada@example.com',
    name: 'Ada Lovelace',
    details: [
      ['name', 'Ada Lovelace'],
      ['phone', '+16175550100'],
      ['address', 'Boston, US'],
      ['tags', 'vip, Rose'],
      ['note', 'Likes rose'],
      ['newsletter', 'subscribed'],
    ],
  })
  expect(await findAccount(ctx.db, 'ada@example.com')).toBeUndefined()

  expect(await runDataImport(admin, checked)).toMatchObject({ state: 'done', imported: 1, created: 1 })
  const account = await findAccount(ctx.db, 'ada@example.com')
  expect(await findProfile(ctx, 'ada@example.com')).toEqual({
    name: 'Ada Lovelace',
    phone: '+16175550100',
    confirmed: true,
  })
  expect(await findAddresses(ctx.db, account?.id ?? '')).toMatchObject([
    { firstName: 'Ada', address: '12 Rose St, Apt 4', state: 'MA', zipCode: '02139', isDefault: true },
  ])
  expect(
    await queryColumn(ctx.db, z.string())`
      select tag from customer_tags where profile_id = ${account?.id ?? ''} order by lower(tag)`,
  ).toEqual(['Rose', 'vip'])
  expect(
    await queryColumn(ctx.db, z.string())`
      select state from newsletter_subscribers where email = 'ada@example.com' and consent = 'former-store-1'`,
  ).toEqual(['subscribed'])
  expect(
    await queryColumn(ctx.db, z.string().nullable())`
      select data::text from data_import_rows where import_id = ${checked.id}`,
  ).toEqual([null])

  expect(await checkDataFile(admin, 'customers', `${SHOPIFY}\n${ADA}\n`, { subscribe: true })).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 1,
    invalid: 0,
  })
})

test('only a link sent to their address opens an imported account', async ({ ctx, connection }) => {
  const admin = await asAdmin(ctx)
  await runDataImport(admin, await checkDataFile(admin, 'customers', 'email\nnew@example.com\n'))
  const attempt = { email: 'new@example.com', password: 'correct horse battery', full_name: 'Mallory' }
  await signUp(ctx, attempt)
  const account = await findAccount(ctx.db, 'new@example.com')
  expect(
    await queryColumn(ctx.db, z.string())`select id from auth_accounts where user_id = ${account?.id ?? ''}`,
  ).toEqual([])
  await requestPasswordReset(ctx, 'new@example.com')
  await sendPasswordReset(ctx.db, ctx.settings, 'new@example.com')
  const kinds = (await findSentEmails(connection, 'new@example.com')).map(({ kind }) => kind)
  expect(kinds).toHaveLength(2)
  expect(new Set(kinds).size).toBe(2)
})

test('a password of someone who never confirmed the address doesn’t open what is imported', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const squatter = { email: 'ada@example.com', password: 'correct horse battery', full_name: 'Mallory' }
  await signUp(ctx, squatter)
  await runDataImport(admin, await checkDataFile(admin, 'customers', `${SHOPIFY}\n${ADA}\n`))
  const account = await findAccount(ctx.db, 'ada@example.com')
  expect(account?.confirmed).toBe(true)
  expect(await findAddresses(ctx.db, account?.id ?? '')).toHaveLength(1)
  expect(
    await queryColumn(ctx.db, z.string())`
      select id from auth_accounts where user_id = ${account?.id ?? ''}
      union all select id from auth_verifications where id like ${`%${account?.id ?? ''}%`}`,
  ).toEqual([])
})

test('an account that exists gets what it lacks, and nothing of it is replaced', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, email } = await buildAccount(ctx.db)
  await execute(ctx.db)`update profiles set full_name = 'Own Name', phone = null where id = ${id}`
  await execute(ctx.db)`insert into customer_tags values (${id}, 'VIP')`
  await execute(ctx.db)`
    insert into newsletter_subscribers (id, email, state, left_at) values ('sub_1', ${email}, 'left', now())`
  const file = `email,name,phone,tags,accepts marketing\n${email},Other Name,555,"vip,new",yes\n`
  const checked = await checkDataFile(admin, 'customers', file, { subscribe: true })
  expect(checked.lines[0]).toMatchObject({
    kind: 'changed',
    details: [
      ['phone', '555'],
      ['tags', 'new'],
    ],
  })
  await runDataImport(admin, checked)
  expect(await findProfile(ctx, email)).toMatchObject({ name: 'Own Name', phone: '555' })
  expect(
    await queryColumn(
      ctx.db,
      z.string(),
    )`select tag from customer_tags where profile_id = ${id} order by lower(tag)`,
  ).toEqual(['new', 'VIP'])
  expect(
    await queryColumn(ctx.db, z.string())`select state from newsletter_subscribers where email = ${email}`,
  ).toEqual(['left'])
})

test('without the option nobody is subscribed, and support can’t choose it', async ({ ctx }) => {
  const support = await asCustomer(ctx, { staffRole: 'support' })
  const file = `${SHOPIFY}\n${ADA}\n`
  await expect(checkDataFile(support, 'customers', file, { subscribe: true })).rejects.toThrow('newsletter')
  const checked = await checkDataFile(support, 'customers', file)
  await runDataImport(support, checked)
  expect(await queryColumn(ctx.db, z.string())`select email from newsletter_subscribers`).toEqual([])
})

test('each line that can’t be imported says why', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { email: packer } = await buildAccount(ctx.db, { staffRole: 'packer' })
  const file = [
    'Email,First Name,Last Name,Address1,City,Country,Zip',
    ',No,Email,,,,',
    'not an address,A,B,,,,',
    `${packer},A,B,,,,`,
    `${ctx.settings.adminEmail},A,B,,,,`,
    'twice@example.com,A,B,,,,',
    'TWICE@example.com,A,B,,,,',
    'short@example.com,A',
    'abroad@example.com,Émile,ألف 🌹,1 Rue,Paris,France,75001',
    'part@example.com,A,B,1 Street,,United States,1',
  ].join('\n')
  const checked = await checkDataFile(admin, 'customers', file)
  expect(checked).toMatchObject({ created: 3, invalid: 6 })
  expect(
    checked.lines
      .filter(({ kind }) => kind === 'invalid')
      .map(({ line, problems }) => [line, problems[0]?.problem]),
  ).toEqual([
    [2, 'A customer without an email address can’t sign in.'],
    [3, 'Please enter a valid email address'],
    [4, 'This is the account of a member of the staff. It isn’t changed.'],
    [5, expect.stringMatching(/administrator|staff/)],
    [7, 'Line 6 is for twice@example.com too. Remove one of the two.'],
    [8, expect.stringContaining('2 cells')],
  ])
  expect(checked.notes).toEqual([
    '1 address is in a country to which this store doesn’t deliver and won’t be imported. The customers will.',
    '1 address is incomplete or has no valid postal code and won’t be imported. The customers will.',
  ])
})

test('what is too long for a note or too many for tags is counted', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const tags = Array.from({ length: 12 }, (_, index) => `tag ${index}`).join(',')
  const file = `email,note,tags,phone\na@example.com,${'y'.repeat(2001)},"${tags}",${'1'.repeat(41)}\n`
  expect((await checkDataFile(admin, 'customers', file)).notes).toEqual([
    '1 phone number has more than 40 characters and won’t be imported.',
    '1 note has more than 2,000 characters. The first 2,000 will be imported.',
    '1 customer has more than 10 tags. The first 10 will be imported.',
  ])
})

test('files of another kind are refused with what is missing', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  await expect(checkDataFile(admin, 'customers', 'sku,price\n1,2\n')).rejects.toThrow(
    'The first line must name the columns. Email is missing. This one has “sku”, “price”.',
  )
  await expect(checkDataFile(admin, 'customers', 'email\n')).rejects.toThrow('no lines below')
  await expect(checkDataFile(admin, 'customers', '')).rejects.toThrow('This file has none.')
  await expect(checkDataFile(admin, 'customers', Buffer.from('PK\x03\x04workbook'))).rejects.toThrow(
    'workbook',
  )
})

test('two workers and a second start import every customer once', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const emails = Array.from({ length: 1200 }, (_, index) => `c${index}@example.com`)
  const { id } = await checkDataFile(admin, 'customers', ['email', ...emails].join('\n'))
  await Promise.all([startDataImport(admin, 'customers', id), startDataImport(admin, 'customers', id)])
  for (let turn = 0; turn < 4; turn++)
    await Promise.all([runDataImportBatch(ctx.db, id), runDataImportBatch(ctx.db, id)])
  expect(await findDataImport(admin, 'customers', id)).toMatchObject({ state: 'done', imported: 1200 })
  expect(
    await queryColumn(ctx.db, z.int())`
      select count(*)::int from profiles where email like 'c%@example.com'`,
  ).toEqual([1200])
  expect(
    await queryColumn(ctx.db, z.int())`
      select count(*)::int from audit_entries where action = 'customers-imported' and subject = ${id}`,
  ).toEqual([1])
})

test('someone who signed up or joined the staff after the check loses nothing', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = 'email,name\nsince@example.com,From File\nstaff@example.com,From File\n'
  const checked = await checkDataFile(admin, 'customers', file)
  await buildAccount(ctx.db, { email: 'since@example.com' })
  await buildAccount(ctx.db, { email: 'staff@example.com', staffRole: 'packer' })
  const done = await runDataImport(admin, checked)
  expect(done).toMatchObject({ imported: 1, created: 1, invalid: 1 })
  expect((await findProfile(ctx, 'since@example.com'))?.name).not.toBe('From File')
  expect((await findProfile(ctx, 'staff@example.com'))?.name).not.toBe('From File')
})

test('erasing a person’s data deletes their rows, and rows are deleted after a week', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const checked = await checkDataFile(admin, 'customers', 'email\na@example.com\nb@example.com\n')
  await eraseGuest(ctx.db, { id: null, email: 'a@example.com' })
  const done = await runDataImport(admin, checked)
  expect(done.lines.map(({ key }) => key)).toEqual(['b@example.com'])
  expect(await findAccount(ctx.db, 'a@example.com')).toBeUndefined()
  await execute(ctx.db)`update data_imports set created_at = now() - interval '8 days'`
  await deleteOldDataImports(ctx.db)
  expect(await queryColumn(ctx.db, z.string())`select key from data_import_rows`).toEqual([])
  await expect(findDataImport(admin, 'customers', checked.id)).rejects.toThrow('deleted after a week')
})
