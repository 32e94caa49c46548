import {
  type ImportKind,
  type ImportProblem,
  type ImportReport,
  importFields,
  importKinds,
  REASON_COLUMN,
} from '@plumbline/contract/imports.ts'
import { paths } from '../../paths.ts'
import { csv } from '../../screens/csv.ts'
import { plural } from '../../ui/format.ts'

/** The texts and links of one kind of import. */
export interface KindInfo {
  readonly kind: ImportKind
  readonly title: string
  readonly one: string
  readonly many: string
  /** The path of the screen that lists the imported data. */
  readonly listPath: string
  readonly listLabel: string
  /** The rows that are skipped, as the start of a sentence. */
  readonly existing: string
  /** The format of dates and amounts, for kinds that have them. */
  readonly format?: string
}

const existingPeople = { existing: 'Rows of people you already have' }

const datesAndAmounts = {
  format: 'Dates are written as 2026-03-05 or 3/5/2026, amounts as 48,250.75.',
}

const kinds: Readonly<Record<ImportKind, Omit<KindInfo, 'kind'>>> = {
  subcontractors: {
    ...{
      title: 'Import subcontractors',
      one: 'subcontractor',
      many: 'subcontractors',
      ...existingPeople,
    },
    ...{ listPath: paths.subcontractors(), listLabel: 'Subcontractors' },
  },
  customers: {
    ...{ title: 'Import customers', one: 'customer', many: 'customers', ...existingPeople },
    ...{ listPath: paths.customers(), listLabel: 'Customers' },
  },
  jobs: {
    ...{
      title: 'Import jobs',
      one: 'job',
      many: 'jobs',
      existing: 'Rows whose name and address already exist',
    },
    ...{ listPath: paths.jobs(), listLabel: 'Jobs' },
    ...datesAndAmounts,
  },
  prices: {
    ...{ title: 'Import price list', one: 'price', many: 'prices' },
    existing: 'Rows whose description and unit already exist',
    ...{ listPath: paths.priceList(), listLabel: 'Price List' },
    format:
      'Prices are written as 1,250.50, with up to four decimals. Categories are labor, material, subcontract, equipment, permit and other.',
  },
  properties: {
    ...{ title: 'Import properties', one: 'property', many: 'properties', ...datesAndAmounts },
    existing: 'Rows whose address, city and ZIP code already exist',
    ...{ listPath: paths.rentalProperties(), listLabel: 'Properties' },
  },
  tenants: {
    ...{ title: 'Import tenants', one: 'tenant', many: 'tenants' },
    existing: 'Rows whose property, tenant and lease start already exist',
    ...{ listPath: paths.rentalProperties({ tab: 'tenants' }), listLabel: 'Tenants' },
    format: `A property is named by its address. ${datesAndAmounts.format}`,
  },
  income: {
    ...{ title: 'Import income', one: 'payment', many: 'payments' },
    existing: 'Rows whose payment is in the books already',
    ...{ listPath: paths.rentalProperties({ tab: 'income' }), listLabel: 'Income' },
    format: `A property is named by its address, a tenant by full name or email. ${datesAndAmounts.format}`,
  },
  expenses: {
    ...{ title: 'Import expenses', one: 'expense', many: 'expenses' },
    existing: 'Rows whose expense is in the books already',
    ...{ listPath: paths.rentalProperties({ tab: 'expenses' }), listLabel: 'Expenses' },
    format: `A property is named by its address; without one an expense is that of the whole portfolio. ${datesAndAmounts.format}`,
  },
}

/** The texts and links of a kind. */
export const infoOf = (kind: ImportKind): KindInfo => ({ ...kinds[kind], kind })

/** The kind with the name in the URL, or undefined for any other text. */
export function kindOf(param: string): KindInfo | undefined {
  const kind = importKinds.find((known) => known === param)
  return kind && infoOf(kind)
}

/** `1 job`, `480 jobs`. */
export const countOf = (count: number, { one, many }: Pick<KindInfo, 'one' | 'many'>) =>
  plural(count, one, many)

/** The reasons why a row cannot be added, in one line: `Email: Enter a valid email address`. */
export function reasonOf(kind: ImportKind, { reasons }: Pick<ImportProblem, 'reasons'>): string {
  const label = (field: string | null) =>
    importFields[kind].find(({ name }) => name === field)?.label
  return reasons
    .map(({ field, message }) => {
      const name = label(field)
      // "Email is required" names its field already.
      return name && !message.startsWith(name) ? `${name}: ${message}` : message
    })
    .join('; ')
}

/**
 * The rows that could not be added, as a CSV file to fix and import again. The reason comes first,
 * so that cells beyond the last column stay in place.
 */
export function problemsCsv(
  kind: ImportKind,
  { columns, problems }: Pick<ImportReport, 'columns' | 'problems'>,
): string {
  const from = columns[0] === REASON_COLUMN ? 1 : 0
  const rows = problems.map((problem) => [
    `Row ${problem.row}. ${reasonOf(kind, problem)}`,
    ...problem.cells.slice(from),
  ])
  return csv([[REASON_COLUMN, ...columns.slice(from)], ...rows])
}

/**
 * The fields that are usually filled. The full name is left out because first and last name are
 * included, and so are rare fields.
 */
export const usualFields = (kind: ImportKind) =>
  importFields[kind].filter(({ replaces, rare }) => !replaces && !rare)

/** An empty file with the usual columns. */
export function templateCsv(kind: ImportKind): string {
  return csv([usualFields(kind).map(({ label }) => label)])
}
