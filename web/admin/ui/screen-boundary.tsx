import { Outlet } from 'react-router'
import { FailureText } from '../screen-failure.tsx'

/** A screen that fails, or doesn't exist, keeps the layout around it. */
export default function ScreenBoundary() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <FailureText />
}
