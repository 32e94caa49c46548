import { z } from 'zod'
import { type InviteState, type Member, User } from './people.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** The invite state of a person; an expired invite still counts as one. */
export function inviteStateOf({
  hasJoined,
  isInvited,
}: Pick<Member, 'hasJoined' | 'isInvited'>): InviteState {
  if (hasJoined) return 'joined'
  return isInvited ? 'invited' : 'notInvited'
}

/** The most people one request may invite. */
export const MAX_INVITES = 200

const NOBODY_CHOSEN = 'Choose the people to invite'
export const Invites = z
  .object(
    {
      userIds: z
        .array(id, NOBODY_CHOSEN)
        .min(1, NOBODY_CHOSEN)
        .max(MAX_INVITES, `At most ${MAX_INVITES} people at once`),
      /** The jobs of which the one who is invited becomes the client, or the sub. */
      projectIds: z.array(id, 'Send a list of job ids').max(100, 'At most 100 jobs').default([]),
    },
    'Send userIds',
  )
  .refine(({ userIds, projectIds }) => projectIds.length === 0 || userIds.length === 1, {
    path: ['projectIds'],
    error: 'Invite one person to put them on jobs',
  })
export type Invites = z.output<typeof Invites>

/** The address of invite links, and who can open them. */
export const InviteAddress = z.object({
  /** The origin of the links. */
  origin: z.string(),
  /**
   * Whether the address is that of the server's own machine, so that nobody else can open the
   * links.
   */
  onlyThisComputer: z.boolean(),
  /** Whether the address is the public one that the server was given. */
  hasPublicUrl: z.boolean(),
  /** Origins of links in the local network; none if the server listens on its own machine only. */
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
