import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../processes/running-store.ts'

const START_LIMIT_MS = 60_000

export type Nginx = { httpPort: number; httpsPort: number; certificate: string; stop(): Promise<void> }

/** Runs docs/deployment/nginx.conf, with other paths and ports only, in front of a store. */
export async function startNginx(storePort: string): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-nginx-'))
  // The workers run as another user.
  await chmod(folder, 0o755)
  for (const name of ['body', 'proxy']) await mkdir(path.join(folder, name))
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const [certificateFile, keyFile] = [path.join(folder, 'fullchain.pem'), path.join(folder, 'privkey.pem')]
  const subject = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example', '-days', '2']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-out', certificateFile], { stdio: 'ignore' })
  const config = (await readFile('docs/deployment/nginx.conf', 'utf8'))
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${storePort}`)
    .replaceAll(/(listen (?:\[::\]:)?)80\b/g, `$1${httpPort}`)
    .replaceAll(/(listen (?:\[::\]:)?)443\b/g, `$1${httpsPort}`)
    .replaceAll(/\/etc\/letsencrypt\/live\/shop\.example|\/var\/l(?:og|ib)\/nginx|\/run(?=\/)/g, folder)
  const configFile = path.join(folder, 'nginx.conf')
  await writeFile(configFile, hasIpv6() ? config : config.replaceAll(/^.*listen \[::\].*\n/gm, ''))
  const nginx = spawn('nginx', ['-c', configFile, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  nginx.stderr.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(nginx, 'exit')
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await isListening(httpsPort))) {
    if (nginx.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start: ${output}`)
    await sleep(50)
  }
  return {
    httpPort,
    httpsPort,
    certificate: await readFile(certificateFile, 'utf8'),
    async stop() {
      nginx.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family }) => family === 'IPv6'),
  )
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
