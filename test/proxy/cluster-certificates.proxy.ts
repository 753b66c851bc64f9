import { once } from 'node:events'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect, createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import {
  certificateFiles,
  createAuthority,
  createCertificate,
  readCertificates,
} from '#scripts/cluster/certificates.ts'

/** Two authorities, each with a machine at this address, and one elsewhere. */
function buildMachines() {
  const root = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-certificates-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const build = (authorityName: string, name: string, address: string) => {
    const folder = path.join(root, `${authorityName}-${name}`)
    mkdirSync(folder)
    const authority = createAuthority(path.join(root, authorityName))
    createCertificate(authority, certificateFiles(folder), name, [address])
    copyFileSync(authority.cert, certificateFiles(folder).ca)
    return folder
  }
  return {
    here: build('cluster', 'db1', '127.0.0.1'),
    elsewhere: build('cluster', 'db2', '192.0.2.1'),
    stranger: build('other', 'db1', '127.0.0.1'),
  }
}

/** As etcd, Patroni, PostgreSQL, and PgBouncer do: TLS with a certificate of the authority. */
async function startMachine(folder: string): Promise<number> {
  const server = createServer({ ...readCertificates(folder), requestCert: true }, (socket) =>
    socket.end('hello'),
  )
  server.on('tlsClientError', () => {})
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

async function greet(port: number, options: ConnectionOptions): Promise<string> {
  try {
    return await text(connect({ host: '127.0.0.1', port, ...options }))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ''
  }
}

test('a machine talks only to machines of its authority, at the address of their certificate', async () => {
  const { here, elsewhere, stranger } = buildMachines()
  const port = await startMachine(here)
  const { ca, ...own } = readCertificates(elsewhere)
  expect(await greet(port, { ca, ...own })).toBe('hello')
  expect(await greet(port, { ca })).toBe('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')
  const { cert, key } = readCertificates(stranger)
  expect(await greet(port, { ca, cert, key })).not.toBe('hello')
  expect(await greet(await startMachine(stranger), { ca, ...own })).toMatch(/SELF_SIGNED|UNABLE_TO/)
  expect(await greet(await startMachine(elsewhere), { ca, ...own })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
})

test('a machine is no authority, and only its owner reads its key', async () => {
  const { here, elsewhere } = buildMachines()
  expect(statSync(certificateFiles(here).key).mode & 0o777).toBe(0o600)
  const { cert, key } = certificateFiles(elsewhere)
  const forged = certificateFiles(mkdtempSync(path.join(here, 'forged-')))
  createCertificate({ cert, key }, forged, 'db1', ['127.0.0.1'])
  copyFileSync(certificateFiles(here).ca, forged.ca)
  appendFileSync(forged.cert, readFileSync(cert))
  const port = await startMachine(path.dirname(forged.cert))
  expect(await greet(port, readCertificates(here))).not.toBe('hello')
})
