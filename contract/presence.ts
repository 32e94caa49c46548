import { z } from 'zod'
import { messageAudiences } from './messages.ts'
import { roles } from './policy.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** The states of a person on a job: looking at it, or writing a message to it. */
export const presenceStates = ['viewing', 'typing'] as const
export type PresenceState = (typeof presenceStates)[number]

/** The lifetime of a state that is not renewed, in milliseconds. */
export const PRESENCE_TTL_MS = { viewing: 90_000, typing: 8_000 } as const satisfies Record<
  PresenceState,
  number
>

const NewPresence = z.object(
  {
    /** An id of the browser tab, chosen by it. */
    tab: z.string().regex(/^[\w-]{1,40}$/, 'At most 40 letters and digits'),
    /** Null when no job is on screen. */
    jobId: id.nullable(),
    state: z.enum(presenceStates, 'Must be viewing or typing'),
    /** The readers of the message that is being typed; nobody else is notified. */
    audience: z.enum(messageAudiences, 'Choose who reads it').optional(),
  },
  'Send tab, jobId and state',
)
export type NewPresence = z.output<typeof NewPresence>

/** A person who is looking at a job. */
export const Present = z.object({
  jobId: id,
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  state: z.enum(presenceStates),
})
export type Present = z.infer<typeof Present>

/** The presence of a person in the event stream; `left` when they are no longer on the job. */
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
