import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { certificateFiles, createAuthority, createCertificate } from './certificates.ts'
import {
  APPS,
  CERTIFICATE,
  CLUSTER_DIR,
  configDir,
  DATABASES,
  dataDir,
  HTTPS_PORT,
  type Machine,
  machineDir,
  PUBLIC_URL,
  RESTORED,
  SPARE_APP,
} from './layout.ts'
import { serviceUser } from './processes.ts'

const SECRETS = ['SUPERUSER', 'REPLICATION', 'OWNER', 'SHOP'].map((role) => `${role}_PASSWORD`)
const REPOSITORY = path.join(CLUSTER_DIR, 'repository')
/** etcd expects a member's requests from an address of its certificate. On one machine, all come from this one. */
const LOOPBACK_SOURCE = '127.0.0.1'
const STORE_DATA = path.join(CLUSTER_DIR, 'store')

/** Writes the files of `ops/` for each machine. Only addresses, paths, and passwords differ from separate machines. */
export function writeConfiguration(): void {
  mkdirSync(CLUSTER_DIR, { recursive: true, mode: 0o711 })
  mkdirSync(STORE_DATA, { recursive: true, mode: 0o711 })
  const secrets = loadOrCreateSecrets()
  ownedByPostgres(REPOSITORY)
  for (const machine of DATABASES) {
    writeFiles(machine, secrets, ['etcd.yml', 'patroni.yml', 'create-database.sql', 'pgbackrest.conf'])
    ownedByPostgres(dataDir(machine))
  }
  for (const machine of [...APPS, SPARE_APP])
    writeFiles(machine, secrets, ['haproxy.cfg', 'pgbouncer.ini', 'userlist.txt', 'node.env'])
  for (const machine of [...DATABASES, ...APPS, SPARE_APP]) writeCertificates(machine)
  createProxyCertificate()
  writeProxyConfiguration()
}

/**
 * Store machines reach a database at the address of their own HAProxy, which passes TLS on without ending it. So a
 * database's certificate is valid for those addresses too.
 */
export function writeCertificates(machine: Machine): void {
  const folder = configDir(machine)
  mkdirSync(machineDir(machine), { recursive: true, mode: 0o755 })
  ownedByPostgres(folder)
  const files = certificateFiles(folder)
  const isDatabase = [...DATABASES, RESTORED].includes(machine)
  const machines = [machine, ...(isDatabase ? [...APPS, SPARE_APP] : [])]
  const addresses = [...machines.map(({ address }) => address), LOOPBACK_SOURCE]
  const authority = createAuthority(path.join(CLUSTER_DIR, 'authority'))
  createCertificate(authority, files, machine.name, addresses)
  copyFileSync(authority.cert, files.ca)
  const { uid, gid } = serviceUser('postgres')
  for (const file of Object.values(files)) chownSync(file, uid, gid)
}

export function readNodeEnvironment(machine: Machine): Record<string, string> {
  const lines = readFileSync(path.join(configDir(machine), 'node.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

function loadOrCreateSecrets(): Record<string, string> {
  const file = path.join(CLUSTER_DIR, 'secrets.json')
  if (!existsSync(file)) {
    const secrets = [...SECRETS, 'AUTH_SECRET'].map((name) => [name, randomBytes(32).toString('hex')])
    writeFileSync(file, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeFiles(machine: Machine, secrets: Record<string, string>, files: string[]): void {
  mkdirSync(machineDir(machine), { recursive: true, mode: 0o755 })
  ownedByPostgres(configDir(machine))
  const values = {
    ...secrets,
    ...Object.fromEntries([...DATABASES, ...APPS].map(({ name, address }) => [name.toUpperCase(), address])),
    NAME: machine.name,
    ADDRESS: machine.address,
    NETWORK: '127.0.0.0/8',
    PROXY_NETWORK: '127.0.0.0/8',
    CONFIG: configDir(machine),
    DATA: dataDir(machine),
    REPOSITORY,
    STORE_DATA,
    STORE_DEMO: 'on',
    PUBLIC_URL,
  }
  for (const file of files) {
    const target = path.join(configDir(machine), file)
    writeFileSync(target, fillIn(readFileSync(path.join('ops', file), 'utf8'), values), { mode: 0o600 })
    const { uid, gid } = serviceUser('postgres')
    chownSync(target, uid, gid)
  }
}

/** Like envsubst, which does it on separate machines. */
function fillIn(template: string, values: Record<string, string>): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for ${name}`)
    return value
  })
}

export function ownedByPostgres(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = serviceUser('postgres')
  chownSync(folder, uid, gid)
}

function createProxyCertificate(): void {
  const folder = path.dirname(CERTIFICATE)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (existsSync(CERTIFICATE)) return
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '30']
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', CERTIFICATE]
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...files], { stdio: 'ignore' })
}

/** The configuration of one machine, with the upstream of several nodes. */
function writeProxyConfiguration(): void {
  const folder = path.dirname(CERTIFICATE)
  for (const name of ['body', 'proxy']) mkdirSync(path.join(folder, name), { recursive: true })
  const addresses = Object.fromEntries(APPS.map(({ name, address }) => [name.toUpperCase(), address]))
  const upstream = fillIn(readFileSync('ops/nginx-nodes.conf', 'utf8'), addresses)
  const config = readFileSync('docs/deployment/nginx.conf', 'utf8')
    .replace(/^ {2}upstream store \{[\s\S]*?^ {2}\}$/m, () => upstream)
    .replaceAll(/^.*listen \[::\].*\n/gm, '')
    .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${HTTPS_PORT - 363}`)
    .replaceAll(/listen 443\b/g, `listen 127.0.0.1:${HTTPS_PORT}`)
    .replaceAll(/\/etc\/letsencrypt\/live\/shop\.example|\/var\/l(?:og|ib)\/nginx|\/run(?=\/)/g, folder)
    .replaceAll('https://shop.example', PUBLIC_URL)
    .replaceAll('shop.example', 'localhost')
  writeFileSync(path.join(folder, 'nginx.conf'), config)
}
