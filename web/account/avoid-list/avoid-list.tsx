import { useEffect } from 'react'
import { href } from 'react-router'
import { readAvoidList } from '#core/customers/avoid-list/avoid-list.server.ts'
import {
  AVOID_LIST_CONSENTS,
  type AvoidList,
  CURRENT_CONSENT,
  EMPTY_AVOID_LIST,
  isEmptyList,
  mergeLists,
} from '#core/customers/avoid-list/avoid-list.ts'
import { INGREDIENT_GROUPS } from '#core/ingredients/formulas/ingredient-groups.ts'
import { AvoidListFields } from '#web/avoid-list/avoid-list-fields.tsx'
import { AVOID_LIST_LEAD, AVOID_LIST_TITLE } from '#web/avoid-list/avoid-list-texts.ts'
import { BrowserAvoidList, useBrowserList } from '#web/avoid-list/browser-avoid-list.tsx'
import { saveBrowserList } from '#web/avoid-list/browser-list.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { handleForm } from '#web/forms/handle-form.ts'
import { keepFormOnFailure } from '#web/forms/keep-form-on-failure.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import { privateMeta } from '#web/page-title.ts'
import { requireAccess } from '#web/require-access.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SubmitButton, TextButton } from '#web/ui/form-buttons.tsx'
import { Link } from '#web/ui/link.tsx'
import { TitledSection } from '#web/ui/titled-section.tsx'
import { tabPath } from '../profile/profile-tabs.ts'
import { requireUser } from '../require-user.ts'
import type { Route } from './+types/avoid-list'
import { AVOID_LIST_FORMS } from './avoid-list-forms.ts'

export const meta = () => privateMeta(AVOID_LIST_TITLE)

export const middleware: Route.MiddlewareFunction[] = [requireAccess]

export async function loader({ context, request }: Route.LoaderArgs) {
  const stored = await readAvoidList(requireUser(context, request))
  return { list: stored && { groups: stored.groups, ingredients: stored.ingredients } }
}

export const clientMiddleware = keepFormOnFailure()

export function action(args: Route.ActionArgs) {
  const ctx = requireUser(args.context, args.request)
  return handleForm(args, { input: { ctx }, handlers: AVOID_LIST_FORMS, errorTitle: 'Error' })
}

export default function AccountAvoidList({ loaderData: { list } }: Route.ComponentProps) {
  const browserList = useBrowserList()
  useSavedList(list, browserList)
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 md:pt-20">
      <p className="text-small">
        <Link to={tabPath('settings')} className="link-line inline-flex min-h-9 items-center">
          My Profile
        </Link>
      </p>
      <h1 className="mt-3 font-display text-title">{AVOID_LIST_TITLE}</h1>
      <p className="mt-6 max-w-prose">{AVOID_LIST_LEAD}</p>
      <FormNotice className="mt-8 max-w-prose" />
      <div className="mt-12 max-w-prose">
        {list ? (
          <StoredList list={list} browserList={browserList} />
        ) : (
          <>
            <BrowserAvoidList list={browserList} />
            <ConsentForm list={browserList ?? EMPTY_AVOID_LIST} />
          </>
        )}
      </div>
    </div>
  )
}

/** Products are marked by the list as it is now, and a list that is in the account needs no copy in the browser. */
function useSavedList(list: AvoidList | null, browserList: AvoidList | null): void {
  useEffect(() => {
    void import('#web/avoid-list/avoid-notes.ts').then(({ setAccountList }) =>
      setAccountList(list ?? EMPTY_AVOID_LIST),
    )
  }, [list])
  useEffect(() => {
    if (list && browserList && !isEmptyList(browserList) && isEmptyList(missingFrom(list, browserList)))
      saveBrowserList(EMPTY_AVOID_LIST)
  }, [list, browserList])
}

function missingFrom(list: AvoidList, other: AvoidList): AvoidList {
  const ids = new Set(list.ingredients.map(({ id }) => id))
  return {
    groups: other.groups.filter((name) => !list.groups.includes(name)),
    ingredients: other.ingredients.filter(({ id }) => !ids.has(id)),
  }
}

type StoredListProps = { list: AvoidList; browserList: AvoidList | null }

function StoredList({ list, browserList }: StoredListProps) {
  const missing = missingFrom(list, browserList ?? EMPTY_AVOID_LIST)
  return (
    <>
      {!isEmptyList(missing) && <BrowserCopy list={list} missing={missing} />}
      <PageForm action={href('/profile/avoid-list')} className="mt-0! space-y-10!">
        <AvoidListFields key={JSON.stringify(list)} list={list} />
        <SubmitButton>Save list</SubmitButton>
      </PageForm>
      <p className="mt-10 text-ink-soft text-small">
        Your list is saved in your account, because you agreed to it. It is part of the data that you can
        download. If you delete it, nothing of it remains.
      </p>
      <PageForm action={href('/profile/avoid-list/removal')} className="mt-2!">
        <TextButton className="text-rosewood text-small">Delete my list</TextButton>
      </PageForm>
    </>
  )
}

/** From before the customer signed in. */
function BrowserCopy({ list, missing }: { list: AvoidList; missing: AvoidList }) {
  return (
    <TitledSection id="browser" title="Also in this browser">
      <p className="mt-4">{namesOf(missing).join(', ')}</p>
      <div className="mt-2 mb-12 flex flex-wrap gap-x-8">
        <PageForm action={href('/profile/avoid-list')} className="mt-0!">
          <HiddenList list={mergeLists([list, missing])} />
          <TextButton>Add to my list</TextButton>
        </PageForm>
        <TextButton type="button" onClick={() => saveBrowserList(EMPTY_AVOID_LIST)}>
          Remove from this browser
        </TextButton>
      </div>
    </TitledSection>
  )
}

function ConsentForm({ list }: { list: AvoidList }) {
  return (
    <div className="mt-14">
      <TitledSection id="account" title="Save it in your account">
        <PageForm action={href('/profile/avoid-list')} className="mt-4!">
          <HiddenList list={list} />
          <Checkbox name="consent" label={AVOID_LIST_CONSENTS[CURRENT_CONSENT]} />
          <SubmitButton>Save in my account</SubmitButton>
        </PageForm>
      </TitledSection>
    </div>
  )
}

function HiddenList({ list: { groups, ingredients } }: { list: AvoidList }) {
  return [...groups, ...ingredients.map(({ id }) => id)].map((name) => (
    <input key={name} type="hidden" name={name} value="on" />
  ))
}

function namesOf({ groups, ingredients }: AvoidList): string[] {
  return [...groups.map((name) => INGREDIENT_GROUPS[name].label), ...ingredients.map(({ name }) => name)]
}
