import type { Difference } from '../api/edit.ts'
import { Alert } from '../ui/Alert.tsx'

/** Says in a form what someone else changed meanwhile, and what saving again will do. Null says nothing. */
export function StaleNotice({ theirs }: { theirs: readonly Difference[] | null }) {
  if (!theirs) return null
  return (
    <Alert tone="warn" className="mb-4">
      <p className="font-medium">Someone else changed this while you were editing.</p>
      {theirs.length > 0 && (
        <ul className="my-1.5">
          {theirs.map(({ label, before, now }) => (
            <li key={label}>
              {label}: <s>{before}</s> <b className="font-medium">{now}</b>
            </li>
          ))}
        </ul>
      )}
      <p>What you typed is kept. Save again to put it in place of theirs.</p>
    </Alert>
  )
}
