import { NavLink } from 'react-router'
import { Tooltip } from '../ui/tooltip.tsx'
import { useAdminPath } from './admin-context.ts'
import { useApprovals } from './approvals/approvals-context.ts'
import { MENU, mayOpenScreen } from './screens.ts'
import { useCan } from './ui/can.tsx'
import { Icon } from './ui/icon.tsx'

const LINK_CLASS =
  'flex h-10 items-center md:h-9 pointer-coarse:h-11 gap-3 px-3.5 text-ink-soft text-small outline-offset-[-2px] hover:text-ink aria-[current=page]:bg-white aria-[current=page]:text-ink'

export function ScreenLinks({
  screens = MENU,
  collapsed = false,
}: {
  screens?: typeof MENU
  collapsed?: boolean
}) {
  const adminPath = useAdminPath()
  const can = useCan()
  const { toDecide } = useApprovals()
  return (
    <ul>
      {screens
        .filter(({ access }) => mayOpenScreen(access, can))
        .map(({ title, to, icon }) => (
          <li key={to}>
            <Tooltip text={title} side="right" disabled={!collapsed}>
              <NavLink to={adminPath(to)} end={to === ''} className={LINK_CLASS}>
                <Icon name={icon} />
                <span className={collapsed ? 'sr-only' : 'truncate'}>{title}</span>
                {to === 'approvals' && toDecide > 0 && (
                  <span className={collapsed ? 'sr-only' : 'tabular ml-auto text-rosewood'}>
                    {toDecide}
                    <span className="sr-only"> waiting for you</span>
                  </span>
                )}
              </NavLink>
            </Tooltip>
          </li>
        ))}
    </ul>
  )
}
