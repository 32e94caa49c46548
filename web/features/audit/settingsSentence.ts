import { plural } from '../../ui/format.ts'

type Value = string | number | boolean | null | undefined
type Facts = Readonly<Record<string, Value>>

const backupsText = (count: Value, tense: 'past' | 'present') => {
  const [one, many] = tense === 'past' ? ['was', 'were'] : ['is', 'are']
  return plural(Number(count), `backup ${one} kept`, `backups ${many} kept`)
}

const limit = (whose: string) => (from: Value, to: Value) => {
  const size = (megabytes: Value) => `${Number(megabytes).toLocaleString('en-US')} MB`
  if (to === null) return `removed the storage limit ${whose} (${size(from)})`
  if (from === null) return `set the storage limit ${whose} to ${size(to)}`
  return `changed the storage limit ${whose} from ${size(from)} to ${size(to)}`
}

/** Describes the change of a switch or a limit from its values before and after. */
const sentences: Readonly<Record<string, (from: Value, to: Value) => string>> = {
  backupsKept: (from, to) => {
    if (to === 0) return `turned off nightly backups (${backupsText(from, 'past')})`
    if (from === 0) return `turned on nightly backups (${backupsText(to, 'present')})`
    return `changed the nightly backups that are kept from ${from} to ${to}`
  },
  adminsNeedSecondFactor: (_, to) =>
    `${to ? 'started' : 'stopped'} requiring a second factor of admins`,
  personQuotaMb: limit('for each person'),
  companyQuotaMb: limit('for the company'),
  clientsSeeSubs: (_, to) =>
    `${to ? 'started' : 'stopped'} showing clients which sub does the work`,
  subPhotosShared: (_, to) =>
    `${to ? 'started' : 'stopped'} showing clients the photos of subs at once`,
  weeklyUpdates: (_, to) => `turned ${to ? 'on' : 'off'} the weekly updates for clients`,
}

/** `holidays, workingDays` as `holidays, working days`. */
const fieldNamesText = (names: readonly string[]) =>
  names.join(', ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Describes a change of the settings: the new state of switches and limits, and the names of the
 * other fields.
 */
export function settingsSentence(facts: Facts): string {
  const changed = facts.fields ? String(facts.fields).split(', ') : []
  const parts = changed.flatMap((name) => {
    const describe = sentences[name]
    return describe && `${name}.to` in facts
      ? [describe(facts[`${name}.from`], facts[`${name}.to`])]
      : []
  })
  const others = changed.filter((name) => !(name in sentences && `${name}.to` in facts))
  if (others.length > 0) parts.push(`changed the settings: ${fieldNamesText(others)}`)
  return parts.length > 0 ? capitalized(parts.join('; ')) : 'Changed the settings'
}
