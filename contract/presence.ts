import { z } from 'zod'
import { messageAudiences } from './messages.ts'
import { roles } from './policy.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** What somebody does on a job: looks at it, or writes a message to it. */
export const presenceStates = ['viewing', 'typing'] as const
export type PresenceState = (typeof presenceStates)[number]

/** How long it holds unless it is said again. Milliseconds. */
export const presenceLife = { viewing: 90_000, typing: 8_000 } as const satisfies Record<
  PresenceState,
  number
>

const NewPresence = z.object(
  {
    /** Of the browser: any name that is its own. */
    tab: z.string().regex(/^[\w-]{1,40}$/, 'At most 40 letters and digits'),
    /** Null once no job is on screen any more. */
    jobId: id.nullable(),
    state: z.enum(presenceStates, 'Must be viewing or typing'),
    /** Who would read what is being typed; nobody else learns of it. */
    audience: z.enum(messageAudiences, 'Choose who reads it').optional(),
  },
  'Send tab, jobId and state',
)
export type NewPresence = z.output<typeof NewPresence>

/** Somebody who is on a job. */
export const Present = z.object({
  jobId: id,
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  state: z.enum(presenceStates),
})
export type Present = z.infer<typeof Present>

/** What the stream of events says of somebody; `left` for who is on the job no more. */
export interface PresenceEvent extends Omit<Present, 'state'> {
  readonly state: PresenceState | 'left'
}

export const presenceRoutes = {
  show: route({
    method: 'PUT',
    path: '/api/presence',
    summary:
      'Say which job is on screen, and learn who else looks at it. Kept for a minute and a half, and never stored.',
    may: 'presence.show',
    body: NewPresence,
    reply: z.array(Present),
  }),
}
