/**
 * The zones of the United States and its territories: the usual ones from east to west, then the
 * others by name. Some have two names, of which a runtime lists one.
 */
const US_ZONES: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Adak',
  'America/Boise',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Indianapolis',
  'America/Indiana/Knox',
  'America/Indiana/Marengo',
  'America/Indiana/Petersburg',
  'America/Indiana/Tell_City',
  'America/Indiana/Vevay',
  'America/Indiana/Vincennes',
  'America/Indiana/Winamac',
  'America/Juneau',
  'America/Kentucky/Louisville',
  'America/Louisville',
  'America/Kentucky/Monticello',
  'America/Menominee',
  'America/Metlakatla',
  'America/Nome',
  'America/North_Dakota/Beulah',
  'America/North_Dakota/Center',
  'America/North_Dakota/New_Salem',
  'America/Puerto_Rico',
  'America/Sitka',
  'America/St_Thomas',
  'America/Yakutat',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
  'Pacific/Saipan',
]

/**
 * The zones to choose from: those of the United States, then the others by name. `chosen` is
 * included even if its name is no longer listed.
 */
export function timeZonesWith(chosen: string): Record<'us' | 'others', readonly string[]> {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])
  return {
    us: US_ZONES.filter((zone) => all.has(zone)),
    others: [...all].filter((zone) => !US_ZONES.includes(zone)).sort(),
  }
}
