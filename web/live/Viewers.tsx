import { Avatar, subStyle } from '../ui/Person.tsx'
import { PHONE, useMedia } from '../ui/useMedia.ts'
import { useOthers } from './present.ts'

/** The number of people shown by their initials. */
const MAX_AVATARS = 4

/**
 * The other people who are viewing the job now. On a phone they are beside the status, so that
 * nothing moves.
 */
export function Viewers({ jobId }: { jobId: string }) {
  const others = useOthers(jobId)
  const isPhone = useMedia(PHONE)
  if (others.length === 0) return null
  const names = others.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  return (
    <ul
      aria-label="Also looking at this job"
      title={`${names.join(', ')} ${others.length === 1 ? 'is' : 'are'} looking at this job`}
      className="no-print flex h-9 items-center -space-x-1.5 max-sm:absolute max-sm:top-0 max-sm:right-0"
    >
      {others.slice(0, MAX_AVATARS).map((person, n) => (
        <li key={person.personId} className="rounded-full ring-2 ring-ground">
          <Avatar small={isPhone} person={person} className={subStyle(person.personId)} />
          <span className="sr-only">{names[n]}</span>
        </li>
      ))}
      {others.length > MAX_AVATARS && (
        <li className="pl-3 text-sm text-ink-2">+{others.length - MAX_AVATARS}</li>
      )}
    </ul>
  )
}
