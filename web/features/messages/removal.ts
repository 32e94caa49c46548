import { type Message, removableUntil } from '@plumbline/contract/messages.ts'
import { useEffect, useState } from 'react'
import { useMay } from '../../api/me.ts'

/** The text that replaces a removed message. */
export const removedText = ({ removedByName }: Message): string =>
  removedByName === null ? 'Message removed' : `Message removed by ${removedByName}`

/**
 * Whether the person can remove the message now. Updates when the time limit for own messages is
 * over.
 */
export function useRemovable(message: Message): boolean {
  const may = useMay()
  const until = removableUntil(message)
  const [isLate, setLate] = useState(() => Date.now() > until)
  const isTheirs = message.removedAt === null && may('message.remove', message)
  const isTimed = isTheirs && !isLate && !may('message.removeLate')
  useEffect(() => {
    if (!isTimed) return
    const timer = setTimeout(() => setLate(true), until - Date.now())
    return () => clearTimeout(timer)
  }, [isTimed, until])
  return isTheirs && (!isLate || may('message.removeLate'))
}
