import type { RegionCode } from './regions.ts'

export function regionFromTimeZone(zone: string | undefined): RegionCode | undefined {
  if (!zone) return undefined
  if (zone.startsWith('US/') || UNITED_STATES.test(zone)) return 'US'
  if (zone.startsWith('Canada/') || CANADA.has(zone)) return 'CA'
  if (/^(Europe\/(London|Belfast)|GB|GB-Eire)$/.test(zone)) return 'GB'
  if (/^Asia\/(Kolkata|Calcutta)$/.test(zone)) return 'IN'
  return undefined
}

const UNITED_STATES =
  /^(America\/(New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Menominee|Louisville|Fort_Wayne|Indianapolis|Shiprock|(Kentucky|Indiana|North_Dakota)\/\w+)|Pacific\/Honolulu)$/

const CANADA = new Set(
  [
    'Atikokan',
    'Blanc-Sablon',
    'Cambridge_Bay',
    'Coral_Harbour',
    'Creston',
    'Dawson',
    'Dawson_Creek',
    'Edmonton',
    'Fort_Nelson',
    'Glace_Bay',
    'Goose_Bay',
    'Halifax',
    'Inuvik',
    'Iqaluit',
    'Moncton',
    'Montreal',
    'Nipigon',
    'Pangnirtung',
    'Rainy_River',
    'Rankin_Inlet',
    'Regina',
    'Resolute',
    'St_Johns',
    'Swift_Current',
    'Thunder_Bay',
    'Toronto',
    'Vancouver',
    'Whitehorse',
    'Winnipeg',
    'Yellowknife',
  ].map((city) => `America/${city}`),
)
