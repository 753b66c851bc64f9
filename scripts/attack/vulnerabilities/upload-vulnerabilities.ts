// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const UPLOAD_VULNERABILITIES: Defect[] = [
  {
    name: 'a file that ends its process is checked for ever',
    edits: [
      {
        file: 'core/catalog/import/check-import.server.ts',
        find: 'upload.attempts > MAX_ATTEMPTS',
        replace: 'upload.attempts < 0',
      },
    ],
    test: 'core/catalog/import/check-import.server.test.ts',
    testName: 'a check whose process ended twice is given up, with a reason; other failures don’t count',
  },
  {
    name: 'a picture takes all memory of the machine',
    edits: [
      { file: 'core/child-process/watch-memory.server.ts', find: '> megabytes', replace: '> Infinity' },
    ],
    test: 'core/child-process/child-process.server.test.ts',
    testName: 'a task that fills the memory of a library is ended, and the tasks beside it are done',
  },
  {
    name: 'a job that ends its process runs again for ever',
    edits: [
      {
        file: 'core/outbox/recover-jobs.server.ts',
        find: 'interruptions >= MAX_INTERRUPTIONS',
        replace: 'interruptions < 0',
      },
    ],
    test: 'core/outbox/outbox.server.test.ts',
    testName: 'a job whose process was killed twice is set aside until the owner retries it',
  },
  {
    name: 'restarts use up the attempts of a job, and it is given up',
    edits: [
      {
        file: 'core/outbox/recover-jobs.server.ts',
        find: 'greatest(released.attempts - 1, 0)',
        replace: 'released.attempts',
      },
    ],
    test: 'core/outbox/outbox.server.test.ts',
    testName: 'a job whose process was killed runs again, and the kill costs no attempt',
  },
  {
    name: 'an import has any number of rows',
    edits: [
      {
        file: 'core/catalog/import/reading/read-import.server.ts',
        find: 'if (++count > MAX_IMPORT_ROWS)',
        replace: 'if (++count < 0)',
      },
    ],
    test: 'core/catalog/import/reading/read-import.server.test.ts',
    testName: 'a file with more than 50,000 products is refused',
  },
  {
    name: 'an import starts before its rows are checked',
    edits: [
      {
        file: 'core/catalog/import/start-import.server.ts',
        find: "    if (state === 'checking')\n",
        replace: "    if (state === 'failed')\n",
      },
    ],
    test: 'core/catalog/import/check-import.server.test.ts',
    testName: 'an import starts only after its rows are checked, and its file is stored until then',
  },
  {
    name: 'a file that takes over its process reads the secrets',
    edits: [
      {
        file: 'core/child-process/child-process.server.ts',
        find: 'const env = { PATH: process.env.PATH,',
        replace: 'const env = { ...process.env,',
      },
    ],
    test: 'core/child-process/child-process.server.test.ts',
    testName: 'the process gets no secrets from the environment',
  },
  {
    name: 'an SVG names its namespace by an entity and keeps its script',
    edits: [{ file: 'core/media/svg.ts', find: "value.includes('&') || ", replace: '' }],
    test: 'core/media/svg.test.ts',
    testName: 'http://www.w3.org/2000/sv&#103;',
  },
  {
    name: 'an SVG keeps its event handlers',
    edits: [{ file: 'core/media/svg.ts', find: "  if (name.startsWith('on')) return true\n", replace: '' }],
    test: 'core/media/svg.test.ts',
    testName: '<path onload="alert(1)" d="M0"/> becomes',
  },
  {
    name: 'an SVG loads files of another site',
    edits: [
      {
        file: 'core/media/svg.ts',
        find: "return value !== '' && !SAFE_LINK.test(value)",
        replace: 'return false',
      },
    ],
    test: 'core/media/svg.test.ts',
    testName: '<use href="https://evil.example/x.svg#a"/> becomes',
  },
  {
    name: 'an SVG defines its own entities',
    edits: [
      {
        file: 'core/media/svg.ts',
        find: '/<!DOCTYPE svg[^>[]*>/iy',
        replace: '/<!DOCTYPE svg(?:[^>[]|\\[[^\\]]*\\])*>/iy',
      },
    ],
    test: 'core/media/svg.test.ts',
    testName: '<!DOCTYPE svg [<!ENTITY x',
  },
  {
    name: 'an uploaded file has any size',
    edits: [
      {
        file: 'core/media/temp-files.server.ts',
        find: 'if (total <= maxBytes) done(null, chunk)',
        replace: 'if (total <= 64 * maxBytes) done(null, chunk)',
      },
    ],
    test: 'core/media/uploads.server.test.ts',
    testName: 'a file is read up to its limit and no further',
  },
  {
    name: 'a file that is uploaded in parts has any size',
    edits: [
      {
        file: 'core/media/upload-parts.server.ts',
        find: '      if (at + chunk.byteLength > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES)\n',
        replace: '',
      },
    ],
    test: 'core/media/upload-parts.server.test.ts',
    testName: 'parts add up to at most 100 MB',
  },
  {
    name: 'staff finish and read each other’s unfinished uploads',
    edits: [{ file: 'core/media/upload-parts.server.ts', find: '`${id} ${upload}`', replace: '`${upload}`' }],
    test: 'core/media/upload-parts.server.test.ts',
    testName: 'administrators don’t see each other’s unfinished uploads, whatever the names',
  },
  {
    name: 'a picture of billions of pixels is unpacked',
    edits: [
      {
        file: 'core/media/inspect-file.server.ts',
        find: 'if (pixels > MAX_PIXELS) {',
        replace: 'if (pixels < 0) {',
      },
    ],
    test: 'core/media/inspect-file.server.test.ts',
    testName: 'with more than 50 megapixels is refused before it is unpacked',
  },
  {
    name: 'a document of any unpacked size is stored',
    edits: [{ file: 'core/media/inspect-file.server.ts', find: '> MAX_UNPACKED_BYTES\n', replace: '< 0\n' }],
    test: 'core/media/inspect-file.server.test.ts',
    testName: 'is accepted up to 500 MB unpacked',
  },
  {
    name: 'a photograph keeps the place where it was taken',
    edits: [
      {
        file: 'core/media/save-upload.server.ts',
        find: 'const hasMetadata = picture?.hasMetadata ?? false',
        replace: 'const hasMetadata = false',
      },
    ],
    test: 'core/media/uploads.server.test.ts',
    testName:
      'a photograph is stored under a random name, without its location, and its sizes are made by a job',
  },
  {
    name: 'files are stored unscanned while the scanner is away',
    edits: [
      {
        file: 'core/media/save-upload.server.ts',
        find: "    throw new Refusal('unavailable', 'This file can’t be checked for malware right now. Try again later.')\n",
        replace: '',
      },
    ],
    test: 'core/media/save-upload.server.test.ts',
    testName:
      'an upload with malware is refused at its field, and without an answer from the scanner nothing is stored',
  },
  {
    name: 'an upload’s name has folders',
    edits: [{ file: 'core/media/upload.ts', find: "name.split(/[\\\\/]/).at(-1) ?? ''", replace: 'name' }],
    test: 'core/media/upload.test.ts',
    testName: 'never leaves its folder, and has no control character or quotation mark',
  },
  {
    name: 'a path leads out of the folder of files',
    edits: [
      {
        file: 'server/disk-files.ts',
        find: 'if (!file.startsWith(path.resolve(folder) + path.sep)) throw',
        replace: 'if (!file) throw',
      },
    ],
    test: 'server/files.test.ts',
    testName: 'rejects paths outside its folder',
  },
  {
    name: 'customers upload files',
    edits: [
      {
        file: 'core/media/save-upload.server.ts',
        find: "  requirePermission(ctx.actor, 'media.edit')\n  return withTempFile",
        replace: '  return withTempFile',
      },
      {
        file: 'core/media/save-upload.server.ts',
        find: "const { id: createdBy } = requirePermission(ctx.actor, 'media.edit')",
        replace: "const createdBy = ctx.actor.kind === 'user' ? ctx.actor.id : ''",
      },
      {
        file: 'core/permissions/staff-transaction.server.ts',
        find: 'const actor = requirePermission(ctx.actor, permission)',
        replace: 'const actor = ctx.actor as SignedInActor',
      },
    ],
    test: 'core/media/uploads.server.test.ts',
    testName: 'anyone can read an uploaded file, and only administrators upload, list, describe, or delete',
  },
]
