import { createContext, useContext } from 'react'

const TimeZone = createContext('UTC')

/** Set by both layouts from their loader's data, so that server and browser render the same text. */
export const TimeZoneProvider = TimeZone.Provider

export function useTimeZone(): string {
  return useContext(TimeZone)
}
