import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = globSync('{api,core,db,sandbox,server,web}/**/*.{ts,tsx}')
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** What the code must not have, and the files that have it for a reason. */
const FORBIDDEN: Record<string, { pattern: RegExp; except?: string[] }> = {
  'runs text as code': {
    pattern: /\beval\(|new Function\(|from 'node:vm'/,
    // A constant.
    except: ['server/process/release-memory.ts'],
  },
  'starts a program through a shell': {
    pattern: /\bshell: ?(?:true|['"`/])|\{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/,
  },
  'turns off the check of a certificate': {
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
  },
  'uses block modes or ciphers of its own choice': {
    pattern: /createCipheriv|createDecipheriv|\b(?:aes|des|rc4)-?\d|'(?:rc4|des)'/i,
  },
  'uses MD5 or SHA-1': {
    pattern: /'(?:md5|sha-?1)'/i,
    // The protocol of the service defines it; a cache validator.
    except: ['core/accounts/passwords/breached-passwords.server.ts', 'server/http/response.ts'],
  },
  'derives a key from a password': {
    pattern: /\bpbkdf2(?:Sync)?\(|\bscrypt(?:Sync)?\(/,
    // Password hashes from before Argon2id.
    except: ['core/accounts/passwords/password-hash.ts'],
  },
  'uses random numbers that can be guessed': {
    pattern: /Math\.random/,
    // Delays of the card sandbox.
    except: ['sandbox/events.ts'],
  },
  'writes HTML from text': {
    pattern: /dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write\(/,
    // Constant fields of the simulated payment form; a constant script; JSON without markup; what a person pastes into the editor, without its scripts; what React has
    // rendered and escaped.
    except: [
      'sandbox/library/elements-library.ts',
      'sandbox/library/express-library.ts',
      'web/root.tsx',
      'web/rendering/structured-data.tsx',
      'web/admin/rich-text/clipboard-html.ts',
      'web/storefront/product/product.tsx',
    ],
  },
  'parses XML': {
    pattern: /application\/xml'\)|xml2js|fast-xml-parser|\bXMLParser\b|from 'sax'/,
  },
  'lets other sites read responses': { pattern: /access-control-allow/i },
}

test.each(Object.keys(FORBIDDEN))('no code %s', (name) => {
  const { pattern = /^/, except = [] } = FORBIDDEN[name] ?? {}
  const files = SOURCES.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  expect(files.sort()).toEqual(except.sort())
})

test('TypeScript and the linter are strict', () => {
  expect(readFileSync('tsconfig.json', 'utf8')).toMatch(/"strict": true/)
  expect(readFileSync('biome.json', 'utf8')).toMatch(/"preset": "recommended"/)
})

test('every password field is masked, has a name for password managers, and accepts pasted text', () => {
  const fields = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:Field|input)\b[^>]*?\bname="password\w*"[^>]*>/g)].map(([field]) => [file, field]),
  )
  expect(fields.length).toBeGreaterThan(5)
  const isUnfit = (field = '') =>
    !/type="password"/.test(field) || !/autoComplete=/.test(field) || /onPaste/.test(field)
  expect(fields.filter(([, field]) => isUnfit(field))).toEqual([])
})
