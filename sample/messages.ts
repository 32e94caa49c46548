import type { messages } from '../server/messages/table.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './fixed.ts'
import { daysOf, jobId, jobKeys } from './jobs.ts'
import type { PersonId } from './people.ts'
import { talk } from './talk.ts'

export function messageRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return (talk[job] ?? []).map(
      ([by, at, content], n) =>
        ({
          id: idOf(`message/${job}/${n}`),
          jobId: jobId(job),
          senderId: personId(by),
          content,
          createdAt: typeof at === 'number' ? calendar.hoursAgo(at) : days.at(...at),
        }) satisfies typeof messages.$inferInsert,
    )
  })
}
