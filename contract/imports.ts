import { z } from 'zod'
import {
  customerFields,
  expenseFields,
  type ImportField,
  incomeFields,
  jobFields,
  priceFields,
  propertyFields,
  subFields,
  tenantFields,
} from './importFields.ts'
import { jobStatuses } from './jobs.ts'
import { route } from './route.ts'
import { id, optionalPhrase } from './text.ts'

/** The kinds of data that can be imported from a CSV file. */
export const importKinds = [
  'subcontractors',
  'customers',
  'jobs',
  'prices',
  'properties',
  'tenants',
  'income',
  'expenses',
] as const
export type ImportKind = (typeof importKinds)[number]

/** The most rows in one file, without the first and empty ones. */
export const MAX_IMPORT_ROWS = 5000
/** The most columns its first row may name. */
export const MAX_IMPORT_COLUMNS = 100
/** The maximum size of one file, in bytes. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024
/** The most different words for job statuses in one file that a person is asked about. */
export const MAX_IMPORT_STATUSES = 50
/** The maximum length of such a word, in characters. */
export const MAX_STATUS_LENGTH = 100
/** The last row that may name the columns: a report has titles above them. */
export const MAX_HEAD_ROW = 12

/** The fields of each kind of import, in the order in which people are asked. */
export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  subcontractors: subFields,
  customers: customerFields,
  jobs: jobFields,
  prices: priceFields,
  properties: propertyFields,
  tenants: tenantFields,
  income: incomeFields,
  expenses: expenseFields,
}

const INVALID_COLUMNS =
  'columns is a JSON object of field names and column numbers, the first column being 0'

const INVALID_HEAD_ROW = `headRow is the number of one of the first ${MAX_HEAD_ROW} rows`

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

const trueOrFalse = (name: string) =>
  z.enum(['true', 'false'], `${name} is true or false`).transform((value) => value === 'true')

/** The form fields sent with the file `file`. */
export const ImportForm = z.object(
  {
    /** `true` reports what would happen and changes nothing. */
    dryRun: trueOrFalse('dryRun'),
    /** The column that fills each field; guessed from the names of the columns if omitted. */
    columns: z
      .string(INVALID_COLUMNS)
      .max(5000, INVALID_COLUMNS)
      .transform(parsed(INVALID_COLUMNS))
      .pipe(z.record(z.string(), column, INVALID_COLUMNS))
      .optional(),
    /** The number of the row with the column names, from 1; found if omitted. */
    headRow: z
      .string(INVALID_HEAD_ROW)
      .regex(/^\d{1,2}$/, INVALID_HEAD_ROW)
      .transform(Number)
      .refine((row) => row >= 1 && row <= MAX_HEAD_ROW, INVALID_HEAD_ROW)
      .optional(),
    /**
     * Jobs: the status for each status word in the file. Every word that is not one of ours needs
     * one.
     */
    statuses: z
      .string(INVALID_STATUSES)
      .max(16_000, INVALID_STATUSES)
      .transform(parsed(INVALID_STATUSES))
      .pipe(z.record(z.string(), z.enum(jobStatuses, INVALID_STATUSES), INVALID_STATUSES))
      .optional(),
    /**
     * Jobs: `true` also adds the customers who are not clients yet and have an email address or a
     * phone.
     */
    addClients: trueOrFalse('addClients').optional(),
    /** Customers: `true` also makes them the clients of the jobs in `links`. */
    linkJobs: trueOrFalse('linkJobs').optional(),
    /** Subs: the trade of the rows without one. */
    trade: optionalPhrase(100).optional(),
  },
  'Send the file as multipart/form-data',
)
export type ImportForm = z.output<typeof ImportForm>

/** The first column of a file of rows to fix, which a person corrects and imports again. */
export const REASON_COLUMN = 'Reason'

/** A row that was not added, and why. */
export const ImportProblem = z.object({
  /** The row number as in a spreadsheet: the first line of the file is 1. */
  row: z.number().int(),
  /** The row as it was sent, so that it can be corrected. */
  cells: z.array(z.string()),
  /** `field` is null for a problem of the row as a whole. */
  reasons: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** The result of an import, or of a dry run. */
export const ImportReport = z.object({
  dryRun: z.boolean(),
  /** The list of another tool that the file looks like, and the kind of data in it. */
  source: z.object({ name: z.string(), kind: z.enum(importKinds) }).nullable(),
  /** The row that names the columns, and those of the first rows that could. */
  headRow: z.number().int(),
  firstRows: z.array(z.object({ row: z.number().int(), text: z.string() })),
  /** The names of the columns. */
  columns: z.array(z.string()),
  /** The column that fills each field, counted from 0. */
  mapping: z.record(z.string(), z.number().int()),
  /** Required fields that no column fills. If there are any, the rows are not read. */
  missing: z.array(z.string()),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  /** The number of rows that are not empty. */
  rows: z.number().int(),
  /** The number of rows that were added, or would be. */
  added: z.number().int(),
  /** The rows that exist already and were skipped. */
  existing: z.array(z.number().int()),
  problems: z.array(ImportProblem),
  /**
   * Jobs: the status words in the file that are not ours, and the status of each; null asks a
   * person.
   */
  statuses: z.array(
    z.object({
      value: z.string(),
      rows: z.number().int(),
      status: z.enum(jobStatuses).nullable(),
    }),
  ),
  /** Subs: the trade of the rows without one; null if such a row is a problem. */
  trade: z.string().nullable(),
  /** People: the number of added people who have no email address, and cannot be invited yet. */
  withoutEmail: z.number().int(),
  /** Jobs and customers: the number of jobs linked; a dry run counts existing clients only. */
  linked: z.number().int(),
  /** Jobs: the number of clients that were added, or that a dry run could add. */
  newClients: z.number().int(),
  /**
   * Jobs: the client that each row is linked to, or would be, and how the client was matched.
   * Customers: the open jobs with their email address that have no client yet.
   */
  links: z.array(
    z.object({
      row: z.number().int(),
      client: z.string(),
      /** Customers: the name of the job. */
      job: z.string().optional(),
      by: z.enum(['email', 'phone']),
      /** Whether the client is added by this import. */
      isNew: z.boolean(),
    }),
  ),
  /** Jobs: the rows whose customer is ambiguous, so that the job has no client, and the reason. */
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
  prices: route({
    ...shared,
    path: '/api/imports/price-list',
    summary:
      'Import the price list from a CSV file, or say what that would do; a line of the same description and unit is left as is',
    may: 'priceList.write',
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
