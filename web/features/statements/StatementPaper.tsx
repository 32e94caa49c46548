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
import { Link } from '../../screens/Link.tsx'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { columnCents } from '../changeOrders/contractTexts.ts'
import {
  CustomerPart,
  Sheet,
  SheetFact,
  SheetPart,
  SheetParts,
  Sum,
  Sums,
} from '../invoices/paperParts.tsx'
import { centsText } from '../invoices/texts.ts'

interface StatementProps {
  statement: Statement
}

/** A statement with the words of its document. */
export function StatementPaper({ statement }: StatementProps) {
  const company = useCompany()
  const { to, credit, closing } = statement
  return (
    <Sheet
      company={{ ...company, name: company.companyName }}
      name="Statement"
      under={<p>{formatDay(to)}</p>}
    >
      <Parties statement={statement} />
      <Account statement={statement} />
      <Open statement={statement} />
      {credit !== 0 && (
        <Sums>
          <Sum name="Credit not used yet">{columnCents(-credit)}</Sum>
          <Sum name="Balance" isTotal>
            {centsText(closing)}
          </Sum>
        </Sums>
      )}
      <dl className="mt-6 flex flex-wrap justify-between gap-x-4 gap-y-2 border-y border-line-strong py-3">
        {ageBuckets.map((bucket) => (
          <SheetFact key={bucket} name={ageBucketNames[bucket]}>
            {columnCents(statement.ages[bucket])}
          </SheetFact>
        ))}
      </dl>
      <p className="mt-4 text-ink-2">{closingLine(company)}</p>
    </Sheet>
  )
}

function Parties({ statement }: StatementProps) {
  const { customer, from, to, closing } = statement
  const due = dueLine(statement)
  return (
    <SheetParts>
      <CustomerPart title="To" customer={customer} />
      <SheetPart title="Period">
        <p className="font-bold">{formatSpan(from, to)}</p>
        <p>all jobs</p>
      </SheetPart>
      <SheetPart title="Balance">
        <p className="figures text-md font-bold">{centsText(closing)}</p>
        {due && <p>{due}</p>}
      </SheetPart>
    </SheetParts>
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
          <th scope="col" className={cx('pl-3 text-right whitespace-nowrap', wide)}>
            Charge
          </th>
          <th scope="col" className={cx('pl-3 text-right', wide)}>
            Paid or credited
          </th>
          <th scope="col" className="pl-3 text-right whitespace-nowrap @lg:hidden">
            Amount
          </th>
          <th scope="col" className="pl-3 text-right whitespace-nowrap">
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
              <Unbroken text={entryName(entry)} part={number} />
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
