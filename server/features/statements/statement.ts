import { addDays, dayIn, inOrder } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { balanced, type Period, yearTo } from '@plumbline/contract/statementBalances.ts'
import { MAX_STATEMENT_ROWS, type Statement } from '@plumbline/contract/statements.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type CustomerRow, findCustomer, headOf } from '../customers/queries.ts'
import { findLastSent, listSent, readAccount } from './queries.ts'

/** The customer whose account it is: the one that this one was merged into, if it was. */
export async function findHead(db: Db, id: string): Promise<CustomerRow | undefined> {
  const head = await headOf(db, id)
  return head === undefined ? undefined : findCustomer(db, head)
}

/** The days that were asked for. */
type Days = { readonly [D in keyof Period]?: string | undefined }

/**
 * The first day after the last statement that was sent, or its last day where that was not over;
 * null if that is today.
 */
async function findSince(db: Db, customerId: string, timeZone: string, today: string) {
  const last = await findLastSent(db, customerId)
  if (!last || last.toDay >= today) return null
  const { toDay, createdAt } = last
  // Something may have happened later on the day on which it was sent.
  return dayIn(timeZone, createdAt) > toDay ? addDays(toDay, 1) : toDay
}

/**
 * The period that is asked for. Without a first day it begins where the last statement that was
 * sent ends, or with the year of its last day; without a last day it ends today. Fails with 400 for
 * days after today, and for a first day after the last one.
 */
function requirePeriod(asked: Days, since: string | null, today: string): Period {
  const { from, to = today } = asked
  if (to > today) throw invalid({ to: 'Choose a day up to today' })
  if (!inOrder(from, to)) throw invalid({ from: 'The first day is after the last one' })
  if (from !== undefined) return { from, to }
  return since !== null && since <= to ? { from: since, to } : yearTo(to)
}

/**
 * The statement of a customer who was not merged. Fails with 400 for a period that cannot be, and
 * for one with more movements than a statement has.
 */
export async function statementOf(
  db: Db,
  customer: CustomerRow,
  asked: Days,
  now: Date,
): Promise<Statement> {
  const { id, name, company, address, contacts } = customer
  const timeZone = await companyTimeZone(db)
  const today = dayIn(timeZone, now)
  const since = await findSince(db, id, timeZone, today)
  const { from, to } = requirePeriod(asked, since, today)
  const { count, movements, ...account } = await readAccount(db, id, { from, to })
  if (count > MAX_STATEMENT_ROWS) {
    const most = MAX_STATEMENT_ROWS.toLocaleString('en-US')
    throw invalid({ from: `These days have more than ${most} entries. Choose a shorter period` })
  }
  const balances = balanced(account.opening, movements)
  return {
    customer: { id, name, company, address, email: contacts[0]?.email ?? null },
    ...{ from, to, since, ...account, ...balances, entries: [...balances.entries] },
    // A balance is what is owed less the credit.
    credit: account.owed - balances.closing,
    sent: await listSent(db, id),
  }
}

/** The name of the file of a statement. */
export const fileNameOf = ({ to }: Pick<Statement, 'to'>) => `statement-${to}`
