import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Combobox } from '../../ui/Combobox.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.ts'
import { bidsQuery, countLines, pricingQuery } from './api.ts'
import { sectionsOf } from './draft.ts'
import type { EditorActions } from './editor.ts'

interface CopyLinesProps {
  bidId: string
  actions: EditorActions
  onClose: () => void
}

/** Adds the sections of another bid with their lines. */
export function CopyLines({ bidId, actions, onClose }: CopyLinesProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const search = useDeferredValue(typed.trim())
  const bids = useQuery({ ...bidsQuery(search), placeholderData: keepPreviousData })
  const source = useQuery({ ...pricingQuery(chosen ?? ''), enabled: chosen !== null })
  const options = (bids.data ?? [])
    .filter(({ id }) => id !== bidId)
    .map(({ id, name, customerName, address }) => ({
      ...{ value: id, label: name, detail: customerName ?? address },
    }))
  const count = source.data && countLines(source.data)
  return (
    <FormDialog
      title="Copy lines of another bid"
      submitLabel="Copy Lines"
      error={source.error ? 'The lines of that bid could not be loaded.' : null}
      pending={source.isFetching}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!source.data || !count)
          return setProblem(chosen ? 'This bid has no lines' : 'Choose a bid')
        actions.change({ type: 'addSections', sections: sectionsOf(source.data.sections) })
        toast({ title: `${plural(count, 'line', 'lines')} copied` })
        onClose()
      }}
    >
      <Field
        label="Bid"
        error={problem}
        hint={count === undefined ? undefined : plural(count, 'line', 'lines')}
      >
        {(control) => (
          <Combobox
            {...control}
            options={options}
            value={chosen}
            onChange={(id) => {
              setChosen(id)
              setProblem(undefined)
            }}
            onSearch={setTyped}
            placeholder="Find a bid by name or customer"
            none={bids.isFetching ? 'Searching…' : 'No bid with that name or customer'}
          />
        )}
      </Field>
    </FormDialog>
  )
}
