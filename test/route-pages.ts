import {
  type ActionFunction,
  createStaticHandler,
  type LoaderFunction,
  RouterContextProvider,
} from 'react-router'
import type { PageHandler } from '#server/http/page-handler.ts'
import { requestContextKey } from '#web/request-context.ts'

// Route modules declare arguments for their own path, which the router derives from the same path.
type ResourceRoute = { loader?: unknown; action?: unknown }

/** Serves resource routes in process, through React Router, by path. */
export function routePages(routes: Record<string, ResourceRoute>): PageHandler {
  const handler = createStaticHandler(
    Object.entries(routes).map(([path, { loader, action }]) => ({
      id: path,
      path,
      loader: loader as LoaderFunction | undefined,
      action: action as ActionFunction | undefined,
    })),
  )
  return async (request, requestContext) => {
    const context = new RouterContextProvider()
    context.set(requestContextKey, requestContext)
    try {
      return await handler.queryRoute(request, { requestContext: context })
    } catch (error) {
      if (error instanceof Response) return error
      throw error
    }
  }
}
