import { useEffect, useRef, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { loader } from './consultant-page.tsx'
import { DEMO_NOTICE, Recommendations } from './recommendations.tsx'
import { type CameraState, useCamera } from './use-camera.ts'

const ANALYSIS_DELAY = 3000

type Step = 'ready' | 'analyzing' | 'results'

export default function ConsultantDialog({ onClose }: { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, start, stop } = useCamera(video)
  const [step, setStep] = useState<Step>('ready')
  const fetcher = useFetcher<typeof loader>()

  useEffect(() => {
    if (step !== 'analyzing') return
    const timer = setTimeout(() => setStep('results'), ANALYSIS_DELAY)
    return () => clearTimeout(timer)
  }, [step])

  function analyze() {
    setStep('analyzing')
    void fetcher.load(href('/consultant'))
  }

  const recommendations = step === 'results' ? fetcher.data : undefined
  return (
    <Dialog
      role="dialog"
      title="AI Beauty Consultant"
      onClose={onClose}
      className="max-h-[calc(100dvh-2rem)] w-[min(46rem,calc(100vw-2rem))] overflow-y-auto"
    >
      <p className="mt-4 max-w-prose text-ink-soft text-small">{DEMO_NOTICE}</p>
      <div role="status" className="sr-only">
        {recommendations
          ? 'Here are three recommendations.'
          : STATUS_TEXT[step === 'ready' ? state : 'analyzing']}
      </div>
      {recommendations ? (
        <Recommendations
          advice={recommendations}
          sizes="(min-width: 40rem) 14rem, 88vw"
          onNavigate={onClose}
        />
      ) : (
        <>
          <CameraPreview video={video} state={state} analyzing={step !== 'ready'} />
          {state === 'denied' && <CameraDenied />}
          <div className="mt-6 flex flex-wrap gap-x-4 gap-y-3">
            <ConsultantActions state={state} busy={step !== 'ready'} onAnalyze={analyze} onStart={start} />
          </div>
        </>
      )}
      <p className="mt-6">
        <Button
          variant="secondary"
          onClick={() => {
            stop()
            onClose()
          }}
        >
          Close
        </Button>
      </p>
    </Dialog>
  )
}

const STATUS_TEXT: Record<CameraState | 'analyzing', string> = {
  starting: 'Starting your camera…',
  on: 'Your camera is on.',
  off: 'Your camera is off.',
  denied: '',
  analyzing: 'Analyzing…',
}

type CameraPreviewProps = {
  video: React.RefObject<HTMLVideoElement | null>
  state: CameraState
  analyzing: boolean
}

function CameraPreview({ video, state, analyzing }: CameraPreviewProps) {
  return (
    <div className="relative mt-6 aspect-4/3 max-h-[50dvh] w-full overflow-hidden bg-paper-deep">
      <video
        ref={video}
        width={640}
        height={480}
        autoPlay
        muted
        playsInline
        aria-label="Your camera"
        className={`h-full w-full -scale-x-100 object-cover ${state === 'on' ? '' : 'invisible'}`}
      />
      {(analyzing || state !== 'on') && (
        <p aria-hidden className="absolute inset-x-0 bottom-0 bg-paper/90 px-5 py-3 text-small">
          {analyzing ? STATUS_TEXT.analyzing : STATUS_TEXT[state] || 'Camera unavailable.'}
        </p>
      )}
    </div>
  )
}

function CameraDenied() {
  return (
    <div role="alert" className="mt-6 border-rosewood border-l-2 bg-white/60 px-5 py-4 text-small">
      Camera access denied. Please allow camera permissions.
    </div>
  )
}

type ConsultantActionsProps = {
  state: CameraState
  busy: boolean
  onAnalyze: () => void
  onStart: () => void
}

function ConsultantActions({ state, busy, onAnalyze, onStart }: ConsultantActionsProps) {
  if (state === 'on') {
    return (
      <Button disabled={busy} onClick={onAnalyze}>
        Analyze
      </Button>
    )
  }
  return (
    <>
      <Button disabled={busy} onClick={onAnalyze}>
        Continue without camera
      </Button>
      {state !== 'starting' && (
        <Button variant="secondary" disabled={busy} onClick={onStart}>
          Turn on camera
        </Button>
      )}
    </>
  )
}
