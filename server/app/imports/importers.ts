import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import type { ImportForm, ImportKind, ImportReport } from '@plumbline/contract/imports.ts'
import { publish } from '../../events/publish.ts'
import type { Source } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Reader, ValidRow } from './checkRows.ts'

/**
 * The result of comparing a valid row with the stored data: `same` if it exists already, the reason
 * why it cannot be added (about `field`, by default the key), or the value with the ids it refers
 * to.
 */
export type Match<T> =
  | 'same'
  | { readonly reason: string; readonly field?: string }
  | { readonly value: T }

/** The person who imports, the time, and the answers about the file. */
export interface ImportContext extends ImportForm {
  readonly actorId: string
  /** The request, for the audit log. */
  readonly source: Source
  readonly now: Date
}

/** The result for the rows that were added, or that would be added in a dry run. */
export type Added = Pick<
  ImportReport,
  'added' | 'withoutEmail' | 'linked' | 'newClients' | 'links' | 'unlinked' | 'invitable'
> & {
  /** The reasons of the rows that could not be added after all, by row number. */
  readonly refused: ReadonlyMap<number, string>
}

export const NOTHING: Added = {
  ...{ added: 0, withoutEmail: 0, linked: 0, newClients: 0 },
  ...{ links: [], unlinked: [], invitable: [], refused: new Map() },
}

/** A row to add, with the ids it refers to. */
export type RowToAdd<T> = Pick<ValidRow<T>, 'row' | 'value'>

/** A kind of import: how its rows are read, matched with existing records, and added. */
export interface Kind<T> extends Reader<T> {
  /** The matches by row number. A row without a match is added as it is. */
  readonly match: (
    db: Db,
    valid: readonly ValidRow<T>[],
    now: Date,
  ) => Promise<ReadonlyMap<number, Match<T>>>
  /** Adds the rows and publishes an event; a dry run only reports what would be added. */
  readonly add: (db: Db, rows: readonly RowToAdd<T>[], context: ImportContext) => Promise<Added>
}

const events: Readonly<Record<ImportKind, PlumblineEvent['name']>> = {
  subcontractors: 'person.imported',
  customers: 'person.imported',
  jobs: 'job.imported',
  prices: 'savedLine.imported',
  properties: 'rental.imported',
  tenants: 'rental.imported',
  income: 'rental.imported',
  expenses: 'rental.imported',
}

/** The ids of the people with an email address. */
export const idsToInvite = (people: readonly { id: string; email: string | null }[]) =>
  people.filter(({ email }) => email !== null).map(({ id }) => id)

/** Publishes an import as one event with its count. */
export async function publishImport(db: Db, actorId: string, kind: ImportKind, count: number) {
  await publish(db, actorId, { name: events[kind], subjectId: newId(), detail: { kind, count } })
}

/** Adds values with a single insert function, which returns the number of added rows. */
export const inOneStatement =
  <T>(
    kind: ImportKind,
    insert: (
      db: Db,
      values: readonly T[],
      context: Pick<ImportContext, 'actorId' | 'now'>,
    ) => Promise<number>,
  ): Kind<T>['add'] =>
  async (db, rows, { dryRun, actorId, now }) => {
    if (dryRun || rows.length === 0) return { ...NOTHING, added: rows.length }
    const values = rows.map(({ value }) => value)
    const added = await insert(db, values, { actorId, now })
    await publishImport(db, actorId, kind, added)
    return { ...NOTHING, added }
  }
