import { useEffect, useRef } from 'react'
import { Alert, type FieldChange, StaleNotice } from './Alert.tsx'

interface FormProblemsProps {
  /** The error of the last submit, null for none. */
  error: string | null
  /** What someone else changed since the form was opened, null for nothing. */
  conflict: readonly FieldChange[] | null
  className?: string
}

/** What kept a form from being saved, above its fields; takes the focus, so that it is seen from the end of a long form. */
export function FormProblems({ error, conflict, className = '' }: FormProblemsProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error || conflict) place.current?.focus()
  }, [error, conflict])
  if (!error && !conflict) return null
  return (
    // Away from the bar that stays at the top of a screen.
    <div
      ref={place}
      tabIndex={-1}
      className={`flex scroll-mt-30 flex-col gap-4 rounded-s outline-none ${className}`}
    >
      {conflict && <StaleNotice changes={conflict} />}
      {error && <Alert>{error}</Alert>}
    </div>
  )
}
