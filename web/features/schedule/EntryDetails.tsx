import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useSetSearch } from '../../screens/screen.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { EntryTexts } from './api.ts'
import type { EntryDialog } from './EntryDialogs.tsx'

const EntryPanel = lazyPart(() => import('./EntryPanel.tsx'))

interface EntryDetailsProps {
  /** The `entry` and `tab` parameters of the URL. */
  id: string | undefined
  tab: 'history' | undefined
  texts: EntryTexts
  /** Shows the details over the screen, for screens without room beside it. */
  isOver?: boolean
  onDialog: (dialog: EntryDialog) => void
}

/**
 * The details of the entry in the URL. Closing them returns the focus to the entry, or to `main` if
 * the view does not show it.
 */
export function EntryDetails({ id, tab, texts, isOver = false, onDialog }: EntryDetailsProps) {
  const setSearch = useSetSearch<{ entry?: string | undefined; tab?: string | undefined }>()
  if (!id) return null
  const ask = (at: 'move' | 'edit' | 'delete') => (entry: ScheduleEntry) => onDialog({ at, entry })
  const close = () => {
    setSearch({ entry: '', tab: '' })
    const entry = document.querySelector<HTMLElement>(`[data-entry="${id}"]`)
    const target = entry ?? document.querySelector('main')
    target?.focus({ preventScroll: true })
  }
  return (
    <EntryPanel
      id={id}
      texts={texts}
      isOver={isOver}
      tab={tab}
      onTab={(next) => setSearch({ tab: next })}
      onClose={close}
      onOpen={(entry) => setSearch({ entry })}
      onMove={ask('move')}
      onEdit={ask('edit')}
      onDelete={ask('delete')}
    />
  )
}
