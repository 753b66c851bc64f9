import type { Permission } from '#core/permissions/permissions.ts'
import type { IconName } from './ui/icon.tsx'

/** One of several permissions suffices. */
export type ScreenAccess = 'all staff' | Permission | readonly Permission[]

/** In the order of the menu. The dashboard stands before them. */
export const MENU_GROUPS = ['', 'Sell', 'Customers', 'Publish', 'Money', 'Team and settings'] as const
type MenuGroup = (typeof MENU_GROUPS)[number]

type ScreenOptions = {
  /** Each form posts to its own URL below the screen, and shows the screen again if it is refused. */
  forms?: [access: ScreenAccess, ...urls: string[]][]
  /** The search finds screens with a title. */
  title?: string
  /** The menu lists the screen in this group. */
  menu?: [group: MenuGroup, icon: IconName]
  /** Who sees its link, if all staff may open the screen. */
  listedFor?: Permission
}
/** `url` is relative to the layout, and `file` to this folder. */
export type Screen = ScreenOptions & { url: string; file: string; access: ScreenAccess }

export const screen = (
  url: string,
  file: string,
  access: ScreenAccess,
  options: ScreenOptions = {},
): Screen => ({
  url,
  file,
  access,
  ...options,
})

/** `can` says whether the actor has a permission. */
export function mayOpenScreen(access: ScreenAccess, can: (permission: Permission) => boolean): boolean {
  return access === 'all staff' || [access].flat().some(can)
}
