import type { AuthEvent, PageSession, Profile } from './auth.ts'
import { AUTH_CHANNEL, type SessionChange } from './auth-events.ts'
import { CHECK_INTERVAL, isNearExpiry } from './session-clock.ts'

type AuthSyncOptions = {
  /** Milliseconds until the profile is fetched. */
  delay: number
  expiry: { current: number }
  listeners: Set<(event: AuthEvent) => void>
  signal: AbortSignal
  onProfile(profile: Profile | null): void
  onRenewed(expiresAt: number): void
  onEnded(): void
}

type AuthMessage = { kind: SessionChange } | { kind: 'renewed'; expiresAt: number }

export function startAuthSync(options: AuthSyncOptions): void {
  const { delay, expiry, listeners, signal, onRenewed, onEnded } = options
  if (signal.aborted) return
  import('../avoid-list/avoid-notes.ts').then(({ markAccountList }) => markAccountList(signal))
  // Offline, hearts stay unmarked.
  import('../wishlist/hearts.ts').then(({ showAccountHearts }) => showAccountHearts(signal)).catch(() => {})
  const channel = new BroadcastChannel(AUTH_CHANNEL)
  const broadcast = (message: AuthMessage) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<AuthMessage>) => {
    if (data.kind === 'signed-out') onEnded()
    else if (data.kind === 'renewed' && data.expiresAt > expiry.current) onRenewed(data.expiresAt)
  }

  const profileTimer = setTimeout(fetchProfile, delay, options)
  const onUpdate = (event: AuthEvent) => {
    if (event === 'USER_UPDATED') void fetchProfile(options)
  }
  listeners.add(onUpdate)

  const isDue = () => document.visibilityState === 'visible' && isNearExpiry(expiry.current, Date.now())
  const renewIfDue = () => {
    if (isDue()) void navigator.locks.request(AUTH_CHANNEL, { signal }, renew).catch(() => {})
  }
  const renewTimer = setInterval(renewIfDue, CHECK_INTERVAL)
  document.addEventListener('visibilitychange', renewIfDue)

  /** Runs in one tab at a time; the pause lets another tab's renewal arrive first. */
  async function renew(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (!isDue()) return
    const response = await fetch('/auth/refresh', { method: 'POST', signal })
    if (response.status === 401) {
      broadcast({ kind: 'signed-out' })
      onEnded()
    }
    if (!response.ok) return
    const { expires_at }: { expires_at: string } = await response.json()
    onRenewed(Date.parse(expires_at))
    broadcast({ kind: 'renewed', expiresAt: Date.parse(expires_at) })
  }

  signal.addEventListener('abort', () => {
    clearTimeout(profileTimer)
    clearInterval(renewTimer)
    document.removeEventListener('visibilitychange', renewIfDue)
    listeners.delete(onUpdate)
    channel.close()
  })
}

/** The profile, which is requested with the session so that it doesn't wait for it. */
let earlyProfile: Promise<Response> | undefined

/** Null if it has ended. */
export async function fetchSession(signal: AbortSignal): Promise<PageSession | null> {
  earlyProfile = fetch('/api/v1/profile')
  earlyProfile.catch(() => {})
  const response = await fetch('/auth/session', { signal })
  if (!response.ok) throw new Error(`Session request failed with status ${response.status}`)
  const session: PageSession | null = await response.json()
  if (!session) earlyProfile = undefined
  return session
}

async function fetchProfile({ signal, onProfile }: AuthSyncOptions): Promise<void> {
  try {
    const requested = earlyProfile ?? fetch('/api/v1/profile', { signal })
    earlyProfile = undefined
    const response = await requested
    if (signal.aborted) return
    // The session ended meanwhile; the next renewal reports it.
    if (response.status === 401) return onProfile(null)
    if (!response.ok) throw new Error(`Profile request failed with status ${response.status}`)
    onProfile(await response.json())
  } catch (error) {
    if (signal.aborted) return
    console.error('Failed to fetch profile', error)
    onProfile(null)
  }
}
