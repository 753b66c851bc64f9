import type { RegionCode } from './regions.ts'

type Suggestion = readonly [value: string, name: string]

const UNITED_STATES: Suggestion[] = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
  ['AS', 'American Samoa'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands'],
  ['PR', 'Puerto Rico'],
  ['VI', 'U.S. Virgin Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
]

const CANADA: Suggestion[] = [
  ['AB', 'Alberta'],
  ['BC', 'British Columbia'],
  ['MB', 'Manitoba'],
  ['NB', 'New Brunswick'],
  ['NL', 'Newfoundland and Labrador'],
  ['NS', 'Nova Scotia'],
  ['NT', 'Northwest Territories'],
  ['NU', 'Nunavut'],
  ['ON', 'Ontario'],
  ['PE', 'Prince Edward Island'],
  ['QC', 'Quebec'],
  ['SK', 'Saskatchewan'],
  ['YT', 'Yukon'],
]

const COUNTIES =
  'Aberdeenshire, Angus, Argyll and Bute, Ayrshire, Banffshire, Bedfordshire, Berkshire, Berwickshire, Bristol, Buckinghamshire, Caithness, Cambridgeshire, Cheshire, Clackmannanshire, Clwyd, Cornwall, County Antrim, County Armagh, County Down, County Durham, County Fermanagh, County Londonderry, County Tyrone, Cumbria, Derbyshire, Devon, Dorset, Dumfriesshire, Dunbartonshire, Dyfed, East Lothian, East Riding of Yorkshire, East Sussex, Essex, Fife, Gloucestershire, Greater London, Greater Manchester, Gwent, Gwynedd, Hampshire, Herefordshire, Hertfordshire, Inverness-shire, Isle of Wight, Kent, Kincardineshire, Lanarkshire, Lancashire, Leicestershire, Lincolnshire, Merseyside, Mid Glamorgan, Midlothian, Moray, Nairnshire, Norfolk, North Yorkshire, Northamptonshire, Northumberland, Nottinghamshire, Orkney, Oxfordshire, Perth and Kinross, Powys, Renfrewshire, Ross and Cromarty, Roxburghshire, Rutland, Shetland, Shropshire, Somerset, South Glamorgan, South Yorkshire, Staffordshire, Stirlingshire, Suffolk, Surrey, Sutherland, Tyne and Wear, Warwickshire, West Glamorgan, West Lothian, West Midlands, West Sussex, West Yorkshire, Western Isles, Wigtownshire, Wiltshire, Worcestershire'
const INDIAN_STATES =
  'Andaman and Nicobar Islands, Andhra Pradesh, Arunachal Pradesh, Assam, Bihar, Chandigarh, Chhattisgarh, Dadra and Nagar Haveli and Daman and Diu, Delhi, Goa, Gujarat, Haryana, Himachal Pradesh, Jammu and Kashmir, Jharkhand, Karnataka, Kerala, Ladakh, Lakshadweep, Madhya Pradesh, Maharashtra, Manipur, Meghalaya, Mizoram, Nagaland, Odisha, Puducherry, Punjab, Rajasthan, Sikkim, Tamil Nadu, Telangana, Tripura, Uttar Pradesh, Uttarakhand, West Bengal'

/** Suggestions only: any other text is accepted. Where the post uses abbreviations, the value is one. */
export const STATES: Record<RegionCode, readonly Suggestion[]> = {
  US: UNITED_STATES,
  CA: CANADA,
  GB: named(COUNTIES),
  IN: named(INDIAN_STATES),
}

function named(names: string): Suggestion[] {
  return names.split(', ').map((name) => [name, name])
}
