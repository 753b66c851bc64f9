import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { runTool, type Tool } from './tool.ts'

/** What must not be served: the repository, secrets, data, backups, and consoles of other software. */
const WORDS = [
  ...[
    '.git/HEAD',
    '.git/config',
    '.env',
    '.env.production',
    '.data',
    '.data/auth-secret',
    '.npmrc',
    '.htaccess',
  ],
  ...[
    'package.json',
    'package-lock.json',
    'node_modules/pg/package.json',
    'server/start.ts',
    'build/server/start.js',
  ],
  ...[
    'data/postgres-password',
    'postgres-password',
    'auth-secret',
    'backup',
    'backups',
    'backup.sql',
    'dump.sql',
  ],
  ...[
    'backup.zip',
    'backup.tar.gz',
    'db.sqlite',
    'server-status',
    'phpinfo.php',
    'wp-login.php',
    'admin.php',
    'cgi-bin',
  ],
  ...[
    'actuator',
    'actuator/env',
    'graphql',
    'swagger-ui',
    'debug',
    'console',
    'trace',
    'swagger.json',
    'api/v2',
  ],
  ...[
    'storage/admin-uploads',
    'storage',
    'files',
    'uploads',
    'demo/mailbox.sql',
    'api/webhooks',
    'assets',
    'media',
  ],
  ...[
    'admin',
    'admin/users',
    'admin/orders.data',
    'admin/export/users',
    'legacy-admin',
    'profile',
    'profile/data',
  ],
  ...[
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    'assets/..%2f..%2fpackage.json',
    'media/..%2f..%2f.env',
  ],
  ...['assets/%2e%2e/%2e%2e/package.json', 'media/%00', 'storage/public/admin-uploads/..%2f..%2fauth-secret'],
]

const Report = z.object({
  results: z.array(z.object({ url: z.string(), status: z.number(), length: z.number() })),
})

export const ffuf: Tool = {
  name: 'ffuf',
  package: 'ffuf',
  version: ['ffuf', ['-V'], /[\d.]+/],
  async run({ url, rateLimits, folder }) {
    const words = path.join(folder, 'words.txt')
    const report = path.join(folder, 'ffuf.json')
    writeFileSync(words, WORDS.join('\n'))
    const args = [
      '-w',
      words,
      '-u',
      `${url}/FUZZ`,
      '-mc',
      '200-299,500-599',
      '-of',
      'json',
      '-o',
      report,
      '-s',
    ]
    const { command } = await runTool('ffuf', args, 120_000)
    const { results } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    const findings = results.map(
      ({ url: found, status }) => `${status} for ${decodeURI(found.slice(url.length))}`,
    )
    return [{ title: `${WORDS.length} paths, rate limits ${rateLimits ? 'on' : 'off'}`, command, findings }]
  },
}
