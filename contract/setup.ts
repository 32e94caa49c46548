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
}
