import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export type CameraState = 'starting' | 'on' | 'denied' | 'off'

const RESOLUTION = { width: 640, height: 480 } as const

/** Stops the camera on unmount, when the tab is hidden, and when permission arrives after either. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('starting')
  const stream = useRef<MediaStream>(null)
  const attempt = useRef(0)

  const stop = useCallback(() => {
    attempt.current++
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    if (video.current) video.current.srcObject = null
    setState((current) => (current === 'denied' ? current : 'off'))
  }, [video])

  const start = useCallback(async () => {
    const thisAttempt = ++attempt.current
    setState('starting')
    try {
      const mediaStream = await navigator.mediaDevices.getUserMedia({ video: RESOLUTION, audio: false })
      if (thisAttempt !== attempt.current) {
        for (const track of mediaStream.getTracks()) track.stop()
        return
      }
      stream.current = mediaStream
      if (video.current) video.current.srcObject = mediaStream
      setState('on')
    } catch {
      if (thisAttempt === attempt.current) setState('denied')
    }
  }, [video])

  useEffect(() => {
    const stopWhenHidden = () => document.hidden && stop()
    document.addEventListener('visibilitychange', stopWhenHidden)
    addEventListener('pagehide', stop)
    void start()
    return () => {
      document.removeEventListener('visibilitychange', stopWhenHidden)
      removeEventListener('pagehide', stop)
      stop()
    }
  }, [start, stop])

  return { state, start, stop }
}
