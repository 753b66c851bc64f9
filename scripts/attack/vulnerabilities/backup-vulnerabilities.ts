// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const BACKUP_VULNERABILITIES: Defect[] = [
  {
    name: 'a backup without a signature is restored',
    edits: [
      {
        file: 'server/backup/signature.ts',
        find: '  if (text === undefined)\n',
        replace: '  if (text === undefined) return\n  if (!text)\n',
      },
    ],
    test: 'server/backup/encrypted-backup.test.ts',
    testName: 'a backup that was changed, or that nobody known has signed, is refused',
  },
  {
    name: 'a backup that was changed after it was signed is restored',
    edits: [
      {
        file: 'server/backup/signature.ts',
        find: 'if (!isSignedBy(manifest, { signer, signature }))',
        replace: 'if (!manifest)',
      },
    ],
    test: 'server/backup/encrypted-backup.test.ts',
    testName: 'a backup that was changed, or that nobody known has signed, is refused',
  },
  {
    name: 'a backup that anyone has signed is restored',
    edits: [
      {
        file: 'server/backup/signature.ts',
        find: '  if (signers.includes(signer)) return\n',
        replace: '  if (signer) return\n',
      },
    ],
    test: 'server/backup/encrypted-backup.test.ts',
    testName: 'a backup that was changed, or that nobody known has signed, is refused',
  },
  {
    name: 'a backup has the key beside what it opens',
    edits: [
      {
        file: 'server/backup/create-backup.ts',
        find: 'if (!secret || !draft.recipient) return null',
        replace: 'if (!secret) return null',
      },
    ],
    test: 'server/backup/encrypted-backup.test.ts',
    testName: 'a backup that isn’t encrypted leaves out the secret that decrypts its rows',
  },
  {
    name: 'an encrypted backup has readable parts',
    edits: [
      {
        file: 'server/backup/create-backup.ts',
        find: '    ...(recipient ? [encryptFor(recipient)] : []),\n',
        replace: '',
      },
    ],
    test: 'server/backup/encrypted-backup.test.ts',
    testName: 'an encrypted backup has nothing to read without its key, and restores with it',
  },
  {
    name: 'a backup writes files anywhere',
    edits: [
      { file: 'server/backup/manifest.ts', find: 'z.string().regex(FILE_PATH)', replace: 'z.string()' },
    ],
    test: 'server/backup/encrypted-backup.test.ts',
    testName: 'a backup can’t name files outside the storage',
  },
  {
    name: 'a damaged part of a backup is restored',
    edits: [
      {
        file: 'server/backup/restore-backup.ts',
        find: 'if (!actual || !isSameChecksum(actual, expectedChecksum))',
        replace: 'if (!actual)',
      },
    ],
    test: 'server/backup/backup.test.ts',
    testName: 'a damaged backup, an existing store, or a running store is rejected before anything changes',
  },
  {
    name: 'a backup is restored into a running store',
    edits: [
      {
        file: 'server/backup/restore-backup.ts',
        find: '  if (otherConnections.length)\n',
        replace: '  if (otherConnections.length < 0)\n',
      },
    ],
    test: 'server/backup/backup.test.ts',
    testName: 'a damaged backup, an existing store, or a running store is rejected before anything changes',
  },
]
