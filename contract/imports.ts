import { z } from 'zod'
import { expenseFields, incomeFields, propertyFields, tenantFields } from './rentalImports.ts'
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

/** A field that an import can fill, and the usual names of its column (lower-case letters and digits only). */
export interface ImportField {
  readonly name: string
  readonly label: string
  /**
   * How the cell is read: an amount in dollars as cents (`amount`) or as exact text (`dollars`), a calendar day or month, a
   * phone number that may begin with `+`.
   */
  readonly type: 'text' | 'phone' | 'amount' | 'dollars' | 'number' | 'day' | 'month' | 'status'
  readonly required?: true
  /** May replace these fields: a full name in one column. */
  readonly replaces?: readonly string[]
  readonly words: readonly string[]
}

const contact = [
  {
    name: 'firstName',
    label: 'First name',
    type: 'text',
    required: true,
    words: ['firstname', 'first', 'givenname', 'forename', 'contactfirstname'],
  },
  {
    name: 'lastName',
    label: 'Last name',
    type: 'text',
    required: true,
    words: ['lastname', 'last', 'surname', 'familyname', 'contactlastname'],
  },
  {
    name: 'fullName',
    label: 'Full name',
    type: 'text',
    replaces: ['firstName', 'lastName'],
    words: [
      'name',
      'fullname',
      'contact',
      'contactname',
      'customer',
      'customername',
      'client',
      'clientname',
    ],
  },
  {
    name: 'email',
    label: 'Email',
    type: 'text',
    required: true,
    words: [
      'email',
      'emailaddress',
      'mail',
      'mainemail',
      'primaryemail',
      'contactemail',
      'workemail',
    ],
  },
  {
    name: 'phone',
    label: 'Phone',
    type: 'phone',
    words: [
      'phone',
      'phonenumber',
      'mobile',
      'cell',
      'cellphone',
      'telephone',
      'tel',
      'mainphone',
      'contactphone',
    ],
  },
] as const satisfies readonly ImportField[]

/** What each kind of import can fill, in the order in which people are asked. */
export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  subcontractors: [
    ...contact.slice(0, 4),
    {
      name: 'specialty',
      label: 'Specialty',
      type: 'text',
      required: true,
      words: [
        'specialty',
        'speciality',
        'trade',
        'trades',
        'craft',
        'skill',
        'service',
        'vendortype',
      ],
    },
    ...contact.slice(4),
  ],
  customers: contact,
  jobs: [
    {
      name: 'name',
      label: 'Name',
      type: 'text',
      required: true,
      words: ['name', 'job', 'jobname', 'project', 'projectname', 'title'],
    },
    {
      name: 'address',
      label: 'Address',
      type: 'text',
      required: true,
      words: [
        'address',
        'jobaddress',
        'siteaddress',
        'site',
        'location',
        'projectaddress',
        'jobsite',
      ],
    },
    {
      name: 'status',
      label: 'Status',
      type: 'status',
      words: ['status', 'jobstatus', 'state', 'stage'],
    },
    {
      name: 'approvedAmount',
      label: 'Approved amount',
      type: 'amount',
      words: [
        'approvedamount',
        'amount',
        'contractamount',
        'contractprice',
        'price',
        'total',
        'value',
        'contractvalue',
      ],
    },
    {
      name: 'startDate',
      label: 'Start date',
      type: 'day',
      words: ['startdate', 'start', 'begin', 'starts', 'begins'],
    },
    {
      name: 'endDate',
      label: 'End date',
      type: 'day',
      words: ['enddate', 'end', 'due', 'duedate', 'finish', 'completion', 'completiondate', 'ends'],
    },
    {
      name: 'customerName',
      label: 'Customer name',
      type: 'text',
      words: ['customername', 'customer', 'client', 'clientname', 'owner', 'ownername'],
    },
    {
      name: 'customerEmail',
      label: 'Customer email',
      type: 'text',
      words: ['customeremail', 'clientemail', 'email', 'emailaddress', 'owneremail'],
    },
    {
      name: 'customerPhone',
      label: 'Customer phone',
      type: 'phone',
      words: [
        'customerphone',
        'clientphone',
        'phone',
        'phonenumber',
        'ownerphone',
        'mobile',
        'cell',
      ],
    },
    {
      name: 'customerAddress',
      label: 'Customer address',
      type: 'text',
      words: [
        'customeraddress',
        'clientaddress',
        'billingaddress',
        'mailingaddress',
        'owneraddress',
      ],
    },
    {
      name: 'notes',
      label: 'Notes',
      type: 'text',
      words: ['notes', 'note', 'comments', 'comment', 'description'],
    },
  ],
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
