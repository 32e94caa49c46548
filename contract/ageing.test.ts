import { expect, test } from 'vitest'
import { ageBuckets, bucketOf, dueDaysOf } from './ageing.ts'
import { addDays } from './dates.ts'

test('the due days of each age are those of its invoices', () => {
  const today = '2026-03-01'
  for (let late = -2; late <= 93; late++) {
    const dueOn = addDays(today, -late)
    const ages = ageBuckets.filter((bucket) => {
      const { from = dueOn, to = dueOn } = dueDaysOf(bucket, today)
      return from <= dueOn && dueOn <= to
    })
    expect(ages, `${late} days late`).toEqual([bucketOf(late)])
  }
})
