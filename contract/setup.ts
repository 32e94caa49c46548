import { z } from 'zod'
import { newPassword } from './auth.ts'
import { isTimeZone } from './dates.ts'
import { User } from './people.ts'
import { route } from './route.ts'
import { email, line, optionalLine, text } from './text.ts'

const yesNo = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
  'true or false',
)

/** The names of the sample company, unless others are typed. */
export const sampleNames = {
  companyName: 'Ridgeline Builders',
  holdingsName: 'Ridgeline Holdings',
} as const

const SetupFields = z.object(
  {
    /** Required, except for the sample company, which has a default name. */
    companyName: optionalLine(200).optional(),
    /** For the rental properties; null for a company that has none. */
    holdingsName: optionalLine(200).optional(),
    firstName: line(100, 'First name is required'),
    lastName: line(100, 'Last name is required'),
    email,
    password: newPassword,
    timeZone: text(100).refine(isTimeZone, 'Choose a time zone').optional(),
    /** Whether to start with the sample company. */
    sample: yesNo.default(false),
    /** A code printed by the server if it can be reached from other machines. */
    code: z.string().max(100).optional(),
  },
  'Send the company as an object',
)
const Named = SetupFields.pick({ companyName: true, sample: true })

export const Setup = SetupFields.refine(({ companyName, sample }) => sample || companyName, {
  path: ['companyName'],
  error: 'Company name is required',
  // Also runs while other fields are invalid, so that all of them are marked at once.
  when: ({ value }) => Named.safeParse(value).success,
})
export type Setup = z.output<typeof Setup>

/** The company and the first admin that take the place of the sample company. */
export const ReplaceSample = SetupFields.omit({ sample: true, code: true, timeZone: true }).extend({
  companyName: line(200, 'Company name is required'),
  /** The name of the sample company, typed as a confirmation. */
  confirm: line(200, 'Type the name of the sample company'),
})

/** The routes to set up the company, before anybody can sign in. */
export const setupRoutes = {
  setupNeeded: route({
    method: 'GET',
    path: '/api/setup',
    summary: 'Whether the company has not been set up yet',
    may: 'anyone',
    about: [],
    keep: false,
    reply: z.object({ needed: z.boolean() }),
  }),
  setUp: route({
    method: 'POST',
    path: '/api/setup',
    summary: 'Set up the company and its first admin, who is signed in; works once',
    may: 'anyone',
    body: Setup,
    reply: User,
    status: 201,
    fails: ['setUpAlready'],
  }),
  replaceSample: route({
    method: 'POST',
    path: '/api/setup/replace-sample',
    summary:
      'Replace the sample company by an empty one, after a backup; its first admin is signed in',
    may: 'company.replaceSample',
    body: ReplaceSample,
    reply: User,
    fails: ['notSample', 'backupFailed'],
  }),
}
