import { z } from 'zod'
import {
  customerFields,
  expenseFields,
  type ImportField,
  incomeFields,
  jobFields,
  propertyFields,
  subFields,
  tenantFields,
} from './importFields.ts'
import { jobStatuses } from './jobs.ts'
import { route } from './route.ts'
import { id, optionalText } from './text.ts'

/** What can be imported from a CSV file. */
export const importKinds = [
  'subcontractors',
  'customers',
  'jobs',
  'properties',
  'tenants',
  'income',
  'expenses',
] as const
export type ImportKind = (typeof importKinds)[number]

/** The most rows of one file, without the first and empty ones. */
export const MAX_IMPORT_ROWS = 5000
/** The most columns its first row may name. */
export const MAX_IMPORT_COLUMNS = 100
/** The most bytes of one file. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024
/** The most different words for states of jobs in one file that a person is asked about. */
export const MAX_IMPORT_STATUSES = 50
/** The most characters of such a word. */
export const MAX_STATUS_LENGTH = 100

/** What each kind of import can fill, in the order in which people are asked. */
export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  subcontractors: subFields,
  customers: customerFields,
  jobs: jobFields,
  properties: propertyFields,
  tenants: tenantFields,
  income: incomeFields,
  expenses: expenseFields,
}

const INVALID_COLUMNS =
  'columns is a JSON object of field names and column numbers, the first column being 0'

const INVALID_STATUSES =
  'statuses is a JSON object of the words of the file, each with a status of a job'

const parsed =
  (message: string) =>
  (text: string, context: z.RefinementCtx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
  }

const column = z.number(INVALID_COLUMNS).int(INVALID_COLUMNS).min(0, INVALID_COLUMNS)

/** The fields that come with the file `file`. */
export const ImportForm = z.object(
  {
    /** `true` reports what would happen and changes nothing. */
    dryRun: z
      .enum(['true', 'false'], 'dryRun is true or false')
      .transform((value) => value === 'true'),
    /** Which column fills which field; guessed from the names of the columns when left out. */
    columns: z
      .string(INVALID_COLUMNS)
      .max(5000, INVALID_COLUMNS)
      .transform(parsed(INVALID_COLUMNS))
      .pipe(z.record(z.string(), column, INVALID_COLUMNS))
      .optional(),
    /** Jobs: what the words of the file for states mean. Every word that is not one of ours needs its status. */
    statuses: z
      .string(INVALID_STATUSES)
      .max(16_000, INVALID_STATUSES)
      .transform(parsed(INVALID_STATUSES))
      .pipe(z.record(z.string(), z.enum(jobStatuses, INVALID_STATUSES), INVALID_STATUSES))
      .optional(),
    /** Jobs: `true` also adds the customers who are no clients yet and have an email address or a phone. */
    addClients: z
      .enum(['true', 'false'], 'addClients is true or false')
      .transform((value) => value === 'true')
      .optional(),
    /** Subs: the trade of the rows that name none. */
    trade: optionalText(100).optional(),
  },
  'Send the file as multipart/form-data',
)
export type ImportForm = z.output<typeof ImportForm>

/** A row that was not added, and why. */
export const ImportProblem = z.object({
  /** As a spreadsheet counts: the first line of the file is 1. */
  row: z.number().int(),
  /** The row as it was sent, so that it can be corrected. */
  cells: z.array(z.string()),
  /** `field` is null for what is wrong with the row as a whole. */
  reasons: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** What an import did, or a dry run would do. */
export const ImportReport = z.object({
  dryRun: z.boolean(),
  /** The list of another tool that the file looks like, and what it holds. */
  source: z.object({ name: z.string(), kind: z.enum(importKinds) }).nullable(),
  /** The names of the columns. */
  columns: z.array(z.string()),
  /** Which column fills which field, counted from 0. */
  mapping: z.record(z.string(), z.number().int()),
  /** Required fields that no column fills; while there are any, the rows are not read. */
  missing: z.array(z.string()),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  /** How many rows have anything in them. */
  rows: z.number().int(),
  /** How many were added, or would be. */
  added: z.number().int(),
  /** The rows of what exists already, which were left as they are. */
  existing: z.array(z.number().int()),
  problems: z.array(ImportProblem),
  /** Jobs: the words of the file for states that are none of ours, and what each is taken for; null asks a person. */
  statuses: z.array(
    z.object({
      value: z.string(),
      rows: z.number().int(),
      status: z.enum(jobStatuses).nullable(),
    }),
  ),
  /** Subs: the trade of the rows that name none; null where such a row is a problem. */
  trade: z.string().nullable(),
  /** People: how many of those added have no email address, and cannot be invited yet. */
  withoutEmail: z.number().int(),
  /** Jobs: how many are linked to their client; a dry run counts the clients who are there already. */
  linked: z.number().int(),
  /** Jobs: how many clients were added, or a dry run could add. */
  newClients: z.number().int(),
  /** Jobs: whose client each row is linked to, or would be, and by what they are known. */
  links: z.array(
    z.object({
      row: z.number().int(),
      client: z.string(),
      by: z.enum(['email', 'phone']),
      /** The client comes with this list. */
      isNew: z.boolean(),
    }),
  ),
  /** Jobs: the rows whose customer cannot be told from others, so that the job has no client, and why. */
  unlinked: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** The people who were added, have an email address and can be invited now. */
  invitable: z.array(id),
})
export type ImportReport = z.infer<typeof ImportReport>

const shared = {
  method: 'POST',
  upload: 'file',
  uploadLimit: MAX_IMPORT_BYTES,
  body: ImportForm,
  reply: ImportReport,
  fails: ['notCsv', 'malformedCsv', 'tooManyRows'],
} as const

export const importRoutes = {
  subcontractors: route({
    ...shared,
    path: '/api/imports/subcontractors',
    summary:
      'Import subs from a CSV file, or say what that would do; who is there already is skipped',
    may: 'person.create',
  }),
  customers: route({
    ...shared,
    path: '/api/imports/customers',
    summary:
      'Import clients from a CSV file, or say what that would do; who is there already is skipped',
    may: 'person.create',
  }),
  jobs: route({
    ...shared,
    path: '/api/imports/jobs',
    summary:
      'Import jobs from a CSV file and link them to their clients, or say what that would do; a job of the same name and address is left as is',
    may: 'job.create',
  }),
  properties: route({
    ...shared,
    path: '/api/imports/properties',
    summary:
      'Import rental properties from a CSV file, or say what that would do; one of the same address is left as is',
    may: 'rental.write',
  }),
  tenants: route({
    ...shared,
    path: '/api/imports/tenants',
    summary:
      'Import tenants and their leases from a CSV file, or say what that would do; a lease that exists is left as is',
    may: 'rental.write',
  }),
  income: route({
    ...shared,
    path: '/api/imports/income',
    summary:
      'Import money received for rentals from a CSV file, or say what that would do; the same entry is left as is',
    may: 'rental.write',
  }),
  expenses: route({
    ...shared,
    path: '/api/imports/expenses',
    summary:
      'Import money spent on rentals from a CSV file, or say what that would do; the same entry is left as is',
    may: 'rental.write',
  }),
}
