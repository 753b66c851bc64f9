import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const HOOKS = `
React Router has changed. Check that each of these still works, and is still needed, then change the version here.
- page-scripts.ts: attributes and nonces of the scripts and modulepreload links that Scripts renders
- page-styles.ts: the stylesheet's link that Links renders
- storefront-build.ts: whether a build with all routes is as fast (docs/decisions/0025-react-router.md)
- scripts/route-manifests.ts: the format of the route manifest that the browser reads
- web/ui/link.tsx: the markup of Link
- web/entry.server.tsx: renderMeta.streamCache, which StreamTransfer reads, and the manifest of the matched routes
- server/http/pages/page-handler.ts: the path /__manifest`

test('the hooks into React Router were written for 8.4.0', () => {
  const { version } = JSON.parse(readFileSync('node_modules/react-router/package.json', 'utf8'))
  expect(version, HOOKS).toBe('8.4.0')
})
