import { ageBucketNames, ageBuckets } from '@plumbline/contract/ageing.ts'
import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import type { Statement, StatementEntry } from '@plumbline/contract/statements.ts'
import {
  closingLine,
  dueLine,
  entryDetails,
  entryName,
} from '@plumbline/contract/statementTexts.ts'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { CompanyLogo } from '../../screens/CompanyLogo.tsx'
import { Link } from '../../screens/Link.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import { centsText } from '../invoices/texts.ts'

interface StatementProps {
  statement: Statement
}

/** A statement with the words of its document. */
export function StatementPaper({ statement }: StatementProps) {
  const company = useCompany()
  const { to, credit, closing } = statement
  return (
    <article
      aria-label="Document"
      className="@container border border-line-strong bg-surface text-sm wrap-anywhere"
    >
      <div className="px-5 py-6 @lg:px-10 @lg:py-9">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line-strong pb-5">
          <div className="flex min-w-0 gap-3">
            <CompanyLogo className="max-h-10 max-w-24" />
            <div className="min-w-0">
              <p className="text-base font-bold">{company.companyName}</p>
              {company.address && <p>{company.address}</p>}
              {company.phone && <p>{company.phone}</p>}
            </div>
          </div>
          <div className="ml-auto text-right">
            <p className="text-lg leading-tight font-bold tracking-tight">Statement</p>
            <p>{formatDay(to)}</p>
          </div>
        </header>
        <Parties statement={statement} />
        <Account statement={statement} />
        <Open statement={statement} />
        {credit !== 0 && (
          <dl className="mt-3 ml-auto w-full max-w-90">
            <Sum name="Credit not used yet">{columnCents(-credit)}</Sum>
            <Sum name="Balance" isTotal>
              {centsText(closing)}
            </Sum>
          </dl>
        )}
        <dl className="mt-6 flex flex-wrap justify-between gap-x-4 gap-y-2 border-y border-line-strong py-3">
          {ageBuckets.map((bucket) => (
            <div key={bucket}>
              <dt className="text-xs text-ink-2">{ageBucketNames[bucket]}</dt>
              <dd className="figures font-bold">{columnCents(statement.ages[bucket])}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-ink-2">{closingLine(company)}</p>
      </div>
    </article>
  )
}

function Parties({ statement }: StatementProps) {
  const { customer, from, to, closing } = statement
  const due = dueLine(statement)
  return (
    <div className="grid gap-x-6 gap-y-4 border-b border-line py-4 @lg:grid-cols-3">
      <Part title="To">
        <p className="font-bold">{customer.name}</p>
        {customer.company && <p>{customer.company}</p>}
        {customer.address && <p className="whitespace-pre-line">{customer.address}</p>}
      </Part>
      <Part title="Period">
        <p className="font-bold">{formatSpan(from, to)}</p>
        <p>all jobs</p>
      </Part>
      <Part title="Balance">
        <p className="figures text-md font-bold">{centsText(closing)}</p>
        {due && <p>{due}</p>}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-0.5 text-xs font-normal text-ink-2">{title}</h2>
      {children}
    </section>
  )
}

/** The cells of an amount; where there is no room for columns, one has both of its signs. */
const figureCell = 'figures pl-3 text-right whitespace-nowrap'
const wide = '@max-lg:hidden'

/** The entries between the opening and the closing balance. */
function Account({ statement }: StatementProps) {
  const { from, to, opening, entries, charged, credited, closing } = statement
  return (
    <table className="mt-5 w-full [&_td]:border-b [&_td]:border-line [&_td]:py-2 [&_td]:align-top [&_th]:border-b [&_th]:border-line-strong [&_th]:pb-1.5 [&_th]:font-normal [&_th]:text-ink-2">
      <thead>
        <tr>
          <th scope="col" className={cx('pr-4 text-left', wide)}>
            Date
          </th>
          <th scope="col" className="text-left">
            Entry
          </th>
          <th scope="col" className={cx('pl-3 text-right', wide)}>
            Charge
          </th>
          <th scope="col" className={cx('pl-3 text-right', wide)}>
            Paid or credited
          </th>
          <th scope="col" className="pl-3 text-right @lg:hidden">
            Amount
          </th>
          <th scope="col" className="pl-3 text-right">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        <Balance day={from} name="Opening balance">
          {columnCents(opening)}
        </Balance>
        {entries.map((entry) => (
          <Entry key={`${entry.id}${entry.isReversal}`} entry={entry} />
        ))}
        <Balance day={to} name="Closing balance" {...{ charged, credited }}>
          {centsText(closing)}
        </Balance>
      </tbody>
    </table>
  )
}

const Day = ({ day }: { day: string }) => (
  <td className={cx('figures pr-4 whitespace-nowrap', wide)}>{formatDay(day)}</td>
)
/** The day above the name where it has no column. */
const DayLine = ({ day }: { day: string }) => (
  <p className="figures text-xs font-normal text-ink-2 @lg:hidden">{formatDay(day)}</p>
)

function Entry({ entry }: { entry: StatementEntry }) {
  const { id, day, amount, balance, number } = entry
  const details = entryDetails(entry)
  return (
    <tr>
      <Day day={day} />
      <td>
        <DayLine day={day} />
        <p className="font-medium">
          {number === null ? (
            entryName(entry)
          ) : (
            <Link href={paths.invoice(id)} className="touch-target hover:underline">
              {entryName(entry)}
            </Link>
          )}
        </p>
        {details && <p className="text-ink-2">{details}</p>}
      </td>
      <td className={cx(figureCell, wide)}>{amount >= 0 && columnCents(amount)}</td>
      <td className={cx(figureCell, wide)}>{amount < 0 && columnCents(-amount)}</td>
      <td className={cx(figureCell, '@lg:hidden')}>{columnCents(amount)}</td>
      <td className={figureCell}>{columnCents(balance)}</td>
    </tr>
  )
}

interface BalanceProps {
  day: string
  name: string
  /** The sums of the columns, below which it stands. */
  charged?: number
  credited?: number
  children: ReactNode
}

function Balance({ day, name, charged, credited, children }: BalanceProps) {
  const isSum = charged !== undefined && credited !== undefined
  return (
    <tr className={cx(isSum && 'font-bold')}>
      <Day day={day} />
      <td>
        <DayLine day={day} />
        <p className={cx(!isSum && 'font-medium')}>{name}</p>
      </td>
      <td className={cx(figureCell, wide)}>{isSum && columnCents(charged)}</td>
      <td className={cx(figureCell, wide)}>{isSum && columnCents(credited)}</td>
      <td className={cx(figureCell, '@lg:hidden')}>{isSum && columnCents(charged - credited)}</td>
      <td className={figureCell}>{children}</td>
    </tr>
  )
}

/** The open invoices at the end of the period, oldest first. */
function Open({ statement: { open, openCount, owed } }: StatementProps) {
  if (open.length === 0) return null
  return (
    <section aria-label="Open invoices" className="mt-6">
      <div className="flex items-baseline justify-between gap-4 border-b border-line-strong pb-1.5">
        <h2 className="text-sm font-bold">Open invoices</h2>
        <b className="figures">{centsText(owed)}</b>
      </div>
      {openCount > open.length && (
        <p className="pt-1.5 text-ink-2">
          The {open.length} oldest of {openCount}
        </p>
      )}
      <ul>
        {open.map(({ id, number, title, dueOn, owed: left }) => (
          <li
            key={id}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2"
          >
            <div className="min-w-0">
              <p>
                Invoice {number}, due {formatDay(dueOn)}
              </p>
              <p className="text-ink-2">{title}</p>
            </div>
            <span className="figures whitespace-nowrap">{columnCents(left)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SumProps {
  name: string
  isTotal?: boolean
  children: ReactNode
}

function Sum({ name, isTotal = false, children }: SumProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4 py-1',
        isTotal && 'mt-1 border-t border-line-strong pt-2 text-md font-bold tracking-tight',
      )}
    >
      <dt className={cx(!isTotal && 'text-ink-2')}>{name}</dt>
      <dd className="figures whitespace-nowrap">{children}</dd>
    </div>
  )
}
