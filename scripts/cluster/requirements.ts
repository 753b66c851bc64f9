import { existsSync } from 'node:fs'

const PROGRAMS: Record<string, string> = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  // Patroni's TLS to etcd takes it.
  '/usr/lib/python3/dist-packages/idna/__init__.py': 'python3-idna',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/openssl': 'openssl',
}

export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

const FAULT_PROGRAMS: Record<string, string> = { '/usr/sbin/iptables': 'iptables', [FAKETIME]: 'libfaketime' }

/** What prevents a cluster on this machine, or also its faults, or nothing. */
export function findMissingRequirement({ faults = false } = {}): string | undefined {
  const programs = { ...PROGRAMS, ...(faults && FAULT_PROGRAMS) }
  const packages = Object.entries(programs).flatMap(([program, name]) => (existsSync(program) ? [] : [name]))
  if (packages.length)
    return `Some packages are missing. On Debian 12:\n  sudo apt-get install --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() !== 0)
    return 'The cluster runs its services as the user postgres, so this command needs root: sudo npm run cluster.'
  return undefined
}
