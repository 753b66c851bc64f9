import { href } from 'react-router'
import type { Choice, OptionGroup } from '#core/storefront/family-choices.ts'
import { Link } from '#web/ui/link.tsx'
import { Swatch } from './swatch.tsx'

type Props = { groups: OptionGroup[]; chosenId: string }

/** Values are links, so that choosing one works without scripts, and Back returns to the one before. */
export const FamilyOptions = ({ groups, chosenId }: Props) =>
  groups.map((group) => <Group key={group.name} group={group} chosenId={chosenId} />)

function Group({ group: { name, display, choices }, chosenId }: { group: OptionGroup; chosenId: string }) {
  const chosen = choices.find(({ id }) => id === chosenId)
  if (!chosen) return null
  return (
    <fieldset className="group relative min-w-0 text-small max-md:not-first-of-type:mt-3 md:mt-6">
      <legend>
        <span className={`text-ink-soft ${name.length > 5 ? '' : 'inline-block w-12'}`}>{name}: </span>
        <span
          aria-live="polite"
          className="group-has-[a:hover]:pointer-fine:opacity-0 group-has-[a:focus-visible]:opacity-0"
        >
          {chosen.name}
        </span>
      </legend>
      <ul className={LISTS[display]}>
        {choices.map((choice) => (
          <li key={choice.name}>
            <Link
              to={href('/product/:id', { id: choice.slug })}
              preventScrollReset
              viewTransition
              prefetch="intent"
              aria-current={choice.id === chosenId ? 'true' : undefined}
              className={linkClass(display, choice)}
            >
              {display === 'swatch' && (
                <Swatch color={choice.color ?? ''} soldOut={!choice.inStock} className="size-8" />
              )}
              <span className={display === 'swatch' ? 'swatch-name' : ''}>{choice.name}</span>
              {!choice.inStock && <span className="sr-only">, sold out</span>}
            </Link>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const LISTS = {
  swatch: 'mt-1 -ml-1.5 grid md:mt-2 grid-cols-[repeat(auto-fill,2.75rem)] gap-1',
  button: 'mt-2 flex flex-wrap gap-2',
  list: 'mt-2 grid gap-2',
}

/** A swatch's name appears beside the title on hover and focus. */
function linkClass(display: OptionGroup['display'], { inStock }: Choice): string {
  return display === 'swatch' ? 'swatch-link' : `${TEXT} ${inStock ? '' : 'text-ink-soft line-through'}`
}

const TEXT =
  'flex min-h-11 items-center border border-control px-4 transition-colors hover:border-ink/60 aria-[current=true]:border-ink'
