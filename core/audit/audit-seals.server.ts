import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { isSignedBy, signerOf, signText } from '../signing-key.ts'

export async function sealAudit(db: Db): Promise<void> {
  await execute(db)`select audit_seal()`
}

export type SealContext = Pick<Context, 'db' | 'now'> & {
  settings: Pick<Context['settings'], 'secret' | 'previousSecret'>
}

/** Returns an entry at or after the first change, if the log doesn't match its seals. Signed seals need the settings. */
export async function findBrokenSeal({
  db,
  settings,
}: Partial<SealContext> & { db: Db }): Promise<number | null> {
  const broken = await findBrokenLink(db)
  return broken === null && settings ? findBrokenSignedSeal({ db, settings }) : broken
}

/** Checks only the end of the chain; older seals were checked when they were new. */
const CHECKED_SEALS = 10_000

async function findBrokenLink(db: Db): Promise<number | null> {
  const [entryId] = await queryColumn(db, z.int())`
    select s.entry_id as id from (
      select s.place, s.entry_id, s.hash, lag(s.hash) over w as previous, lag(s.place) over w as before
      from audit_seals s where s.place > (select max(place) from audit_seals) - ${CHECKED_SEALS}::int window w as (order by s.place)
    ) s left join audit_entries e on e.id = s.entry_id
    where e.id is null or case when s.before is null
      then s.place = 1 and s.hash <> audit_hash('', e)
      else s.place <> s.before + 1 or s.hash <> audit_hash(s.previous, e) end
    order by s.place limit 1`
  return entryId ?? null
}

const Seal = z.strictObject({ place: z.int(), entryId: z.int(), hash: z.string() })
export const SignedSeal = z.strictObject({ ...Seal.shape, signer: z.string(), signature: z.string() })
export type SignedSeal = z.infer<typeof SignedSeal>

/** What the signature is of. */
export const signedText = ({ place, entryId, hash }: z.infer<typeof Seal>) => `${place} ${entryId} ${hash}`

/**
 * Signs the last seal with a key that the database doesn't have: who owns the tables could seal a changed log again, but
 * not sign it. Returns null if it is signed already.
 */
export async function signLastSeal({ db, settings, now }: SealContext): Promise<SignedSeal | null> {
  const [seal] = await query(db, Seal)`
    select place, entry_id as "entryId", hash from audit_seals order by place desc limit 1`
  if (!seal) return null
  const signed = { ...seal, ...signText(signedText(seal), settings.secret, 'audit seal') }
  const { place, entryId, hash, signer, signature } = signed
  const added = await execute(db)`
    insert into audit_signed_seals (place, signer, entry_id, hash, signature, signed_at)
    values (${place}, ${signer}, ${entryId}, ${hash}, ${signature}, ${now}) on conflict do nothing`
  return added ? signed : null
}

/** `current` is the seal that the log has in its place now. */
export const CheckedSeal = z.strictObject({ ...SignedSeal.shape, current: z.string().nullable() })

/** The public keys of this store's secrets. Earlier seals may be signed with secrets that were replaced since. */
export function knownSigners({ secret, previousSecret }: SealContext['settings']): string[] {
  return [secret, previousSecret].flatMap((key) => (key ? [signerOf(key, 'audit seal')] : []))
}

export function isAltered(seal: z.infer<typeof CheckedSeal>): boolean {
  return seal.hash !== seal.current || !isSignedBy(signedText(seal), seal)
}

/** A year of signatures. */
const CHECKED_SIGNATURES = 366

async function findBrokenSignedSeal({ db, settings }: Omit<SealContext, 'now'>): Promise<number | null> {
  const signers = knownSigners(settings)
  const seals = await query(db, CheckedSeal)`
    select g.place, g.entry_id as "entryId", g.hash, g.signer, g.signature, s.hash as current
    from audit_signed_seals g left join audit_seals s on s.place = g.place and s.entry_id = g.entry_id
    order by g.place desc, g.signed_at desc limit ${CHECKED_SIGNATURES}`
  const isBroken = (seal: z.infer<typeof CheckedSeal>, index: number) =>
    signers.includes(seal.signer) ? isAltered(seal) : index === 0
  return seals.findLast(isBroken)?.entryId ?? null
}
