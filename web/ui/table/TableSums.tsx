import { cx } from 'class-variance-authority'

interface TableSumsProps {
  /** The number of rows with their noun: `24 jobs`. */
  count: string
  /** The number of rows of each kind, by its name. */
  parts: readonly (readonly [name: string, count: number])[]
  /** The formatted sums of the amounts of all rows, the main one last. */
  sums?: readonly (readonly [name: string, sum: string])[]
}

/** The contents of the line below a table. Kinds without rows are omitted. */
export function TableSums({ count, parts, sums = [] }: TableSumsProps) {
  const present = parts.filter(([, rows]) => rows > 0)
  return (
    <>
      <b className="font-medium">{count}</b>
      <span className="text-ink-2">
        {present.map(([name, rows]) => `${rows.toLocaleString('en-US')} ${name}`).join(', ')}
      </span>
      {sums.length > 0 && (
        <span className="ml-auto flex items-baseline gap-x-5">
          {sums.map(([name, sum], index) => (
            <span key={name} className="flex items-baseline gap-x-3">
              <span className="text-ink-2">{name}</span>
              <b className={cx('figures', index === sums.length - 1 ? 'font-bold' : 'font-normal')}>
                {sum}
              </b>
            </span>
          ))}
        </span>
      )}
    </>
  )
}
