import path from 'node:path'

/** Each machine of the cluster has an address of its own on the loopback network, so all use the usual ports. */
export type Machine = {
  name: string
  address: string
  /** The group of its processes, by which the firewall tells whose packets they are. */
  group?: number
}

export const DATABASES: Machine[] = [1, 2, 3].map((nth) => ({
  name: `db${nth}`,
  address: `127.0.55.${nth}`,
  group: 55_000 + nth,
}))
const buildApp = (nth: number): Machine => ({ name: `app${nth}`, address: `127.0.55.${nth + 10}` })
export const APPS: Machine[] = [1, 2].map(buildApp)
/** Runs only while the benchmark adds a node. */
export const SPARE_APP = buildApp(3)
/** A PostgreSQL with the state of an earlier time. */
export const RESTORED: Machine = { name: 'restored', address: '127.0.55.21' }

export const CLUSTER_DIR = path.resolve(process.env.CLUSTER_DIR ?? '/var/tmp/eternal-beauty-cluster')
export const HTTPS_PORT = 8443
export const PUBLIC_URL = `https://localhost:${HTTPS_PORT}`
export const CERTIFICATE = path.join(CLUSTER_DIR, 'proxy', 'fullchain.pem')

export const machineDir = ({ name }: Machine) => path.join(CLUSTER_DIR, name)
export const configDir = (machine: Machine) => path.join(machineDir(machine), 'config')
export const dataDir = (machine: Machine) => path.join(machineDir(machine), 'data')
export const nodeUrl = ({ address }: Machine) => `http://${address}:3000`
