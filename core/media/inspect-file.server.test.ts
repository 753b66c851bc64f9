import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectFile, stripMetadata } from './inspect-file.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-inspected-'))
afterAll(() => rmSync(folder, { recursive: true }))
let fileCount = 0

async function inspectBytes(name: string, bytes: Uint8Array | string, only: 'images' | 'all' = 'all') {
  const file = path.join(folder, String(++fileCount))
  await writeFile(file, bytes)
  return inspectFile(file, name, only)
}

const picture = ({ width = 60, height = 40 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#803030' } })

/** Pixels that don't compress, so that half of the file is half of the picture. */
const noise = () =>
  sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

async function animation(frameCount: number) {
  const frames = ['red', 'lime', 'blue'].slice(0, frameCount).map((background) => ({
    create: { width: 20, height: 30, channels: 3 as const, background },
  }))
  const encoded = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  return sharp(encoded, { join: { animated: true } })
}

const mismatch = (extension: string) => ({
  code: 'invalid_input',
  fields: {
    file: `This file’s content doesn’t match its .${extension} extension. Export it again and retry.`,
  },
})
const UNREADABLE = { fields: { file: 'This file can’t be read. Export it again and retry.' } }

describe('a picture', () => {
  test.for([
    ['a.jpg', 'image/jpeg'],
    ['a.JPEG', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.webp', 'image/webp'],
    ['a.gif', 'image/gif'],
  ] as const)('%s is accepted with its type and dimensions', async ([name, type]) => {
    const bytes = await picture()
      .toFormat(name.slice(2).toLowerCase() as 'png')
      .toBuffer()
    expect(await inspectBytes(name, bytes, 'images')).toEqual({
      extension: name.slice(2).toLowerCase(),
      type,
      picture: { width: 60, height: 40, hasMetadata: false },
    })
  })

  test.for(['jpeg', 'png', 'webp', 'gif'] as const)('that ends too early is refused (%s)', async (format) => {
    const bytes = await noise().toFormat(format).toBuffer()
    for (const part of [0.3, 0.8])
      await expect(inspectBytes(`a.${format}`, bytes.subarray(0, bytes.length * part))).rejects.toMatchObject(
        UNREADABLE,
      )
  })

  test('with only its first bytes is refused', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const bytes = await picture().toFormat(format).toBuffer()
      for (const length of [0, 1, 4, 12, 20])
        await expect(inspectBytes(`a.${format}`, bytes.subarray(0, length))).rejects.toMatchObject({
          code: 'invalid_input',
        })
    }
  })

  test('with more than 50 megapixels is refused before it is unpacked', async () => {
    await expect(inspectBytes('bomb.png', pngHeader(60_000, 60_000))).rejects.toMatchObject({
      code: 'too_large',
      message: 'This image has 3600 megapixels. Upload one of at most 50 megapixels.',
    })
  })

  test('of a phone held upright has the dimensions that it is shown in', async () => {
    const bytes = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await inspectBytes('a.jpg', bytes)).toMatchObject({
      picture: { width: 40, height: 60, hasMetadata: true },
    })
  })

  test('that moves has the height of one frame', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const bytes = await (await animation(3)).toFormat(format).toBuffer()
      expect(await inspectBytes(`a.${format}`, bytes)).toMatchObject({ picture: { width: 20, height: 30 } })
    }
  })
})

