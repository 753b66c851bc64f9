import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inspectFile } from './inspect-file.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-svg-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function inspectSvg(text: string) {
  const file = path.join(folder, 'a.svg')
  await writeFile(file, text)
  return inspectFile(file, 'a.svg', 'all')
}

// A pattern that can match the comments in many ways never finishes here.
test.each(['<!---->', '<!---->\n', '<!-- - -- -->'])(
  '10,000 of %j take no longer than their length',
  async (comment) => {
    const comments = comment.repeat(Math.floor(64_000 / comment.length))
    expect(await inspectSvg(`${comments}<svg>`)).toMatchObject({ type: 'image/svg+xml' })
    for (const text of [comment.repeat(10_000), `${comments}<!--`, `${comments}<html>`])
      await expect(inspectSvg(text)).rejects.toMatchObject({ code: 'invalid_input' })
  },
)
