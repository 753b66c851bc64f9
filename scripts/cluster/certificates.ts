import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'

/** The certificate of a machine, with which it answers and connects, and the authority that it trusts. */
export type CertificateFiles = { ca: string; cert: string; key: string }

type Authority = { cert: string; key: string }

export const certificateFiles = (folder: string): CertificateFiles => ({
  ca: path.join(folder, 'ca.crt'),
  cert: path.join(folder, 'machine.crt'),
  key: path.join(folder, 'machine.key'),
})

/** For `node:tls`, `node:https`, and `pg`. */
export function readCertificates(folder: string): CertificateFiles {
  const { ca, cert, key } = certificateFiles(folder)
  return { ca: readFileSync(ca, 'utf8'), cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

/** On separate machines, the authority's folder belongs on none of them. */
export function createAuthority(folder: string): Authority {
  const authority = { cert: path.join(folder, 'ca.crt'), key: path.join(folder, 'ca.key') }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const extensions =
    'basicConstraints = critical, CA:TRUE, pathlen:0\nkeyUsage = critical, keyCertSign, cRLSign'
  if (!existsSync(authority.key)) issue(authority, 'Authority of the cluster', extensions, ['-days', '3650'])
  return authority
}

/** Valid for a year. A machine connects with the certificate with which it answers: replication and etcd go both ways. */
export function createCertificate(
  authority: Authority,
  files: CertificateFiles,
  name: string,
  addresses: string[],
): void {
  if (existsSync(files.key)) return
  const names = [`DNS:${name}`, ...addresses.map((address) => `${isIP(address) ? 'IP' : 'DNS'}:${address}`)]
  const extensions = `basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = ${names.join(', ')}`
  issue(files, name, extensions, ['-days', '365', '-CA', authority.cert, '-CAkey', authority.key])
}

function issue({ cert, key }: Authority, name: string, extensions: string, options: string[]): void {
  const config = `[req]
distinguished_name = subject
prompt = no
x509_extensions = extensions
[subject]
CN = ${name}
[extensions]
${extensions}
`
  const configFile = `${key}.cnf`
  writeFileSync(configFile, config)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key]
  const args = ['req', '-x509', '-config', configFile, ...newKey, '-out', cert, ...options]
  execFileSync('openssl', args, { stdio: 'pipe' })
  chmodSync(key, 0o600)
  rmSync(configFile)
}
