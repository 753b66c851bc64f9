import { type ReactNode, useId } from 'react'
import { NavLink } from 'react-router'
import type { WaitingWork } from '#core/analytics/dashboard-activity.server.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useAdminPath } from './admin-context.ts'
import { useApprovals } from './approvals/approvals-context.ts'
import { MENU_GROUPS, mayOpenScreen } from './screen.ts'
import { MENU } from './screens.ts'
import { useCan } from './ui/can.tsx'
import { Icon } from './ui/icon.tsx'

const LINK_CLASS =
  'flex h-10 items-center md:h-8 pointer-coarse:h-11 gap-3 px-3.5 text-ink-soft text-small outline-offset-[-2px] hover:text-ink aria-[current=page]:bg-white aria-[current=page]:text-ink'

type MenuProps = { waiting: WaitingWork; collapsed?: boolean }

/** The groups with a screen that the role may open; the last one is at the foot. */
export function MenuGroups({ waiting, collapsed = false }: MenuProps) {
  const can = useCan()
  const visible = MENU.filter(({ access }) => mayOpenScreen(access, can))
  const groups = MENU_GROUPS.map((title) => ({
    title,
    screens: visible.filter(({ group }) => group === title),
  }))
  return groups.map(
    ({ title, screens }) =>
      screens.length > 0 && (
        <MenuGroup
          key={title}
          title={title}
          screens={screens}
          waiting={waiting}
          collapsed={collapsed}
          isLast={title === MENU_GROUPS.at(-1)}
        />
      ),
  )
}

type MenuGroupProps = MenuProps & { title: string; screens: typeof MENU; isLast: boolean }

function MenuGroup({ title, isLast, collapsed = false, ...links }: MenuGroupProps) {
  const id = useId()
  return (
    <div className={isLast ? 'mt-auto md:pb-1' : ''}>
      {title && (
        <p id={id} className={collapsed ? 'sr-only' : 'label px-3.5 pt-1.5 text-ink-soft max-md:pt-3'}>
          {title}
        </p>
      )}
      <ScreenLinks
        {...links}
        labelledBy={title ? id : undefined}
        collapsed={collapsed}
        isDense={isLast && !collapsed}
      />
    </div>
  )
}

type ScreenLinksProps = MenuProps & {
  screens: typeof MENU
  labelledBy?: string | undefined
  /** In two columns and without icons. */
  isDense?: boolean
}

export function ScreenLinks({
  screens,
  waiting,
  labelledBy,
  collapsed = false,
  isDense = false,
}: ScreenLinksProps) {
  const adminPath = useAdminPath()
  const can = useCan()
  const { toDecide } = useApprovals()
  const counts: Record<string, [count: number, what: string] | undefined> = {
    orders: [waiting.ordersToPack, 'to fulfill'],
    returns: [waiting.requestedReturns, 'requested'],
    approvals: [toDecide, 'waiting for you'],
  }
  return (
    <ul aria-labelledby={labelledBy} className={isDense ? 'grid grid-cols-[9fr_11fr]' : ''}>
      {screens
        .filter(({ access }) => mayOpenScreen(access, can))
        .map(({ title, to, icon }) => (
          <li key={to} className="relative">
            <CountedLink count={counts[to]} showsCount={!collapsed}>
              {(describedBy) => (
                <Tooltip text={title} side="right" disabled={!collapsed}>
                  <NavLink
                    to={adminPath(to)}
                    end={to === ''}
                    aria-describedby={describedBy}
                    className={LINK_CLASS}
                  >
                    {!isDense && <Icon name={icon} />}
                    <span className={collapsed ? 'sr-only' : 'truncate'}>{title}</span>
                  </NavLink>
                </Tooltip>
              )}
            </CountedLink>
          </li>
        ))}
    </ul>
  )
}

type CountedLinkProps = {
  count: [count: number, what: string] | undefined
  showsCount: boolean
  children: (describedBy: string | undefined) => ReactNode
}

/** The count describes the link and isn't part of its name. */
function CountedLink({ count: [count, what] = [0, ''], showsCount, children }: CountedLinkProps) {
  const id = useId()
  if (!count) return children(undefined)
  return (
    <>
      {children(id)}
      <span
        id={id}
        className={
          showsCount
            ? 'tabular pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-rosewood'
            : 'sr-only'
        }
      >
        {count}
        <span className="sr-only"> {what}</span>
      </span>
    </>
  )
}
