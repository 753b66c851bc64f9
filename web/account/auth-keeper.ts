import type { AuthEvent, Profile } from './auth.ts'
import { AUTH_CHANNEL } from './auth-events.ts'
import { isNearItsEnd, TICK } from './session-clock.ts'

type Watch = {
  /** Until the profile is asked for. */
  delay: number
  expiry: { current: number }
  listeners: Set<(event: AuthEvent) => void>
  signal: AbortSignal
  learned(profile: Profile | null): void
  renewed(expiresAt: number): void
  ended(): void
}

type Message = { kind: 'signed-out' } | { kind: 'renewed'; expiresAt: number }

/** Keeps a signed-in page true while it lies open: its profile, its session's end, and what other tabs did. */
export function keepWatch(watch: Watch): void {
  const { delay, expiry, listeners, signal, renewed, ended } = watch
  if (signal.aborted) return
  const channel = new BroadcastChannel(AUTH_CHANNEL)
  const tell = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'signed-out') ended()
    else if (data.expiresAt > expiry.current) renewed(data.expiresAt)
  }

  const first = setTimeout(learnProfile, delay, watch)
  const onUpdate = (event: AuthEvent) => {
    if (event === 'USER_UPDATED') void learnProfile(watch)
  }
  listeners.add(onUpdate)

  const isDue = () => document.visibilityState === 'visible' && isNearItsEnd(expiry.current, Date.now())
  const look = () => {
    if (isDue()) void navigator.locks.request(AUTH_CHANNEL, { signal }, renew).catch(() => {})
  }
  const clock = setInterval(look, TICK)
  document.addEventListener('visibilitychange', look)

  /** One tab at a time; what the tab before has done is heard before it would be done again. */
  async function renew(): Promise<void> {
    await new Promise((heard) => setTimeout(heard, 50))
    if (!isDue()) return
    const answer = await fetch('/auth/refresh', { method: 'POST', signal })
    if (answer.status === 401) {
      tell({ kind: 'signed-out' })
      ended()
    }
    if (!answer.ok) return
    const { expires_at }: { expires_at: string } = await answer.json()
    renewed(Date.parse(expires_at))
    tell({ kind: 'renewed', expiresAt: Date.parse(expires_at) })
  }

  signal.addEventListener('abort', () => {
    clearTimeout(first)
    clearInterval(clock)
    document.removeEventListener('visibilitychange', look)
    listeners.delete(onUpdate)
    channel.close()
  })
}

async function learnProfile({ signal, learned }: Watch): Promise<void> {
  try {
    const answer = await fetch('/api/v1/profile', { signal })
    // The session ended while this was asked: that is told by other means.
    if (answer.status === 401) return learned(null)
    if (!answer.ok) throw new Error(`The profile was answered with ${answer.status}`)
    learned(await answer.json())
  } catch (error) {
    if (signal.aborted) return
    console.error('The profile could not be fetched', error)
    learned(null)
  }
}
