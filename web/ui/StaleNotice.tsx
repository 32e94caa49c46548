import { Alert } from './Alert.tsx'

/** A field that someone else changed while a form was open. */
export interface FieldChange {
  readonly label: string
  readonly before: string
  readonly now: string
}

/** Says in a form what someone else changed meanwhile, and what saving again will do. */
export function StaleNotice({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <Alert tone="warn">
      <p className="font-medium">Someone else changed this while you were editing.</p>
      {changes.length > 0 && (
        <ul className="my-1.5">
          {changes.map(({ label, before, now }) => (
            <li key={label}>
              {label}: <s>{before}</s> <b className="font-medium">{now}</b>
            </li>
          ))}
        </ul>
      )}
      <p>What you typed is kept. Save again to replace theirs.</p>
    </Alert>
  )
}
