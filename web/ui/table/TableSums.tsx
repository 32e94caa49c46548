interface TableSumsProps {
  /** How many rows there are: `24 jobs`. */
  count: string
  /** How many of each kind, by its name. */
  parts: readonly (readonly [name: string, count: number])[]
  /** What they add up to. */
  sum?: string
}

/** The line of sums at the lower edge of a table; kinds that there are none of are left out. */
export function TableSums({ count, parts, sum }: TableSumsProps) {
  const some = parts.filter(([, of]) => of > 0)
  return (
    <>
      <b className="font-medium">{count}</b>
      <span className="text-ink-2">
        {some.map(([name, of]) => `${of.toLocaleString('en-US')} ${name}`).join(', ')}
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
