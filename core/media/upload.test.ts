import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getExtension, isBucket, publicPath, sanitizeFileName } from './upload.ts'

describe('a file name', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', '\0', ' ', '"', '🌹', '\u202e'), maxLength: 300 }),
  )

  test('never leaves its folder, and has no control character or quotation mark', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const clean = sanitizeFileName(name)
        expect(clean).not.toMatch(/[\\/<>:"|?*]|\p{C}/u)
        expect([...clean].length).toBeLessThanOrEqual(109)
        expect(clean).not.toBe('')
      }),
    )
  })

  test('keeps its extension, however long it is', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom('.jpg', '.PDF', '.docx'), (name, extension) => {
        expect(sanitizeFileName(name + extension).endsWith(extension)).toBe(true)
        expect(getExtension(sanitizeFileName(name + extension))).toBe(extension.slice(1).toLowerCase())
      }),
    )
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Grace\\Rose "Oud".JPG', 'Rose Oud.JPG'],
    ['Cre\u0300me.png', 'Crème.png'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['  rose.txt  ', 'rose.txt'],
    ['🌹'.repeat(150), '🌹'.repeat(100)],
    ['', 'file'],
    ['a/b/', 'file'],
  ])('%j becomes %j', (name, clean) => {
    expect(sanitizeFileName(name)).toBe(clean)
  })

  test.each([
    ['rose.tar.GZ', 'gz'],
    ['rose', ''],
    ['rose.', ''],
    ['rose.jpg ', ''],
    ['rose.verylongext', ''],
  ])('%j has the extension %j', (name, extension) => {
    expect(getExtension(name)).toBe(extension)
  })
})

test('there are two buckets, and a file’s address has its bucket and path', () => {
  expect(['admin-uploads', 'admin_uploads', 'Admin_Uploads', '', 'secrets'].map(isBucket)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(publicPath({ bucket: 'admin_uploads', path: 'pictures/a.jpg' })).toBe(
    '/storage/public/admin_uploads/pictures/a.jpg',
  )
})
