import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { clearFormDraft } from '../checkout/form-draft.ts'
import { AuthContext, type AuthEvent, type PageSession, type Profile, useAuthContext } from './auth.ts'
import { AUTH_CHANNEL, eventsBetween, PROFILE_FETCH_DELAY, type SessionChange } from './auth-events.ts'

type Props = {
  session: PageSession | null
  /** What the last form did; other tabs are notified. */
  sessionChange: SessionChange | undefined
  children: ReactNode
}

/** The server sends the session with each page and action. auth-sync.ts keeps it current and loads only when signed in. */
export function AuthProvider({ session: serverSession, sessionChange, children }: Props) {
  const [session, setSession] = useState(serverSession)
  const [lastServerSession, setLastServerSession] = useState(serverSession)
  // Updated during render: no component may act for a user who has just signed out.
  if (lastServerSession !== serverSession) {
    setLastServerSession(serverSession)
    setSession(serverSession)
  }
  const [profile, setProfile] = useState<Profile | null>(null)
  // A guest has no profile to wait for.
  const [loading, setLoading] = useState(serverSession !== null)
  const [listeners] = useState(() => new Set<(event: AuthEvent) => void>())
  const previous = useRef(serverSession)
  const expiry = useRef(serverSession?.expiresAt ?? 0)
  const started = useRef(false)
  const emit = useCallback(
    (event: AuthEvent) => {
      if (event === 'SIGNED_OUT') clearFormDraft()
      for (const listener of listeners) listener(event)
    },
    [listeners],
  )
  const { revalidate } = useRevalidator()
  const id = session?.user.id
  const endsAt = session?.expiresAt

  useEffect(() => {
    const events = eventsBetween(previous.current, serverSession)
    previous.current = serverSession
    events.forEach(emit)
  }, [serverSession, emit])

  useEffect(() => {
    if (!sessionChange) return
    if (sessionChange === 'signed-out') clearFormDraft()
    const channel = new BroadcastChannel(AUTH_CHANNEL)
    channel.postMessage({ kind: sessionChange })
    channel.close()
  }, [sessionChange])

  useEffect(() => {
    const delay = started.current ? PROFILE_FETCH_DELAY : 0
    started.current = true
    setProfile(null)
    setLoading(id !== undefined)
    if (!id) {
      const channel = new BroadcastChannel(AUTH_CHANNEL)
      channel.onmessage = ({ data }) => data.kind === 'signed-in' && revalidate()
      return () => channel.close()
    }
    const controller = new AbortController()
    import('./auth-sync.ts').then(({ startAuthSync }) =>
      startAuthSync({
        delay,
        listeners,
        expiry,
        signal: controller.signal,
        onProfile(fetched) {
          setProfile(fetched)
          setLoading(false)
        },
        onRenewed(expiresAt) {
          expiry.current = expiresAt
          setSession((current) => current && { ...current, expiresAt })
          emit('TOKEN_REFRESHED')
        },
        onEnded() {
          previous.current = null
          setSession(null)
          emit('SIGNED_OUT')
          revalidate()
        },
      }),
    )
    return () => controller.abort()
  }, [id, listeners, emit, revalidate])

  useEffect(() => {
    expiry.current = endsAt ?? 0
  }, [endsAt])

  const auth = useMemo(
    () => ({
      loading,
      user: session?.user ?? null,
      profile,
      isAdmin: session?.user.role === 'admin',
      expiresAt: session?.expiresAt ?? null,
      onEvent(listener: (event: AuthEvent) => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      emit,
    }),
    [loading, session, profile, listeners, emit],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useRecoveryEvent(recovering: boolean): void {
  const { emit } = useAuthContext()
  useEffect(() => {
    if (recovering) emit('PASSWORD_RECOVERY')
  }, [recovering, emit])
}
