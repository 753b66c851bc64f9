import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(`ops/${file}`, 'utf8')
const count = (text: string, expression: RegExp) => [...text.matchAll(expression)].length

test('etcd talks TLS only, and asks members and clients for a certificate', () => {
  const etcd = read('etcd.yml')
  expect(etcd).not.toContain('http://')
  expect(etcd).toMatch(/^client-transport-security: &tls\n(?: {2}.*\n)*? {2}client-cert-auth: true$/m)
  expect(etcd).toContain('\npeer-transport-security: *tls\n')
})

test('Patroni and PostgreSQL accept TLS with a certificate only, apart from the machine’s own socket', () => {
  const patroni = read('patroni.yml')
  expect(patroni).toMatch(/^restapi:\n(?: {2}.*\n)*? {2}verify_client: required$/m)
  expect(patroni).toMatch(/^etcd:\n(?: {2}.*\n)*? {2}protocol: https$/m)
  const rules = [...patroni.matchAll(/^ {4}- (local|host\w*) (.*)$/gm)]
  expect(rules.map(([, kind, rule]) => [kind, rule?.endsWith(' clientcert=verify-ca')])).toEqual([
    ['local', false],
    ['hostssl', true],
    ['hostssl', true],
  ])
})

test('each client of a database checks its name and its authority, and has a certificate', () => {
  const patroni = read('patroni.yml')
  expect(patroni).toMatch(/<<: &tls\n +sslmode: verify-full\n +sslrootcert: .*\n +sslcert: .*\n +sslkey: /)
  expect([count(patroni, /username: (?!patroni)/g), count(patroni, /<<: [&*]tls/g)]).toEqual([3, 3])
  const pgbouncer = read('pgbouncer.ini')
  for (const side of ['client', 'server'])
    expect(pgbouncer).toContain(`\n${side}_tls_sslmode = verify-full\n`)
  const urls = [...read('node.env').matchAll(/^DATABASE_\w+=(.*)$/gm)]
  expect(
    urls.map(([, url = '']) => /\?sslmode=verify-full&sslrootcert=.+&sslcert=.+&sslkey=/.test(url)),
  ).toEqual([true, true, true])
})

test('HAProxy asks Patroni with a certificate, and checks its name', () => {
  const haproxy = read('haproxy.cfg')
  expect(haproxy).toMatch(/default-server check check-ssl verify required ca-file \S+ crt \S+ /)
  const servers = [...haproxy.matchAll(/^ {2}server (\w+) (.*)$/gm)]
  expect(servers).toHaveLength(6)
  for (const [, name, options] of servers) expect(options).toContain(` verifyhost ${name}`)
})
