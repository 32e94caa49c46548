interface TableSumsProps {
  /** The number of rows with their noun: `24 jobs`. */
  count: string
  /** The number of rows of each kind, by its name. */
  parts: readonly (readonly [name: string, count: number])[]
  /** The formatted sum of the amounts of all rows. */
  sum?: string
}

/** The contents of the line below a table. Kinds without rows are omitted. */
export function TableSums({ count, parts, sum }: TableSumsProps) {
  const present = parts.filter(([, rows]) => rows > 0)
  return (
    <>
      <b className="font-medium">{count}</b>
      <span className="text-ink-2">
        {present.map(([name, rows]) => `${rows.toLocaleString('en-US')} ${name}`).join(', ')}
      </span>
      {sum && (
        <>
          <span className="ml-auto text-ink-2">Sum</span>
          <b className="figures font-bold">{sum}</b>
        </>
      )}
    </>
  )
}
