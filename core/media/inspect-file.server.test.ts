import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inspectFile } from './inspect-file.server.ts'

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** The start of a zip: one file, without the directory that ends a complete one. */
function startOfDocument(): Buffer {
  const name = '[Content_Types].xml'
  const content = `<Types><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}"/></Types>`
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name + content)])
}

test('a document that ends too early is refused with a reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-damaged-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'notes.docx')
  const inspectBytes = async (bytes: Buffer) => {
    await writeFile(file, bytes)
    return inspectFile(file, 'notes.docx', 'all')
  }
  const document = startOfDocument()
  await expect(inspectBytes(document)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'This document is incomplete or damaged. Export it again and retry.',
  })
  for (let length = 0; length < document.length; length += 7)
    await expect(inspectBytes(document.subarray(0, length))).rejects.toMatchObject({ code: 'invalid_input' })
})
