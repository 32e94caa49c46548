import type { SectionKind } from '@plumbline/contract/pricedLines.ts'
import { cx } from 'class-variance-authority'
import { ChevronDown, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import type { ComboboxOption } from '../../ui/OptionList.tsx'
import { sumsOf } from './amounts.ts'
import { type DraftSection, filledLines } from './draft.ts'
import type { EditorActions } from './editor.ts'
import { LineCard } from './LineCard.tsx'
import { LineRow } from './LineRow.tsx'
import { cellClasses, officeClasses, rowClasses } from './layout.ts'
import { marginText } from './margin.ts'
import { columnText, kindLabels, optionsOf } from './texts.ts'

const none: readonly ComboboxOption[] = []
const kindOptions = optionsOf(kindLabels)

interface SectionRowsProps {
  section: DraftSection
  /** The line whose description is being typed, with the saved lines that fit. */
  typing: { readonly key: string; readonly suggestions: readonly ComboboxOption[] } | null
  isPhone: boolean
  isReadOnly: boolean
  actions: EditorActions
}

/** A section of the price with its lines. */
export const SectionRows = memo(function SectionRows(props: SectionRowsProps) {
  const { section, typing, isPhone, isReadOnly, actions } = props
  const { key, title, kind } = section
  // A line that was not filled in is not saved, and nobody can fill it in here any more.
  const lines = isReadOnly ? filledLines(section) : section.lines
  const group = useId()
  return (
    <fieldset aria-label={title || 'New section'} className="min-w-0">
      <SectionHead section={section} isReadOnly={isReadOnly} actions={actions} />
      <ul>
        {lines.map((line) =>
          isPhone ? (
            <LineCard key={line.key} {...{ line, kind, group, isReadOnly, actions }} />
          ) : (
            <LineRow
              key={line.key}
              {...{ line, kind, group, isReadOnly, actions }}
              suggestions={typing?.key === line.key ? typing.suggestions : none}
            />
          ),
        )}
      </ul>
      {!isReadOnly && (
        <button
          type="button"
          onClick={() => actions.append(key)}
          className="flex h-8 w-full items-center gap-2.5 border-b border-line pl-4 text-left text-ink-3 -outline-offset-2 hover:text-ink sm:pl-7 touch:h-11"
        >
          <span className="grid w-4.5 place-items-center">
            <Plus aria-hidden className="size-3.5" />
          </span>
          Next line or price list
        </button>
      )}
    </fieldset>
  )
})

type SectionHeadProps = Pick<SectionRowsProps, 'section' | 'isReadOnly' | 'actions'>

/** The title of a section, how the customer chooses from it, and what it comes to. */
function SectionHead({ section, isReadOnly, actions }: SectionHeadProps) {
  const { key, title, kind } = section
  const { amount, cost, withoutCost } = sumsOf([section])
  const named = title || 'new section'
  return (
    <div
      data-line={key}
      data-section
      className={cx(
        rowClasses,
        'group/section min-h-9 max-sm:grid-cols-[minmax(0,1fr)_auto] border-b border-line-strong data-[drop=after]:shadow-[inset_0_-2px_0_var(--focus)]',
      )}
    >
      <div className="flex min-w-0 items-center gap-1 sm:col-span-5 sm:gap-3">
        <input
          dir="auto"
          autoComplete="off"
          data-cell="title"
          aria-label={`Title of ${named}`}
          placeholder="Title of the section"
          readOnly={isReadOnly}
          value={title}
          onChange={({ target }) =>
            actions.change({ type: 'section', key, to: { title: target.value } })
          }
          className={cx(cellClasses, 'field-sizing-content w-auto! max-w-full min-w-12 font-bold')}
        />
        <span className="relative flex items-center text-xs text-ink-2">
          <select
            aria-label={`How the customer chooses in ${named}`}
            value={kind}
            disabled={isReadOnly}
            onChange={({ target }) =>
              actions.change({ type: 'section', key, to: { kind: target.value as SectionKind } })
            }
            className="field-sizing-content h-7 appearance-none rounded-xs bg-transparent pr-5 disabled:opacity-100 touch:h-11"
          >
            {kindOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute right-1 size-3" />
        </span>
        {!isReadOnly && (
          <span className="mouse:not-focus-within:opacity-0 mouse:group-hover/section:opacity-100">
            <MoreActions isMenu label={`Actions of ${named}`}>
              <SectionActions section={section} actions={actions} />
            </MoreActions>
          </span>
        )}
      </div>
      <b className="figures text-right font-bold">{columnText(amount)}</b>
      <div className={cx(officeClasses, 'text-ink-2')}>
        <span />
        <span className="figures">{cost !== null && columnText(cost)}</span>
        <span className="figures">
          {cost !== null && withoutCost === 0 && (marginText(amount, cost) ?? '–')}
        </span>
      </div>
    </div>
  )
}

function SectionActions({
  section: { key },
  actions,
}: Pick<SectionHeadProps, 'section' | 'actions'>) {
  return (
    <>
      <Button size="sm" onClick={() => actions.change({ type: 'moveSection', key, by: -1 })}>
        Move up
      </Button>
      <Button size="sm" onClick={() => actions.change({ type: 'moveSection', key, by: 1 })}>
        Move down
      </Button>
      <Button size="sm" onClick={() => actions.removeSection(key)}>
        Delete section
      </Button>
    </>
  )
}
