import { createContext, type ReactNode, useContext } from 'react'
import type { Permission } from '#core/permissions/permissions.ts'

const Permissions = createContext<readonly Permission[]>([])

/** Set by both layouts. The server checks each request; this only hides what it would refuse. */
export const PermissionsProvider = Permissions.Provider

export type HasPermission = (permission: Permission) => boolean

export function useCan(): HasPermission {
  const permissions = useContext(Permissions)
  return (permission) => permissions.includes(permission)
}

export function Can({ to, children }: { to: Permission; children: ReactNode }) {
  return useCan()(to) ? children : null
}
