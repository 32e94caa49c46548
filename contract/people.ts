import { z } from 'zod'
import { misspelledToo, pageQuery, uncounted } from './page.ts'
import { roles } from './policy.ts'
import { route } from './route.ts'
import {
  email,
  id,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  optionalPhrase,
  optionalPostalAddress,
  optionalText,
} from './text.ts'
import { userOrders } from './userOrders.ts'

/** A person's card, for admins and for themselves. It never contains a token. */
export const User = z.object({
  id,
  /** Null for a person who was imported without one; they cannot sign in. */
  email: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  specialty: z.string().nullable(),
  phone: z.string().nullable(),
  secondPhone: z.string().nullable(),
  /** The company they work for or own. */
  company: z.string().nullable(),
  address: z.string().nullable(),
  /** Null for everyone but admins, also for the person themselves. */
  officeNotes: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** Whether the person was invited and has not joined yet. */
  isInvited: z.boolean(),
  inviteExpiry: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** The version of the card. */
  updatedAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** The id that stands for all subs where a client does not see which sub does the work. */
export const CREW_ID = '00000000-0000-0000-0000-000000000000'

/** The fields that people who are not admins see of each other. */
export const UserName = User.pick({ id: true, firstName: true, lastName: true, role: true })
export type UserName = z.infer<typeof UserName>

/** A person, and whether they have joined. */
export const Member = z.object({
  ...User.shape,
  /** Whether they can sign in; a person in the directory may not have been invited yet. */
  hasJoined: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** A person in a list of people. */
export const ListedMember = z.object({
  ...Member.shape,
  /** The address of the customer for whom a client signs in. */
  customerAddress: z.string().nullable(),
})
export type ListedMember = z.infer<typeof ListedMember>

/** The same, with what admins need to help somebody sign in. */
export const MemberAccess = z.object({
  ...Member.shape,
  /** Whether they have an authenticator app or a passkey; null for everyone but admins. */
  hasSecondFactor: z.boolean().nullable(),
  /**
   * The email address that a mail server refused, so that no notifications are sent to it; null for
   * everyone but admins.
   */
  refusedEmail: z
    .object({
      address: z.string(),
      /** The response of the mail server. */
      reason: z.string(),
      at: z.iso.datetime(),
    })
    .nullable(),
})
export type MemberAccess = z.infer<typeof MemberAccess>

const ProjectManager = User.pick({ id: true, firstName: true, lastName: true, email: true })
export type ProjectManager = z.infer<typeof ProjectManager>

const role = z.enum(roles, 'Choose a role')
const fields = {
  firstName: line(100, 'First name is required'),
  lastName: line(100, 'Last name is required'),
  email,
  specialty: optionalPhrase(100).optional(),
  phone: optionalPhone.optional(),
}

export const NewUser = z
  .object({ ...fields, role: role.default('client') }, 'Send the person as an object')
  .refine((person) => person.role !== 'subcontractor' || person.specialty, {
    path: ['specialty'],
    message: 'Specialty is required',
  })
export type NewUser = z.output<typeof NewUser>

export const Invite = z.object(
  {
    ...fields,
    role: role.default('client'),
    /** A client becomes the client of these jobs, a sub joins them. */
    projectIds: z.array(id, 'Send a list of job ids').max(100, 'At most 100 jobs').default([]),
  },
  'Send the person as an object',
)
export type Invite = z.output<typeof Invite>

/**
 * Only the fields sent are changed. Only admins change email, role and office notes. A person who
 * is invited or has joined must have an email.
 */
export const UserChange = z.object(
  {
    firstName: fields.firstName.optional(),
    lastName: fields.lastName.optional(),
    email: optionalEmail.optional(),
    specialty: fields.specialty,
    phone: fields.phone,
    secondPhone: optionalPhone.optional(),
    company: optionalLine(200).optional(),
    address: optionalPostalAddress.optional(),
    officeNotes: optionalText(10_000).optional(),
    role: role.optional(),
  },
  'Send the change as an object',
)
export type UserChange = z.output<typeof UserChange>

/** The fields that people can change on their own card. */
export const OwnDetails = UserChange.pick({
  firstName: true,
  lastName: true,
  phone: true,
  specialty: true,
})
export type OwnDetails = z.output<typeof OwnDetails>

/** The steps of a person toward signing in. */
const inviteStates = ['notInvited', 'invited', 'joined'] as const
export type InviteState = (typeof inviteStates)[number]

const INVALID_INVITED = 'invited is true or false'
export const UserFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  role: role.optional(),
  /** `true` for people who have not joined yet, `false` for the others. */
  invited: z
    .enum(['true', 'false'], INVALID_INVITED)
    .transform((value) => value === 'true')
    .optional(),
  /** Only people with this status; `canInvite` means not invited and with an email address. */
  status: z.enum([...inviteStates, 'canInvite'], 'Not a status').optional(),
  /** Only the clients and subs of jobs that are not completed. */
  onOpenJob: z.enum(['true'], 'onOpenJob is true or omitted').optional(),
  /**
   * By name by default, and for people who are not admins. People without a specialty come last.
   */
  sort: z.enum(userOrders, 'Not a valid order').optional(),
})
export type UserFilter = z.output<typeof UserFilter>

/** The number of people in a filtered list, in total and by role. */
const UserTotals = z.object({
  count: z.number().int(),
  roles: z.record(z.enum(roles), z.number().int()),
})
export type UserTotals = z.infer<typeof UserTotals>

const inviteLink = z.string()

export const peopleRoutes = {
  list: route({
    method: 'GET',
    path: '/api/users',
    summary:
      'People by last name, or sorted: cards for admins, else the names of the admins and of people on the same jobs',
    may: 'person.list',
    about: [],
    keep: true,
    query: UserFilter,
    reply: z.array(z.union([ListedMember, UserName])),
  }),
  totals: route({
    method: 'GET',
    path: '/api/user-totals',
    summary: 'How many people a filtered list has, by role',
    may: 'person.list',
    about: [],
    keep: true,
    query: UserFilter,
    reply: UserTotals,
  }),
  one: route({
    method: 'GET',
    path: '/api/users/:id',
    summary: 'One person',
    may: 'person.read',
    about: [],
    keep: true,
    reply: MemberAccess,
  }),
  create: route({
    method: 'POST',
    path: '/api/users',
    summary: 'Add a person who can be assigned at once, without a password',
    may: 'person.create',
    body: NewUser,
    reply: User,
    status: 201,
    fails: ['emailTaken'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/users/:id',
    summary: 'Change the fields sent',
    may: 'person.update',
    body: UserChange,
    reply: User,
    fails: ['emailTaken', 'lastAdmin', 'stale'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/users/:id',
    summary:
      'Remove a person: ends their access and unassigns their work; their messages and comments keep their name',
    may: 'person.delete',
    reply: z.void(),
    status: 204,
    fails: ['cannotDeleteSelf', 'lastAdmin', 'stale'],
  }),
  invite: route({
    method: 'POST',
    path: '/api/users/invite',
    summary: 'Invite a person: a link that is valid for 7 days and works once',
    may: 'person.invite',
    body: Invite,
    reply: z.object({ inviteLink, user: User }),
    status: 201,
    fails: ['emailTaken'],
  }),
  resendInvite: route({
    method: 'POST',
    path: '/api/users/:id/resend-invite',
    summary: 'Create a new invite link; the old one stops working',
    may: 'person.invite',
    reply: z.object({ inviteLink }),
    fails: ['hasJoined', 'emailMissing'],
  }),
  resetLink: route({
    method: 'POST',
    path: '/api/users/:id/reset-link',
    summary: 'A link to set a new password for a person who has joined; valid for 30 minutes',
    may: 'person.invite',
    reply: z.object({ resetLink: z.string() }),
    fails: ['hasNotJoined'],
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/api/users/:id/sessions',
    summary: 'Sign a person out everywhere; their password, second factor and links stay',
    may: 'person.invite',
    reply: z.void(),
    status: 204,
    fails: ['hasNotJoined', 'passwordRequired'],
  }),
  viewAs: route({
    method: 'POST',
    path: '/api/users/:id/view-as',
    summary:
      'Begin to look at the application as a client or sub: reads with the header X-View-As then answer as to them',
    may: 'person.viewAs',
    reply: z.void(),
    status: 204,
    fails: ['cannotViewAs'],
  }),
  projectManagers: route({
    method: 'GET',
    path: '/api/project-managers',
    summary: 'Who can manage a job: the active admins',
    may: 'person.directory',
    about: [],
    keep: true,
    reply: z.array(ProjectManager),
  }),
}
