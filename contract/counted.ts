/** How far the items of a list are counted: a total of that many stands for that many or more. */
export const COUNTED_TO = 10_000

/** How far the jobs of a sub are counted, likewise. */
export const SUB_JOBS_COUNTED_TO = 1000

/** How far late entries are counted, likewise. */
export const LATE_COUNTED_TO = 1000

/** The total of a list as text: `9,999`, then `10,000+`. */
export function totalText(total: number, countedTo = COUNTED_TO): string {
  return total < countedTo ? total.toLocaleString('en-US') : `${countedTo.toLocaleString('en-US')}+`
}
