import { expect, test } from '#test/demo-page-test.ts'
import { findAll, textOf } from '#test/markup.ts'

test('a deployment check has a title, a description, its status, and whether it is critical', async ({
  admin,
}) => {
  const dashboard = await admin.open('/admin')
  const isSection = ({ tag, attributes }: { tag: string; attributes: Record<string, string> }) =>
    tag === 'section' && attributes['aria-label'] === 'Deployment readiness'
  const [summary] = findAll(dashboard.root, isSection)
  const links = summary ? findAll(summary, ({ tag }) => tag === 'a') : []
  expect(links.map(({ attributes }) => attributes.href)).toEqual(['/admin/readiness'])

  const readiness = await admin.open('/admin/readiness')
  const [section] = findAll(readiness.root, isSection)
  const items = section ? findAll(section, ({ tag }) => tag === 'li') : []
  expect(items.length).toBeGreaterThan(3)
  for (const item of items) {
    const paragraphs = findAll(item, ({ tag }) => tag === 'p').map(textOf)
    expect(paragraphs[0]).toMatch(/^\w.*(Complete|Warning|Incomplete)$/)
    if (!paragraphs[0]?.endsWith('Complete')) expect(paragraphs[1]).toMatch(/\w/)
  }
  const texts = items.map(textOf)
  expect(texts.join()).toContain('· Critical')
  expect(texts.find((text) => text.includes('Warning'))).toMatch(/sandbox/i)
})
