import { z } from 'zod'
import { type InviteState, type Member, User } from './people.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** Where the person stands; an invite that has expired still counts as one. */
export function inviteStateOf({
  hasJoined,
  isInvited,
}: Pick<Member, 'hasJoined' | 'isInvited'>): InviteState {
  if (hasJoined) return 'joined'
  return isInvited ? 'invited' : 'notInvited'
}

/** How many people are invited at once. */
export const INVITES_AT_ONCE = 200

const TO_INVITE = 'Choose the people to invite'
export const Invites = z.object(
  {
    userIds: z
      .array(id, TO_INVITE)
      .min(1, TO_INVITE)
      .max(INVITES_AT_ONCE, `At most ${INVITES_AT_ONCE} people at once`),
  },
  'Send userIds',
)
export type Invites = z.output<typeof Invites>

/** Where invite links lead, and who can open them. */
export const InviteAddress = z.object({
  /** What links start with. */
  origin: z.string(),
  /** The address is that of the machine itself: nobody else can open the links. */
  onlyThisComputer: z.boolean(),
  /** What links can start with in the local network; none where the server listens on this machine only. */
  lanAddresses: z.array(z.string()),
  /** Whether invites are emailed as well. */
  sendsEmail: z.boolean(),
})
export type InviteAddress = z.infer<typeof InviteAddress>

export const inviteRoutes = {
  link: route({
    method: 'GET',
    path: '/api/users/:id/invite-link',
    summary:
      'The link of an open invite; null where it has expired or was made with another secret, and for an admin when the password was not entered for ten minutes',
    may: 'person.invite',
    about: [],
    keep: false,
    reply: z.object({
      inviteLink: z.string().nullable(),
      inviteExpiry: z.iso.datetime().nullable(),
    }),
  }),
  several: route({
    method: 'POST',
    path: '/api/users/invites',
    summary:
      'Invite several people who were added without an invite, in the order sent; who is invited keeps their link',
    may: 'person.invite',
    body: Invites,
    reply: z.array(z.object({ user: User, inviteLink: z.string().nullable() })),
    fails: ['hasJoined', 'emailMissing'],
  }),
  address: route({
    method: 'GET',
    path: '/api/invite-address',
    summary: 'What invite links start with, who can open them, and whether they are emailed',
    may: 'person.invite',
    about: [],
    keep: false,
    reply: InviteAddress,
  }),
}
