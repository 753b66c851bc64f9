import { z } from 'zod'
import { newId } from '#core/ids.ts'
import { formatMoney } from '#core/money.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, sql } from '#db/sql.ts'
import type { CheckedRecord, DataRecord, RowDetail } from '../data-import.ts'
import {
  type CheckContext,
  type DataKind,
  invalidRecord,
  type PendingRecord,
  problemOf,
  type WriteContext,
} from '../data-kind.server.ts'
import { ImportedOffer } from './imported-offer.server.ts'
import { readOffers } from './offer-csv.server.ts'

export const OFFER_IMPORT: DataKind = { read: readOffers, check: checkOffers, write: writeOffers }

const OTHER_TERMS =
  'The store has an offer with this code and other terms. Offers are never changed by an import. Remove the line, or use another code.'
const CREATED_SINCE = 'Someone created an offer with this code after the file was checked.'

async function checkOffers({ db, now }: CheckContext, records: DataRecord[]): Promise<CheckedRecord[]> {
  const known = await findOffers(db, records)
  return records.map((record) => {
    if (!record.data) return invalidRecord(record)
    const offer = ImportedOffer.parse(record.data)
    const existing = known.get(offer.code)
    const problem = existing
      ? isSame(existing, offer)
        ? undefined
        : problemOf('Code', offer.code, OTHER_TERMS)
      : offer.endsAt && new Date(offer.endsAt) <= now
        ? problemOf('Ends at', offer.endsAt, 'This code has ended.')
        : undefined
    if (problem) return invalidRecord({ ...record, problems: [problem] })
    const named = { ...record, key: offer.code, name: offer.title }
    if (existing) return { ...named, kind: 'unchanged', data: null, details: [] }
    return { ...named, kind: 'new', data: offer, details: describe(offer) }
  })
}

const isSame = (known: KnownOffer, { kind, value, minimum }: ImportedOffer) =>
  known.kind === kind && known.value === value && known.minimum === minimum

function describe({ kind, value, minimum, endsAt, totalLimit, customerLimit }: ImportedOffer): RowDetail[] {
  const usd = (amount: number) => formatMoney({ amount, currency: 'usd' })
  const details: [string, string | null | undefined | false | 0][] = [
    ['value', kind === 'amount' ? usd(value) : `${value / 100}%`],
    ['minimum', minimum && usd(minimum)],
    ['ends', endsAt?.slice(0, 10)],
    ['uses left', totalLimit !== null && String(totalLimit)],
    ['per customer', customerLimit !== null && String(customerLimit)],
  ]
  return details.flatMap(([label, text]): RowDetail[] => (text ? [[label, text]] : []))
}

const KnownOffer = ImportedOffer.pick({ code: true, kind: true, value: true, minimum: true })
type KnownOffer = z.infer<typeof KnownOffer>

async function findOffers(db: Db, records: DataRecord[]): Promise<Map<string, KnownOffer>> {
  const rows = await query(db, KnownOffer)`
    select code, kind, value, minimum from offers where code = any(${records.map(({ key }) => key)})`
  return new Map(rows.map((row) => [row.code, row]))
}

async function writeOffers({ db, now }: WriteContext, rows: PendingRecord[]): Promise<Map<number, string>> {
  const offers = rows.map(({ line, data }) => ({ line, id: newId('offer'), ...ImportedOffer.parse(data) }))
  const created = await queryColumn(db, z.string())`
    insert into offers (id, code, title, kind, value, minimum, starts_at, ends_at, total_limit, customer_limit, created_at)
    select id, code, title, kind, value, minimum, coalesce("startsAt", ${now}), "endsAt", "totalLimit", "customerLimit", ${now}
    from json_to_recordset(${sql.json(offers)}) as r (id text, code text, title text, kind text, value bigint, minimum bigint,
      "startsAt" timestamptz, "endsAt" timestamptz, "totalLimit" int, "customerLimit" int)
    order by code on conflict (code) do nothing returning code`
  const isCreated = new Set(created)
  return new Map(
    offers.flatMap(({ line, code }) => (isCreated.has(code) ? [] : [[line, CREATED_SINCE] as const])),
  )
}
