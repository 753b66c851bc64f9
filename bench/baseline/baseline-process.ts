import { fork } from 'node:child_process'
import { once } from 'node:events'

export type BaselineServer = { url: string; cpu(): Promise<number>; stop(): void }

export async function startBaselineServer(args: string[]): Promise<BaselineServer> {
  const child = fork('bench/baseline/baseline-server.ts', args)
  const [address] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${address.port}`
  return { url, cpu: async () => Number(await fetchText(`${url}/cpu`)), stop: () => child.kill() }
}

/** CPU in microseconds and memory in bytes of the store's web processes. */
export async function storeFigures(url: string): Promise<{ cpu: number; memory: number }> {
  const metrics = await fetchText(`${url}/metrics`)
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return { cpu: read('process_cpu_seconds_total') * 1e6, memory: read('process_resident_memory_bytes') }
}

export async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  return response.text()
}
