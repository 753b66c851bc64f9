import path from 'node:path'
import { readNodeEnvironment } from './configuration.ts'
import { CERTIFICATE, configDir, type Machine } from './layout.ts'
import type { ClusterProcess } from './processes.ts'

const NODE_OPTIONS = ['WEB_CONCURRENCY', 'RATE_LIMITS', 'LOG_LEVEL', 'GEO_URL', 'GEO_FALLBACK_URL']

const configFile = (machine: Machine, file: string) => path.join(configDir(machine), file)

function service(machine: Machine, program: string, command: string[]): ClusterProcess {
  const { name, group } = machine
  return { name: `${name}-${program}`, command: [program, ...command], user: 'postgres', group }
}

export const etcd = (machine: Machine) =>
  service(machine, 'etcd', ['--config-file', configFile(machine, 'etcd.yml')])
export const patroni = (machine: Machine) => service(machine, 'patroni', [configFile(machine, 'patroni.yml')])
export const haproxy = (machine: Machine) =>
  service(machine, 'haproxy', ['-f', configFile(machine, 'haproxy.cfg')])
export const pgbouncer = (machine: Machine) =>
  service(machine, 'pgbouncer', [configFile(machine, 'pgbouncer.ini')])

export const storeNode = (machine: Machine) => store(machine, 'node', 'start')
export const jobWorker = (machine: Machine) => store(machine, 'worker', 'worker')

export const nginx: ClusterProcess = {
  name: 'proxy-nginx',
  command: ['nginx', '-c', path.join(path.dirname(CERTIFICATE), 'nginx.conf'), '-g', 'daemon off;'],
}

/** The environment of a store node. Commands such as doctor use it too. */
export function storeEnvironment(machine: Machine): Record<string, string> {
  const inherited = NODE_OPTIONS.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  // The readiness check sends a webhook through the proxy.
  const env = { WEB_CONCURRENCY: '1', NODE_EXTRA_CA_CERTS: CERTIFICATE }
  return { ...env, ...readNodeEnvironment(machine), ...Object.fromEntries(inherited) }
}

function store(machine: Machine, name: string, entry: string): ClusterProcess {
  return {
    name: `${machine.name}-${name}`,
    command: [process.execPath, `build/server/${entry}.js`],
    env: storeEnvironment(machine),
  }
}
