import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export type CameraState = 'starting' | 'on' | 'denied' | 'off'

const PICTURE = { width: 640, height: 480 } as const

/**
 * The camera, shown to whoever stands before it and to nobody else. It runs only as long as it is looked at: it stops
 * when the place is left, when the tab is hidden, and when it was let in after either.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('starting')
  const stream = useRef<MediaStream>(null)
  const turn = useRef(0)

  const stop = useCallback(() => {
    turn.current++
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    if (video.current) video.current.srcObject = null
    setState((now) => (now === 'denied' ? now : 'off'))
  }, [video])

  const start = useCallback(async () => {
    const mine = ++turn.current
    setState('starting')
    try {
      const given = await navigator.mediaDevices.getUserMedia({ video: PICTURE, audio: false })
      if (mine !== turn.current) {
        for (const track of given.getTracks()) track.stop()
        return
      }
      stream.current = given
      if (video.current) video.current.srcObject = given
      setState('on')
    } catch {
      if (mine === turn.current) setState('denied')
    }
  }, [video])

  useEffect(() => {
    const stopUnseen = () => document.hidden && stop()
    document.addEventListener('visibilitychange', stopUnseen)
    addEventListener('pagehide', stop)
    void start()
    return () => {
      document.removeEventListener('visibilitychange', stopUnseen)
      removeEventListener('pagehide', stop)
      stop()
    }
  }, [start, stop])

  return { state, start, stop }
}
