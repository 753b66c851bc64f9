import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { clearFormDraft } from '../checkout/form-draft.ts'
import {
  AuthContext,
  type AuthEvent,
  type PageSession,
  type Profile,
  useAuthContext,
  type VisitorKind,
} from './auth.ts'
import { AUTH_CHANNEL, eventsBetween, PROFILE_FETCH_DELAY, type SessionChange } from './auth-events.ts'

type Props = {
  visitor: VisitorKind
  /** Null for guests, and on public pages, which are the same for all customers. */
  session: PageSession | null
  /** What the last form did; other tabs are notified. */
  sessionChange: SessionChange | undefined
  children: ReactNode
}

/**
 * Private pages and actions send the session. On a public page the browser asks for it. auth-sync.ts does that, and keeps it
 * current; it loads only when signed in.
 */
export function AuthProvider({ visitor, session: serverSession, sessionChange, children }: Props) {
  const [isSignedIn, setSignedIn] = useState(visitor !== 'guest')
  const [session, setSession] = useState(serverSession)
  const [sent, setSent] = useState({ visitor, serverSession })
  // Updated during render: no component may act for a user who has just signed out.
  if (sent.visitor !== visitor || sent.serverSession !== serverSession) {
    setSent({ visitor, serverSession })
    setSignedIn(visitor !== 'guest')
    // A public page doesn't know who the customer is, but the browser may know already.
    if (serverSession || visitor === 'guest') setSession(serverSession)
  }
  const [profile, setProfile] = useState<Profile | null>(null)
  // A guest has no profile to wait for.
  const [loading, setLoading] = useState(isSignedIn)
  const [listeners] = useState(() => new Set<(event: AuthEvent) => void>())
  // Undefined until a customer who was signed in when the page loaded is known.
  const previous = useRef(visitor === 'guest' || serverSession ? serverSession : undefined)
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

  const announce = useCallback(
    (current: PageSession | null) => {
      const events = previous.current === undefined ? [] : eventsBetween(previous.current, current)
      previous.current = current
      events.forEach(emit)
    },
    [emit],
  )
  const end = useCallback(() => {
    previous.current = null
    setSession(null)
    setSignedIn(false)
    emit('SIGNED_OUT')
    revalidate()
  }, [emit, revalidate])

  useEffect(() => {
    if (serverSession || visitor === 'guest') announce(serverSession)
  }, [serverSession, visitor, announce])

  const isUnknown = isSignedIn && !id
  useEffect(() => {
    if (!isUnknown) return
    const controller = new AbortController()
    import('./auth-sync.ts')
      .then(({ fetchSession }) => fetchSession(controller.signal))
      .then((fetched) => {
        if (controller.signal.aborted) return
        if (!fetched) return end()
        announce(fetched)
        setSession(fetched)
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        console.error('Failed to fetch the session', error)
        setLoading(false)
      })
    return () => controller.abort()
  }, [isUnknown, announce, end])

  useEffect(() => {
    if (!sessionChange) return
    if (sessionChange === 'signed-out') clearFormDraft()
    const channel = new BroadcastChannel(AUTH_CHANNEL)
    channel.postMessage({ kind: sessionChange })
    channel.close()
  }, [sessionChange])

  useEffect(() => {
    setProfile(null)
    setLoading(isSignedIn)
    if (isSignedIn && !id) return
    const delay = started.current ? PROFILE_FETCH_DELAY : 0
    started.current = true
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
        onEnded: end,
      }),
    )
    return () => controller.abort()
  }, [id, isSignedIn, listeners, emit, end, revalidate])

  useEffect(() => {
    expiry.current = endsAt ?? 0
  }, [endsAt])

  const auth = useMemo(
    () => ({
      loading,
      isSignedIn,
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
    [loading, isSignedIn, session, profile, listeners, emit],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useRecoveryEvent(recovering: boolean): void {
  const { emit } = useAuthContext()
  useEffect(() => {
    if (recovering) emit('PASSWORD_RECOVERY')
  }, [recovering, emit])
}
