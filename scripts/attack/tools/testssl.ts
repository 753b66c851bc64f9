import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '#test/processes/running-store.ts'
import { runTool, type Target, type Tool } from './tool.ts'

const REPORTED = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
const Report = z.array(z.object({ id: z.string(), severity: z.string(), finding: z.string() }))

/** Tests the store behind nginx with a certificate of its own. */
export const testssl: Tool = {
  name: 'testssl',
  package: 'testssl.sh nginx-light',
  version: ['testssl', ['--version'], /\d+\.\d+\.\d+/],
  async run(target) {
    if (target.rateLimits) return []
    const nginx = await startTlsFront(target)
    try {
      const report = path.join(target.folder, 'testssl.json')
      const args = ['--quiet', '--color', '0', '--nodns', 'min', '--jsonfile', report, nginx.url]
      const { command } = await runTool('testssl', args, 600_000)
      const findings = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
        .filter(({ severity }) => REPORTED.includes(severity))
        .map(({ id, severity, finding }) => `${severity} ${id}: ${finding}`)
      return [{ title: 'nginx in front of the store', command, findings }]
    } finally {
      nginx.stop()
    }
  },
}

async function startTlsFront({ url, folder }: Target): Promise<{ url: string; stop(): void }> {
  const home = path.join(folder, 'nginx')
  mkdirSync(home)
  const [key, certificate] = [path.join(home, 'key.pem'), path.join(home, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '90',
  ]
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const port = await freePort()
  const file = path.join(home, 'nginx.conf')
  writeFileSync(file, nginxConfig({ home, port, key, certificate, upstream: new URL(url).host }))
  const child = spawn('nginx', ['-p', home, '-c', file, '-g', 'daemon off;'], { stdio: 'inherit' })
  await sleep(1000)
  return { url: `https://localhost:${port}`, stop: () => child.kill('SIGQUIT') }
}

type FrontOptions = { home: string; port: number; key: string; certificate: string; upstream: string }

function nginxConfig({ home, port, key, certificate, upstream }: FrontOptions): string {
  return `
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events {}
http {
  access_log off;
  server_tokens off;
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305;
  ssl_prefer_server_ciphers on;
  ssl_session_tickets off;
  server {
    listen 127.0.0.1:${port} ssl;
    server_name localhost;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    add_header Strict-Transport-Security "max-age=63072000" always;
    location / {
      proxy_pass http://${upstream};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
    }
  }
}
`
}
