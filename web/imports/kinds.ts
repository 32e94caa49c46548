import { type ImportKind, importKinds, importRoutes } from '@plumbline/contract/imports.ts'
import { paths } from '../paths.ts'

/** What the screen says of one kind of import, and what it leads to. */
export interface KindInfo {
  readonly kind: ImportKind
  readonly row: (typeof importRoutes)[ImportKind]
  readonly title: string
  readonly one: string
  readonly many: string
  /** Where one came from and finds what was added. */
  readonly home: string
  readonly homeLabel: string
  /** Which rows count as there already. */
  readonly known: string
  /** How dates and amounts are written, where there are any. */
  readonly format?: string
}

const people = { known: 'Rows whose e-mail address is there already' }

const kinds: Readonly<Record<ImportKind, Omit<KindInfo, 'kind' | 'row'>>> = {
  subcontractors: {
    ...{ title: 'Import subcontractors', one: 'subcontractor', many: 'subcontractors', ...people },
    ...{ home: paths.subcontractors(), homeLabel: 'Subcontractors' },
  },
  customers: {
    ...{ title: 'Import customers', one: 'customer', many: 'customers', ...people },
    ...{ home: paths.users(), homeLabel: 'User Management' },
  },
  jobs: {
    ...{
      title: 'Import jobs',
      one: 'job',
      many: 'jobs',
      known: 'Rows whose name and address are there already',
    },
    ...{ home: paths.jobs(), homeLabel: 'Jobs' },
    format: 'Dates are written as 2026-03-05 or 3/5/2026, amounts as 48,250.75.',
  },
}

/** The kind that an address names; undefined for any other word. */
export function kindOf(word: string | undefined): KindInfo | undefined {
  const kind = importKinds.find((known) => known === word)
  return kind && { ...kinds[kind], kind, row: importRoutes[kind] }
}

/** `1 job`, `480 jobs`. */
export const countOf = (count: number, { one, many }: Pick<KindInfo, 'one' | 'many'>) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
