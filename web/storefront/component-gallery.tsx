import { data } from 'react-router'
import { privateMeta } from '#web/page-title.ts'
import { noStore, requestContext } from '../request-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useToast } from '../ui/toast/toast.tsx'
import { Tooltip, TooltipProvider } from '../ui/tooltip.tsx'
import type { Route } from './+types/component-gallery'

export const meta = () => privateMeta('Components')

/** Shows web/ui components in their states, in the demo only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!requestContext(context).demo) throw data('Page not found', 404)
  noStore(context)
  return null
}

export default function ComponentGallery() {
  const showToast = useToast()
  return (
    <TooltipProvider>
      <div className="mx-auto max-w-page space-y-section px-gutter pt-14">
        <h1 className="font-display text-title">Components</h1>
        <section aria-labelledby="buttons" className="space-y-6">
          <h2 id="buttons" className="label">
            Buttons
          </h2>
          <p className="flex flex-wrap gap-4">
            <Button>Primary</Button>
            <Button variant="secondary">Secondary</Button>
            <Button disabled>Disabled</Button>
            <ButtonLink to="/" variant="secondary">
              Link
            </ButtonLink>
            <Tooltip text="More about this button">
              <Button variant="secondary">With tooltip</Button>
            </Tooltip>
          </p>
        </section>
        <section aria-labelledby="toasts" className="space-y-6">
          <h2 id="toasts" className="label">
            Toasts
          </h2>
          <p className="flex flex-wrap gap-4">
            <Button
              onClick={() => showToast({ title: 'Saved', description: 'This closes after five seconds.' })}
            >
              Show toast
            </Button>
            <Button
              variant="secondary"
              onClick={() => showToast({ title: 'Couldn’t save changes', tone: 'destructive' })}
            >
              Show error toast
            </Button>
          </p>
        </section>
      </div>
    </TooltipProvider>
  )
}
