import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { movedBy } from '../moves.ts'
import type { useMove } from '../useMove.ts'
import { type Command, commandOf } from './keys.ts'
import type { ChartRow } from './rows.ts'
import { mayWait, type useLink } from './useLink.ts'
import type { useRowFocus } from './useRowFocus.ts'
import type { useRows } from './useRows.ts'

interface KeyOptions {
  list: ReturnType<typeof useRows>
  focus: ReturnType<typeof useRowFocus>
  moving: ReturnType<typeof useMove>
  linking: ReturnType<typeof useLink>
  mayPlan: boolean
  onOpen: (id: string) => void
}

/** The id of the row in which an event happened. */
export function rowAt(target: EventTarget | null): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-id]')?.dataset.id
    : undefined
}

/** The keyboard handler of the rows. */
export function useGanttKeys({ list, focus, moving, linking, mayPlan, onOpen }: KeyOptions) {
  const { rows, rowOf, fold } = list

  const go = (to: 'up' | 'down' | 'first' | 'last', index: number) => {
    const last = rows.length - 1
    const next = { up: index - 1, down: index + 1, first: 0, last }[to]
    focus.focusRow(Math.min(Math.max(0, next), last))
    return true
  }
  const setFolded = (row: ChartRow, isFolded: boolean) => {
    if (row.kind === 'job') fold(row.id, isFolded)
    // From an entry, left goes to its job.
    else if (isFolded) focus.focusRow(rowOf.get(row.entry.jobId) ?? -1)
    return true
  }
  const activate = (row: ChartRow) => {
    if (row.kind === 'job') fold(row.id)
    else onOpen(row.id)
    return true
  }
  const chooseWaiting = (from: PlanEntry, target: PlanEntry | null, step: 1 | -1) => {
    let index = (rowOf.get((target ?? from).id) ?? 0) + step
    for (let row = rows[index]; row; row = rows[index]) {
      if (row.kind === 'entry' && mayWait(from, row.entry)) {
        linking.choose(row.entry)
        focus.reveal(index)
        break
      }
      index += step
    }
  }
  /** Runs a command while an entry is being linked. */
  const runLinking = (command: Command) => {
    const { link } = linking
    if (!link) return false
    if (command === 'cancel') linking.cancel()
    else if (command === 'open' && link.target) linking.save(link.from, link.target)
    else if (typeof command === 'object' && 'to' in command) {
      if (command.to === 'down') chooseWaiting(link.from, link.target, 1)
      if (command.to === 'up') chooseWaiting(link.from, link.target, -1)
    }
    return true
  }
  const run = (command: Command, row: ChartRow, index: number): boolean => {
    if (runLinking(command)) return true
    if (command === 'open') return activate(row)
    if (typeof command === 'object' && 'to' in command) return go(command.to, index)
    if (typeof command === 'object' && 'fold' in command) return setFolded(row, command.fold)
    if (!mayPlan || row.kind === 'job' || command === 'cancel') return false
    const { move, propose } = moving
    if (command === 'link') {
      if (!move) linking.start(row.entry)
      return true
    }
    const from = move?.entry.id === row.id ? move : { ...row.entry, entry: row.entry }
    flushSync(() => propose(movedBy(from.entry, from, command.move, command.days, moving.calendar)))
    // The bar of the proposed move must not cover the row.
    focus.reveal(index)
    return true
  }

  return (event: KeyboardEvent) => {
    const index = rowOf.get(rowAt(event.target) ?? '')
    const row = index === undefined ? undefined : rows[index]
    const command = commandOf(event)
    if (index === undefined || !row || !command) return
    if (!run(command, row, index)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
