import { Email } from '#core/accounts/account.ts'
import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import { MAX_NOTE_LENGTH } from '#core/customers/tags/read-note.ts'
import { MAX_TAG_LENGTH, MAX_TAGS } from '#core/customers/tags/tag.ts'
import { zipCodeError } from '#core/regions/address-format.ts'
import type { DataRecord } from '../data-import.ts'
import { countNote, lineProblem, problemOf, type ReadContext } from '../data-kind.server.ts'
import { readCountry, readState } from '../reading/address-cells.ts'
import {
  type Cells,
  type Headings,
  matchColumns,
  readCells,
  requireColumns,
} from '../reading/data-columns.ts'
import { isYes, readTime } from '../reading/read-values.ts'
import type { CustomerAddress, ImportedCustomer } from './imported-customer.server.ts'

const HEADINGS = {
  email: ['email', 'email address', 'user email', 'customer email', 'billing email', 'email (billing)'],
  firstName: ['first name', 'firstname', 'billing first name', 'first name (billing)'],
  lastName: ['last name', 'lastname', 'billing last name', 'last name (billing)'],
  name: ['name', 'full name', 'customer', 'display name'],
  phone: ['phone', 'phone number', 'billing phone', 'phone (billing)', 'telephone'],
  addressPhone: ['default address phone', 'shipping phone'],
  subscribes: ['accepts email marketing', 'accepts marketing', 'newsletter', 'subscribed'],
  tags: ['tags'],
  note: ['note', 'notes', 'customer note'],
  since: ['sign up', 'created at', 'customer since', 'date registered', 'user registered', 'registered'],
  company: ['default address company', 'company', 'billing company'],
  address1: ['default address address1', 'address1', 'address 1', 'address', 'street', 'billing address 1'],
  address2: ['default address address2', 'address2', 'address 2', 'billing address 2'],
  city: ['default address city', 'city', 'billing city'],
  state: ['default address province code', 'province code', 'state', 'province', 'region', 'billing state'],
  zipCode: ['default address zip', 'zip', 'zip code', 'postcode', 'postal code', 'billing postcode'],
  country: ['default address country code', 'country code', 'country', 'country / region', 'billing country'],
} satisfies Headings<string>
type Field = keyof typeof HEADINGS

/** An export of customers by Shopify, WooCommerce, or its plugins, or any table with a column for the email address. */
export function readCustomers(header: string[], ctx: ReadContext) {
  const columns = matchColumns<Field>(header, HEADINGS)
  requireColumns(header, columns, { Email: ['email'] })
  return async function* readLines(lines: AsyncIterable<CsvLine>): AsyncGenerator<DataRecord> {
    for await (const line of lines) {
      const cells = readCells(columns, line.cells)
      const problem = lineProblem(line, header)
      const name = fullName(cells)
      if (problem) yield { line: line.line, key: cells.email?.toLowerCase() ?? '', name, problems: [problem] }
      else yield readCustomer(line.line, cells, ctx)
    }
  }
}

const fullName = ({ firstName = '', lastName = '', name = '' }: Cells<Field>) =>
  ([firstName, lastName].filter(Boolean).join(' ') || name).replace(/[\s\p{Cc}]+/gu, ' ')

function readCustomer(line: number, cells: Cells<Field>, { timeZone, notes }: ReadContext): DataRecord {
  const email = Email.safeParse(cells.email ?? '')
  const name = fullName(cells)
  const phone = cells.phone || cells.addressPhone || ''
  const problems = []
  if (!cells.email)
    problems.push(problemOf('Email', '', 'A customer without an email address can’t sign in.'))
  else if (email.error)
    problems.push(
      problemOf('Email', cells.email, email.error.issues[0]?.message ?? 'Enter an email address.'),
    )
  if (name.length > 200) problems.push(problemOf('Name', name, 'Use at most 200 characters.'))
  const since = cells.since ? readTime(cells.since, timeZone) : undefined
  const record = {
    line,
    key: email.data ?? (cells.email ?? '').slice(0, 254),
    email: email.data,
    name: name.slice(0, 200),
  }
  if (problems.length || !email.data) return { ...record, problems }
  if (phone.length > 40) countNote(notes, LONG_PHONES)
  if ((cells.note?.length ?? 0) > MAX_NOTE_LENGTH) countNote(notes, LONG_NOTES)
  const tags = readTags(cells.tags)
  if (tags.length > MAX_TAGS) countNote(notes, TOO_MANY_TAGS)
  const data: ImportedCustomer = {
    email: email.data,
    name: name || null,
    phone: phone && phone.length <= 40 ? phone : null,
    subscribes: isYes(cells.subscribes),
    tags: tags.slice(0, MAX_TAGS),
    note: cells.note?.slice(0, MAX_NOTE_LENGTH) || null,
    since: since && 'value' in since ? since.value.toISOString() : null,
    address: readAddress(cells, notes),
  }
  return { ...record, data, problems: [] }
}

function readTags(text = ''): string[] {
  const tags = text
    .normalize('NFC')
    .split(/[,;]/)
    .map((tag) =>
      tag
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, MAX_TAG_LENGTH)
        .trim(),
    )
    .filter(Boolean)
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]
}

function readAddress(cells: Cells<Field>, notes: ReadContext['notes']): CustomerAddress | null {
  const { address1 = '', address2 = '', city = '', company = '', firstName = '', lastName = '' } = cells
  if (!address1) return null
  const country = readCountry(cells.country)
  if (!country) {
    countNote(notes, OTHER_COUNTRIES)
    return null
  }
  const zipCode = (cells.zipCode ?? '').replace(/^'/, '').trim()
  const address = {
    firstName,
    lastName,
    address: [company, address1, address2].filter(Boolean).join(', '),
    city,
    state: readState(cells.state, country),
    zipCode,
    country,
    phone: cells.addressPhone || cells.phone || null,
  }
  const required = [firstName, lastName, city, address.state, zipCode]
  const isComplete = required.every((text) => text && text.length <= 200) && address.address.length <= 200
  if (!isComplete || zipCodeError(zipCode, country)) {
    countNote(notes, INCOMPLETE_ADDRESSES)
    return null
  }
  return { ...address, phone: address.phone && address.phone.length <= 40 ? address.phone : null }
}

const counted = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${several}`
const LONG_PHONES = (count: number) =>
  `${counted(count, 'phone number has', 'phone numbers have')} more than 40 characters and won’t be imported.`
const LONG_NOTES = (count: number) =>
  `${counted(count, 'note has', 'notes have')} more than 2,000 characters. The first 2,000 will be imported.`
const TOO_MANY_TAGS = (count: number) =>
  `${counted(count, 'customer has', 'customers have')} more than ${MAX_TAGS} tags. The first ${MAX_TAGS} will be imported.`
const OTHER_COUNTRIES = (count: number) =>
  `${counted(count, 'address is', 'addresses are')} in a country to which this store doesn’t deliver and won’t be imported. The customers will.`
const INCOMPLETE_ADDRESSES = (count: number) =>
  `${counted(count, 'address is', 'addresses are')} incomplete or has no valid postal code and won’t be imported. The customers will.`.replace(
    'addresses are incomplete or has',
    'addresses are incomplete or have',
  )
