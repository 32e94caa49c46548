import { containsWords } from '@plumbline/contract/searchText.ts'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useContext, useEffect, useId, useRef, useState } from 'react'
import type { ControlProps } from './Field.tsx'
import { Input } from './Input.tsx'
import { ChosenContext } from './overlay.ts'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** A second line that is searched too. */
  readonly detail?: string
  /** Whether it begins another group, with a line above it. */
  readonly startsGroup?: boolean
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
}

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
  const shown = options
    .filter((option) => containsWords(`${option.label} ${option.detail ?? ''}`, word))
    .slice(0, 100)

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
    if (option) {
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
        aria-activedescendant={open && shown[active] ? `${listId}-${active}` : undefined}
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
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={control['aria-label'] ?? 'Suggestions'}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 animate-fade overflow-y-auto rounded-m border border-line bg-surface p-1 shadow-pop"
        >
          {shown.map((option, index) => (
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              className={cx(
                'cursor-pointer rounded-xs px-2.5 py-1.5 touch:py-2.5',
                index === active && 'bg-sunken',
                option.value === value && 'font-medium',
                option.startsGroup &&
                  index > 0 &&
                  'relative mt-2.25 before:absolute before:inset-x-0 before:-top-1.25 before:border-t before:border-line-strong',
              )}
              onPointerMove={() => setActive(index)}
              onMouseDown={(event) => {
                event.preventDefault()
                choose(option)
              }}
            >
              {option.label}
              {option.detail && (
                <span className="block text-sm font-normal text-ink-2">{option.detail}</span>
              )}
            </div>
          ))}
          {shown.length === 0 && (
            <div
              role="option"
              tabIndex={-1}
              aria-disabled
              aria-selected={false}
              className="px-2.5 py-1.5 text-ink-2"
            >
              {none}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
