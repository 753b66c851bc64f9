import type { Config } from '../config.ts'

/** What a web process needs. Jobs send the emails, so it gets the mail server's address without the login. */
export function webConfig(config: Config): Config {
  return { ...config, SMTP_URL: config.SMTP_URL && withoutLogin(config.SMTP_URL) }
}

function withoutLogin(address: string): string {
  return Object.assign(new URL(address), { username: '', password: '' }).href
}

// What Node.js, its libraries, and the PostgreSQL client read.
const INHERITED =
  /^(PATH|HOME|USER|TZ|LANG|LC_\w+|TMPDIR|TEMP|TMP|NODE_\w+|UV_\w+|VIPS_\w+|MALLOC_\w+|LD_\w+|PG\w+|SSL_CERT_\w+|SystemRoot|windir)$/i

/** A web process inherits only these variables from the supervisor's environment, which holds every secret. */
export function webEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const removed = Object.keys(env).filter((name) => !INHERITED.test(name))
  // glibc would keep a heap for each thread of the process.
  const memory = { MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '2' }
  // `cluster` adds the supervisor's environment; undefined removes a variable from it.
  return { ...Object.fromEntries(removed.map((name) => [name, undefined])), ...memory }
}
