import { useLocation, useNavigation, useSearchParams } from 'react-router'

/** The URL parameters of the list that is loading, or else of the one on the page. A second filter adds to one that is loading. */
export function useListParams(): URLSearchParams {
  const [params] = useSearchParams()
  return useLoadingParams() ?? params
}

/** The URL parameters with which the same page is loading, if it is. */
export function useLoadingParams(): URLSearchParams | undefined {
  const { pathname } = useLocation()
  const { location, formMethod = 'GET' } = useNavigation()
  if (location?.pathname !== pathname || formMethod !== 'GET') return
  return new URLSearchParams(location.search)
}

type Change = { from: URLSearchParams; to: URLSearchParams }

/** The loading parameters, with the change that a link makes to those of the page. */
export function addChange(loading: URLSearchParams, { from, to }: Change): URLSearchParams {
  const params = new URLSearchParams(loading)
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    const value = to.get(name)
    if (value === null) params.delete(name)
    else if (value !== from.get(name)) params.set(name, value)
  }
  for (const name of CURSORS) params.delete(name)
  return params
}

/** Filters and searches lead to the first page of a list. */
export const CURSORS = ['after', 'cursor']
