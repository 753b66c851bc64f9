import { fork } from 'node:child_process'
import { once } from 'node:events'

export type Bare = { url: string; cpu(): Promise<number>; stop(): void }

export async function startBare(args: string[]): Promise<Bare> {
  const child = fork('bench/bare.ts', args)
  const [address] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${address.port}`
  return { url, cpu: async () => Number(await text(`${url}/cpu`)), stop: () => child.kill() }
}

/** Microseconds of CPU and bytes of memory of a store's web processes, as its own metrics tell. */
export async function storeFigures(url: string): Promise<{ cpu: number; memory: number }> {
  const metrics = await text(`${url}/metrics`)
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return { cpu: read('process_cpu_seconds_total') * 1e6, memory: read('process_resident_memory_bytes') }
}

export async function text(url: string): Promise<string> {
  const response = await fetch(url)
  return response.text()
}
