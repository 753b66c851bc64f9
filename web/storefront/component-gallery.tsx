import { data } from 'react-router'
import { noStore, requestContext } from '../request-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { Hint, TooltipProvider } from '../ui/tooltip.tsx'
import type { Route } from './+types/component-gallery'

export const meta = () => [{ title: 'Parts · Eternal Beauty' }, { name: 'robots', content: 'noindex' }]

/** Shows web/ui components in their states, in the demo only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!requestContext(context).demo) throw data('There is no such page.', 404)
  noStore(context)
  return null
}

export default function ComponentGallery() {
  const showToast = useToast()
  return (
    <TooltipProvider>
      <div className="mx-auto max-w-page space-y-section px-gutter pt-14">
        <h1 className="font-display text-title">Parts</h1>
        <section aria-labelledby="buttons" className="space-y-6">
          <h2 id="buttons" className="label">
            Buttons
          </h2>
          <p className="flex flex-wrap gap-4">
            <Button>Main</Button>
            <Button look="quiet">Quiet</Button>
            <Button disabled>Not now</Button>
            <ButtonLink to="/" look="quiet">
              A link
            </ButtonLink>
            <Hint text="A few words more">
              <Button look="quiet">With a hint</Button>
            </Hint>
          </p>
        </section>
        <section aria-labelledby="notices" className="space-y-6">
          <h2 id="notices" className="label">
            Notices
          </h2>
          <p className="flex flex-wrap gap-4">
            <Button onClick={() => showToast({ title: 'Kept', description: 'It stays for five seconds.' })}>
              Say it
            </Button>
            <Button
              look="quiet"
              onClick={() => showToast({ title: 'That did not work', tone: 'destructive' })}
            >
              Say it went wrong
            </Button>
          </p>
        </section>
      </div>
    </TooltipProvider>
  )
}
