/** The limit for counting the items of a list: a total of this size means this many or more. */
export const COUNT_LIMIT = 10_000

/** The same limit for the jobs of a sub. */
export const SUB_JOBS_COUNT_LIMIT = 1000

/** The same limit for late entries. */
export const LATE_COUNT_LIMIT = 1000

/** The total of a list as text: `9,999`, then `10,000+`. */
export function totalText(total: number, countedTo = COUNT_LIMIT): string {
  return total < countedTo ? total.toLocaleString('en-US') : `${countedTo.toLocaleString('en-US')}+`
}
