import { containsWords } from '@plumbline/contract/searchText.ts'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useContext, useEffect, useId, useRef, useState } from 'react'
import type { ControlProps } from './Field.tsx'
import { Input } from './Input.tsx'
import { type ComboboxOption, OptionList, optionId } from './OptionList.tsx'
import { ChosenContext } from './overlay.ts'

/** The way on from a text that no option matches. */
export interface ComboboxAction {
  /** The text of the list, such as `Invite “Ann”`. */
  readonly labelOf: (typed: string) => string
  readonly run: (typed: string) => void
}

interface ComboboxProps extends Partial<ControlProps> {
  /** The ref of the input, for a form that moves the focus there. */
  ref?: Ref<HTMLInputElement>
  options: readonly ComboboxOption[]
  /** The chosen value, null for none. */
  value: string | null
  onChange: (value: string | null) => void
  /** Called with the typed text, for options that are searched on the server. */
  onSearch?: (word: string) => void
  placeholder?: string
  /** Its accessible name where there is no label. */
  'aria-label'?: string
  /** Shown when no option matches. */
  none?: string
  /** Offered, below `none`, when no option matches what was typed. */
  action?: ComboboxAction | undefined
}

/** The value of the option that starts the action. No choice has it. */
const ACTION = ' action'

/**
 * A choice from many options: type to filter, arrows and Enter to choose, Escape to cancel. An
 * empty box means none.
 */
export function Combobox({
  options,
  value,
  onChange,
  onSearch,
  none = 'Nothing found',
  action,
  ...control
}: ComboboxProps) {
  const noteChoice = useContext(ChosenContext)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const open = typed !== null
  const chosen = options.find((option) => option.value === value)
  // When the list opens, the box holds the chosen name. It does not filter until it is edited.
  const word = typed === chosen?.label ? '' : (typed ?? '')
  const matching = options
    .filter((option) => containsWords(`${option.label} ${option.detail ?? ''}`, word))
    .slice(0, 100)
  const unknown = matching.length === 0 && action && word.trim()
  const shown = unknown
    ? [{ value: ACTION, label: action.labelOf(unknown), detail: none }]
    : matching

  // In a scrolling dialog the whole list must be visible, even when its options arrive late.
  const listed = open ? shown.length : 0
  useEffect(() => {
    if (listed > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [listed])

  const start = () => {
    setTyped(chosen?.label ?? '')
    setActive(Math.max(0, chosen ? options.indexOf(chosen) : 0))
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option?.value === ACTION) action?.run(word.trim())
    else if (option) {
      onChange(option.value)
      noteChoice()
    }
    setTyped(null)
  }
  const move = (to: number) => {
    setActive(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (open) move((active + step + shown.length) % Math.max(1, shown.length))
      else start()
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setTyped(null)
    }
  }

  return (
    <div className="relative">
      <Input
        {...control}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[active] ? optionId(listId, active) : undefined}
        autoComplete="off"
        value={open ? typed : (chosen?.label ?? '')}
        onFocus={(event) => event.target.select()}
        onClick={() => !open && start()}
        onChange={(event) => {
          setTyped(event.target.value)
          onSearch?.(event.target.value)
          setActive(0)
          if (event.target.value === '') onChange(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
        className="pr-9"
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
      />
      {open && (
        <OptionList
          ref={list}
          id={listId}
          label={control['aria-label'] ?? 'Suggestions'}
          options={shown}
          active={active}
          onActive={setActive}
          value={value}
          onChoose={choose}
          none={none}
        />
      )}
    </div>
  )
}
