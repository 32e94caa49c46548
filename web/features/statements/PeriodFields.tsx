import { yearTo } from '@plumbline/contract/statementBalances.ts'
import type { Statement } from '@plumbline/contract/statements.ts'
import { DayFilter } from '../../screens/DayFilter.tsx'
import { useToday } from '../../screens/days.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { TitledPanel } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import type { AskedDays } from './api.ts'

interface PeriodFieldsProps {
  days: AskedDays
  /** Undefined while it cannot be shown. */
  statement: Statement | undefined
}

type Choice = 'since' | 'year' | 'all'
const names: Readonly<Record<Choice, string>> = {
  since: 'Since the last one',
  year: 'This year',
  all: 'All',
}

/** The days of a statement, and the periods that are often asked for. */
export function PeriodFields({ days, statement }: PeriodFieldsProps) {
  const today = useToday()
  const setSearch = useSetSearch<AskedDays>()
  const from = days.from ?? statement?.from
  const to = days.to ?? statement?.to ?? today
  const firstDays: Partial<Record<Choice, string>> = {
    ...(statement?.since && { since: statement.since }),
    year: yearTo(today).from,
    ...(statement?.firstDay && { all: statement.firstDay }),
  }
  const choices = (Object.keys(names) as Choice[]).filter((choice) => firstDays[choice])
  const chosen = choices.find((choice) => to === today && firstDays[choice] === from)
  return (
    <TitledPanel title="Statement period">
      <div className="grid grid-cols-2 gap-3">
        <Field label="From">
          {(control) => (
            <DayFilter
              {...control}
              value={from}
              max={to}
              onChange={(day) => setSearch({ from: day })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <DayFilter
              {...control}
              value={to}
              max={today}
              onChange={(day) => setSearch({ from: from ?? '', to: day })}
            />
          )}
        </Field>
      </div>
      <Segmented<Choice | ''>
        label="Periods"
        className="mt-3 max-w-full whitespace-nowrap"
        options={choices.map((value) => ({ value, label: names[value] }))}
        value={chosen ?? ''}
        onChange={(choice) => choice && setSearch({ from: firstDays[choice] ?? '', to: '' })}
      />
    </TitledPanel>
  )
}
