import { z } from 'zod'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import {
  CollectionDraft,
  MAX_COLLECTION_PRODUCTS,
  MAX_COLLECTIONS,
} from '#core/catalog/collections/collection.ts'
import { invalidInput } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { type ImportFileRow, previewCell } from '../product-csv.ts'
import type { ImportOptions, ImportProblem } from '../product-import.ts'
import { selectChosenCollections } from './chosen-collections.server.ts'

export type CollectionCheck = Awaited<ReturnType<typeof createCollectionCheck>>

type CheckedRow = Pick<ImportFileRow, 'otherCategories'> & {
  /** As the file lists them. Undefined if it has no such column. */
  collections: string[] | undefined
  existing: AdminProduct | undefined
}

/** Finds the collections that the rows of a file name, by name or slug. With `createCategories`, those that the store lacks are new. */
export async function createCollectionCheck(
  db: Db,
  { createCategories = false }: Pick<ImportOptions, 'createCategories'>,
) {
  const stored = await query(db, StoredCollection)`
    select name, slug, rule is not null as "isByRule",
      (select count(*)::int from collection_products where collection_id = c.id) as products
    from collections c`
  const added: string[] = []
  const counts = new Map(stored.map(({ name, products }) => [name, products]))
  let chosen = new Map<string, string[]>()

  async function load(products: Iterable<AdminProduct>): Promise<void> {
    chosen = await selectChosenCollections(
      db,
      [...products].map(({ id }) => id),
    )
  }

  const chosenFor = (existing: AdminProduct | undefined) => (existing && chosen.get(existing.id)) ?? []

  function find(text: string): { name: string; isByRule: boolean } | undefined {
    const name = text.toLowerCase()
    const newName = added.find((other) => other.toLowerCase() === name)
    return (
      stored.find((collection) => collection.name.toLowerCase() === name) ??
      stored.find(({ slug }) => slug === name) ??
      (newName === undefined ? undefined : { name: newName, isByRule: false })
    )
  }

  function findOrAdd(text: string): { name: string } | { error: string } {
    const collection = find(text)
    if (collection) return collection.isByRule ? { error: byRuleMessage(collection.name) } : collection
    if (!createCategories) return { error: unknownMessage(text) }
    const { data: name, error } = CollectionDraft.shape.name.safeParse(text)
    if (name === undefined) return { error: error?.issues[0]?.message ?? '' }
    if (stored.length + added.length >= MAX_COLLECTIONS)
      throw invalidInput('file', tooManyMessage(stored.length))
    added.push(name)
    return { name }
  }

  /** The collections that a row puts its product into. Undefined if they stay as they are. */
  function check({ collections: listed, otherCategories, existing }: CheckedRow): {
    collections?: string[]
    problems: ImportProblem[]
  } {
    const before = chosenFor(existing)
    if (!listed) {
      const known = otherCategories
        ?.map(find)
        .filter((match) => match && !match.isByRule && hasRoom(match.name))
      const names = new Set([...before, ...(known ?? []).flatMap((match) => match?.name ?? [])])
      return { ...(known?.length && { collections: [...names].toSorted() }), problems: [] }
    }
    const names = new Set<string>()
    const problems = listed.flatMap((text): ImportProblem[] => {
      const match = findOrAdd(text)
      const isFull = 'name' in match && !before.includes(match.name) && !hasRoom(match.name)
      if ('name' in match && !isFull) names.add(match.name)
      const problem = 'error' in match ? match.error : isFull ? fullMessage(match.name) : undefined
      return problem === undefined ? [] : [{ column: 'collections', value: previewCell(text), problem }]
    })
    return { collections: [...names].toSorted(), problems }
  }

  const hasRoom = (name: string) => (counts.get(name) ?? 0) < MAX_COLLECTION_PRODUCTS

  /** What a valid row adds to collections and takes out of them. */
  function count(existing: AdminProduct | undefined, collections: string[] | undefined): void {
    if (!collections) return
    const before = chosenFor(existing)
    for (const name of collections) if (!before.includes(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const name of before) if (!collections.includes(name)) counts.set(name, (counts.get(name) ?? 0) - 1)
  }

  /** The new ones among the collections of these products, with how many of them each has. */
  function countNew(lists: Iterable<string[]>): Map<string, number> {
    const newCounts = new Map(added.map((name) => [name, 0]))
    for (const name of [...lists].flat()) {
      const products = newCounts.get(name)
      if (products !== undefined) newCounts.set(name, products + 1)
    }
    return new Map([...newCounts].filter(([, products]) => products))
  }

  return { load, check, count, countNew, chosenFor }
}

const unknownMessage = (text: string) =>
  `The store has no collection “${previewCell(text)}”. Create it under Products → Collections, or upload the file again and choose to create missing collections.`
const byRuleMessage = (name: string) =>
  `“${name}” is a collection by rule, so its products can’t be chosen. Remove it from this cell, or remove its rule.`
const fullMessage = (name: string) =>
  `“${name}” has ${MAX_COLLECTION_PRODUCTS} products, the most that can be chosen. Remove it from this cell, or give the collection a rule.`
const tooManyMessage = (count: number) =>
  `This file names more new collections than the store has room for: the store has ${count} of at most ${MAX_COLLECTIONS}. Use fewer collections in the file, or delete some of the store’s, then upload it again.`

const StoredCollection = z.strictObject({
  name: z.string(),
  slug: z.string(),
  isByRule: z.boolean(),
  products: z.int(),
})
