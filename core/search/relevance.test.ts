import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#db/connection.ts'
import { buildContext } from '#test/context.ts'
import { createSeededDatabase } from '#test/demo-database.ts'
import { JUDGED_QUERIES, PRODUCT_SLUGS } from './relevance.fixture.ts'
import { searchProducts } from './search.server.ts'

const shortNames = new Map<string, string>(Object.entries(PRODUCT_SLUGS).map(([name, slug]) => [slug, name]))

test('search relevance, as nDCG@10 over the judged queries, is at least 0.9', {
  timeout: 120_000,
}, async () => {
  const database = await createSeededDatabase()
  const connection = connect({ url: database.appUrl, max: 1 })
  onTestFinished(async () => {
    await connection.close()
    await database.drop()
  })
  const ctx = buildContext(connection)
  const scores: { q: string; score: number; ranking: string }[] = []
  for (const [q, gradeByName] of Object.entries(JUDGED_QUERIES)) {
    const { products } = await searchProducts(ctx, { q, grouped: true, limit: 10 })
    const names = products.map(({ slug }) => shortNames.get(slug) ?? slug)
    const grades = names.map((name) => (gradeByName as Record<string, number>)[name] ?? 0)
    const ranking = names.map((name, index) => `${name} ${grades[index]}`).join(', ')
    scores.push({
      q,
      score: gain(grades) / gain(Object.values(gradeByName).toSorted((a, b) => b - a)),
      ranking,
    })
  }
  const mean = scores.reduce((sum, { score }) => sum + score, 0) / scores.length
  const weakest = scores.toSorted((one, other) => one.score - other.score).slice(0, 30)
  console.log(`nDCG@10 over ${scores.length} queries: ${mean.toFixed(3)}`)
  for (const { q, score, ranking } of weakest) console.log(`  ${score.toFixed(2)}  ${q}: ${ranking}`)
  expect(scores.length).toBeGreaterThanOrEqual(60)
  expect(mean).toBeGreaterThanOrEqual(0.9)
})

function gain(grades: number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
}
