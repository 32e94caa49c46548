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
import { route } from './route.ts'

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

function parsed(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: INVALID_COLUMNS })
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
      .transform(parsed)
      .pipe(z.record(z.string(), column, INVALID_COLUMNS))
      .optional(),
  },
  'Send the file as multipart/form-data',
)
export type ImportForm = z.output<typeof ImportForm>

/** A row that was not added, and why. */
export const ImportProblem = z.object({
  /** As a spreadsheet counts: the row that names the columns is 1. */
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
  /** The names of the columns, from the first row. */
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
      'Import subs from a CSV file, or say what that would do; who has the email address already is skipped',
    may: 'person.create',
  }),
  customers: route({
    ...shared,
    path: '/api/imports/customers',
    summary:
      'Import clients from a CSV file, or say what that would do; who has the email address already is skipped',
    may: 'person.create',
  }),
  jobs: route({
    ...shared,
    path: '/api/imports/jobs',
    summary:
      'Import jobs from a CSV file, or say what that would do; a job of the same name and address is left as is',
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