describe('camera metadata', () => {
  const exif = {
    IFD0: { Artist: 'Somebody', Make: 'Camera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 31/1 12/1' },
  }

  async function strip(name: string, bytes: Uint8Array) {
    const file = path.join(folder, String(++fileCount))
    await writeFile(file, bytes)
    await stripMetadata(file, `${file}.clean`, name)
    return readFile(`${file}.clean`)
  }

  test.for(['jpeg', 'png', 'webp'] as const)(
    'such as a location is found and removed (%s)',
    async (format) => {
      const bytes = await picture().withExif(exif).toFormat(format).toBuffer()
      expect(await inspectBytes(`a.${format}`, bytes)).toMatchObject({ picture: { hasMetadata: true } })
      const stripped = await strip(format, bytes)
      const metadata = await sharp(stripped).metadata()
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
      expect(stripped.includes('Somebody')).toBe(false)
      expect(metadata).toMatchObject({ format, width: 60, height: 40 })
    },
  )

  test('is removed without turning the picture', async () => {
    const left = await sharp({ create: { width: 20, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const bytes = await picture()
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const stripped = sharp(await strip('jpg', bytes))
    expect(await stripped.metadata()).toMatchObject({ width: 60, height: 40 })
    const right = await stripped.extract({ left: 45, top: 5, width: 10, height: 30 }).toBuffer()
    expect((await sharp(right).stats()).channels[0]?.mean).toBeGreaterThan(240)
  })

  test('is removed without stopping an animation', async () => {
    const bytes = await (await animation(3)).withExif(exif).webp({ loop: 2 }).toBuffer()
    expect(await sharp(await strip('webp', bytes), { animated: true }).metadata()).toMatchObject({ pages: 3 })
  })

  test('is removed without changing colors', async () => {
    const bytes = await picture().withIccProfile('p3').withExifMerge(exif).jpeg().toBuffer()
    expect((await sharp(await strip('jpg', bytes)).metadata()).icc).toEqual(
      (await sharp(bytes).metadata()).icc,
    )
  })
})

describe('a file whose content doesn’t match its extension is refused', () => {
  test.for<[string, string | Uint8Array]>([
    ['page.jpg', '<html><script>alert(1)</script></html>'],
    ['page.svg', '<html><svg></svg></html>'],
    ['text.svg', 'Not a drawing: <svg>'],
    ['page.pdf', '<html></html>'],
    ['program.txt', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['program.pdf', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
    ['zip.docx', Buffer.from('PK\x03\x04 a zip of something', 'latin1')],
    ['binary.txt', Buffer.from('a\0b')],
    ['utf16.txt', Buffer.from('text', 'utf16le')],
    ['text.mp4', 'text'],
    ['text.doc', 'text'],
  ])('%s', async ([name, bytes]) => {
    await expect(inspectBytes(name, bytes)).rejects.toMatchObject(mismatch(path.extname(name).slice(1)))
  })

  test('a JPEG named .png', async () => {
    const bytes = await picture().jpeg().toBuffer()
    await expect(inspectBytes('a.png', bytes)).rejects.toMatchObject(mismatch('png'))
  })

  test('a script that starts like a GIF', async () => {
    await expect(inspectBytes('a.gif', 'GIF89a/*<script>*/=1;alert(1)')).rejects.toMatchObject(UNREADABLE)
    await expect(inspectBytes('a.js', 'GIF89a/*<script>*/=1;alert(1)')).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('a picture followed by a page stays a picture', async () => {
    const bytes = Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.from('<html><script>1</script></html>'),
    ])
    expect(await inspectBytes('a.png', bytes)).toMatchObject({ type: 'image/png' })
    await expect(inspectBytes('a.txt', bytes)).rejects.toMatchObject(mismatch('txt'))
  })
})

test.each<[string, string | Uint8Array, string]>([
  ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['a.svg', '\uFEFF<?xml version="1.0"?>\n<!-- Rose --><!DOCTYPE svg PUBLIC "x">\n<SVG>', 'image/svg+xml'],
  ['a.pdf', '%PDF-1.7\n', 'application/pdf'],
  ['a.txt', 'Crème brûlée', 'text/plain'],
  ['a.txt', '', 'text/plain'],
  ['a.wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), 'audio/wav'],
  ['a.flac', Buffer.from('fLaC\0\0\0\x22', 'latin1'), 'audio/flac'],
  ['a.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 'video/mp4'],
  ['a.mov', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'), 'video/quicktime'],
  ['a.doc', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 'application/msword'],
])('%s is accepted as its type', async (name, bytes, type) => {
  expect(await inspectBytes(name, bytes)).toMatchObject({ type, picture: null })
})

test('only images can be pictures, and other types are refused everywhere', async () => {
  const refusal = (message: string) => ({ code: 'invalid_input', message, fields: { file: message } })
  await expect(inspectBytes('a.pdf', '%PDF-1.7', 'images')).rejects.toMatchObject(
    refusal('Only images can be uploaded here: JPG, PNG, GIF, WebP, or SVG.'),
  )
  for (const name of ['a.html', 'a.exe', 'a', '.htaccess', 'a.jpg.php', 'a.constructor'])
    await expect(inspectBytes(name, 'text')).rejects.toMatchObject(
      refusal('This file type isn’t supported. Upload an image, video, audio file, PDF, DOC, DOCX, or TXT.'),
    )
})

describe('a document', () => {
  const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

  /** A zip of one stored file. `unpackedBytes` is what its directory claims. */
  function zip(unpackedBytes: number) {
    const name = '[Content_Types].xml'
    const content = `<Types><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}"/></Types>`
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt32LE(content.length, 20)
    central.writeUInt32LE(unpackedBytes, 24)
    central.writeUInt16LE(name.length, 28)
    const start = Buffer.concat([local, Buffer.from(name + content)])
    const directory = Buffer.concat([central, Buffer.from(name)])
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(start.length, 16)
    return { start, whole: Buffer.concat([start, directory, end]) }
  }

  test('is accepted up to 500 MB unpacked', async () => {
    expect(await inspectBytes('a.docx', zip(500 * 1024 * 1024).whole)).toMatchObject({ extension: 'docx' })
    const message = 'This document is too large when unpacked. Upload one of at most 500 MB unpacked.'
    for (const bytes of [500 * 1024 * 1024 + 1, 0xfffffff0])
      await expect(inspectBytes('a.docx', zip(bytes).whole)).rejects.toMatchObject({
        fields: { file: message },
      })
  })

  test('that ends too early is refused with a reason', async () => {
    const { start, whole } = zip(100)
    const message = 'This document is incomplete or damaged. Export it again and retry.'
    for (const bytes of [start, whole.subarray(0, -22), whole.subarray(0, -4)])
      await expect(inspectBytes('notes.docx', bytes)).rejects.toMatchObject({
        code: 'invalid_input',
        message,
      })
    for (let length = 0; length < start.length; length += 7)
      await expect(inspectBytes('notes.docx', start.subarray(0, length))).rejects.toMatchObject({
        code: 'invalid_input',
      })
  })
})

/** A PNG that claims a size and has no pixels. */
function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(9)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
