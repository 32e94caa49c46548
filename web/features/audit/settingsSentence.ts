import { plural } from '../../ui/format.ts'

type Value = string | number | boolean | null | undefined
type Facts = Readonly<Record<string, Value>>

const kept = (count: Value, tense: 'past' | 'present') => {
  const [one, many] = tense === 'past' ? ['was', 'were'] : ['is', 'are']
  return plural(Number(count), `backup ${one} kept`, `backups ${many} kept`)
}

const limit = (whose: string) => (from: Value, to: Value) => {
  const size = (megabytes: Value) => `${Number(megabytes).toLocaleString('en-US')} MB`
  if (to === null) return `removed the storage limit ${whose} (${size(from)})`
  if (from === null) return `set the storage limit ${whose} to ${size(to)}`
  return `changed the storage limit ${whose} from ${size(from)} to ${size(to)}`
}

/** What a change of a switch or a limit means, by its values before and after. */
const sentences: Readonly<Record<string, (from: Value, to: Value) => string>> = {
  backupsKept: (from, to) => {
    if (to === 0) return `turned off nightly backups (${kept(from, 'past')})`
    if (from === 0) return `turned on nightly backups (${kept(to, 'present')})`
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

/** `holidays, workingDays` as words. */
const inWords = (names: readonly string[]) =>
  names.join(', ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What was changed in the settings: what became of switches and limits, and the names of the others. */
export function settingsSentence(facts: Facts): string {
  const changed = facts.fields ? String(facts.fields).split(', ') : []
  const told = changed.flatMap((name) => {
    const tell = sentences[name]
    return tell && `${name}.to` in facts ? [tell(facts[`${name}.from`], facts[`${name}.to`])] : []
  })
  const others = changed.filter((name) => !(name in sentences && `${name}.to` in facts))
  if (others.length > 0) told.push(`changed the settings: ${inWords(others)}`)
  return told.length > 0 ? capitalized(told.join('; ')) : 'Changed the settings'
}
