import type { SavedLine } from '@plumbline/contract/priceList.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { SearchInput, Select } from '../../ui/Input.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { savedLinesQuery } from './api.ts'
import { newSection } from './changes.ts'
import { fromPriceList, newLine } from './draft.ts'
import type { DraftDialogProps } from './editor.ts'
import { amountText, categoryLabels } from './texts.ts'

const MAX_LISTED = 50

/** Adds several lines of the price list to a section. */
export function PriceListChooser({ draft, actions, onClose }: DraftDialogProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, SavedLine>>(new Map())
  const [section, setSection] = useState(draft.sections[0]?.key ?? '')
  const search = useDeferredValue(typed.trim())
  const list = useQuery({
    ...savedLinesQuery(search, MAX_LISTED),
    placeholderData: keepPreviousData,
  })
  const toggle = (line: SavedLine) => {
    const next = new Map(chosen)
    if (!next.delete(line.id)) next.set(line.id, line)
    setChosen(next)
  }
  return (
    <FormDialog
      title="Price list"
      wide
      submitLabel={chosen.size === 0 ? 'Add Lines' : `Add ${plural(chosen.size, 'Line', 'Lines')}`}
      error={null}
      pending={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        const lines = [...chosen.values()].map((saved) => newLine(fromPriceList(saved)))
        if (lines.length > 0)
          actions.change(
            section
              ? { type: 'append', section, lines }
              : { type: 'addSections', sections: [newSection('Work', { lines })] },
          )
        onClose()
      }}
    >
      <div className="flex flex-col gap-3">
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <SearchInput
            label="Search the price list"
            placeholder="Search the price list"
            value={typed}
            onChange={setTyped}
          />
          {draft.sections.length > 1 && (
            <Field label="Add to">
              {(control) => (
                <Select
                  {...control}
                  options={draft.sections.map(({ key, title }, index) => ({
                    value: key,
                    label: title || `Section ${index + 1}`,
                  }))}
                  value={section}
                  onChange={({ target }) => setSection(target.value)}
                />
              )}
            </Field>
          )}
        </div>
        <Found list={list} search={search} chosen={chosen} onToggle={toggle} />
      </div>
    </FormDialog>
  )
}

interface FoundProps {
  list: {
    readonly data: readonly SavedLine[] | undefined
    readonly isFetching: boolean
    refetch(): unknown
  }
  search: string
  chosen: ReadonlyMap<string, SavedLine>
  onToggle: (line: SavedLine) => void
}

function Found({ list: { data, isFetching, refetch }, search, chosen, onToggle }: FoundProps) {
  if (!data && isFetching) return <RowsSkeleton count={4} />
  if (!data)
    return <LoadProblem what="The price list" pending={isFetching} onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <p className="py-4 text-ink-2">
        {search === ''
          ? 'The price list is empty. Save a line from a bid, or add lines on the price list.'
          : 'No saved line with these words'}
      </p>
    )
  return (
    <ul>
      {data.map((line) => (
        <li key={line.id} className="border-t border-line first:border-t-0">
          <Checkbox checked={chosen.has(line.id)} onChange={() => onToggle(line)}>
            <span className="wrap-anywhere">{line.description}</span>
            <span className="figures block text-sm text-ink-2">
              {amountText(line.unitPrice)}
              {line.unit && ` / ${line.unit}`} · {categoryLabels[line.category]}
            </span>
          </Checkbox>
        </li>
      ))}
      {data.length === MAX_LISTED && (
        <li className="border-t border-line py-2 text-sm text-ink-2">
          These are the first {MAX_LISTED}. Search to find others.
        </li>
      )}
    </ul>
  )
}
