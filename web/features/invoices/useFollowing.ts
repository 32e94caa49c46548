import { useEffect, useRef } from 'react'
import type { InvoiceForm } from './draft.ts'

interface Followed {
  name: 'title' | 'taxRate'
  /** Undefined while it is not known. */
  text: string | undefined
  /** Whether the field may hold what somebody typed when the form opens. */
  isFilledIn: boolean
}

/** Has a field follow a text as long as nobody typed another one. */
export function useFollowing(
  { getValues, setValue }: InvoiceForm,
  { name, text, isFilledIn }: Followed,
) {
  const followed = useRef(isFilledIn ? undefined : getValues(name))
  useEffect(() => {
    if (text === undefined) return
    const shown = getValues(name)
    if (shown !== text && (shown === '' || shown === followed.current)) setValue(name, text)
    followed.current = text
  }, [name, text, getValues, setValue])
}
