import type { ReactNode } from 'react'
import type { Permission } from '#core/permissions/permissions.ts'
import { ControlStylesProvider } from '../ui/fields/control-styles.ts'
import type { Option } from '../ui/fields/options.tsx'
import { SMALL_CONTROLS } from '../ui/fields/small-controls.ts'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { type Approvals, ApprovalsProvider } from './approvals/approvals-context.ts'
import { CategoryOptionsProvider } from './categories/category-options.ts'
import { PermissionsProvider } from './ui/can.tsx'
import { TimeZoneProvider } from './ui/time-zone.ts'

type Props = {
  timeZone: string
  permissions: readonly Permission[]
  approvals: Approvals
  categories: readonly Option[]
  className: string
  children: ReactNode
}

/** What both layouts share. */
export function AdminFrame({ timeZone, permissions, approvals, categories, className, children }: Props) {
  return (
    <ControlStylesProvider value={SMALL_CONTROLS}>
      <TooltipProvider>
        <PermissionsProvider value={permissions}>
          <ApprovalsProvider value={approvals}>
            <TimeZoneProvider value={timeZone}>
              <CategoryOptionsProvider value={categories}>
                <div className={`min-h-dvh text-small print:min-h-0 print:bg-transparent ${className}`}>
                  <a
                    href="#content"
                    className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-paper focus:p-4"
                  >
                    Skip to content
                  </a>
                  {children}
                </div>
              </CategoryOptionsProvider>
            </TimeZoneProvider>
          </ApprovalsProvider>
        </PermissionsProvider>
      </TooltipProvider>
    </ControlStylesProvider>
  )
}
