import { useState } from 'react'

/** The moment at which the component was first shown: what is late or coming up is told from it. */
export function useNow(): Date {
  const [now] = useState(() => new Date())
  return now
}
