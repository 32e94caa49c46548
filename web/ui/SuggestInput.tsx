import { type KeyboardEvent, type Ref, useContext, useEffect, useId, useRef, useState } from 'react'
import type { ControlProps } from './Field.tsx'
import { Input } from './Input.tsx'
import { type ComboboxOption, OptionList, optionId } from './OptionList.tsx'
import { ChosenContext } from './overlay.ts'

interface SuggestInputProps extends Partial<ControlProps> {
  /** The ref of the input, for a form that moves the focus there. */
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (text: string) => void
  /** The options that fit the text so far. */
  suggestions: readonly ComboboxOption[]
  onChoose: (value: string) => void
  /** Its accessible name where there is no label. */
  'aria-label'?: string
  'data-cell'?: string
  placeholder?: string
  readOnly?: boolean
  className?: string
}

/** The index of no suggestion: Enter then sends the form, with the text as it is. */
const NONE = -1

/**
 * A line of any text with suggestions below it while typing: arrows and Enter choose one, Escape
 * closes them.
 */
export function SuggestInput({
  value,
  onChange,
  suggestions,
  onChoose,
  ...control
}: SuggestInputProps) {
  const noteChoice = useContext(ChosenContext)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isTyping, setTyping] = useState(false)
  const [active, setActive] = useState(NONE)
  const count = suggestions.length
  const open = isTyping && count > 0
  // Below the last field of a dialog, the list would be cut off.
  useEffect(() => {
    if (isTyping && count > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isTyping, count])

  const close = () => {
    setTyping(false)
    setActive(NONE)
  }
  const choose = (option: ComboboxOption) => {
    onChoose(option.value)
    noteChoice()
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = suggestions[active]
    if (step && open) {
      event.preventDefault()
      const to = Math.min(suggestions.length - 1, Math.max(NONE, active + step))
      setActive(to)
      list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && open && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
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
        aria-activedescendant={open && suggestions[active] ? optionId(listId, active) : undefined}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          setTyping(true)
          setActive(NONE)
          onChange(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {open && (
        <OptionList
          ref={list}
          id={listId}
          label="Suggestions"
          options={suggestions}
          active={active}
          onActive={setActive}
          value={null}
          onChoose={choose}
        />
      )}
    </div>
  )
}
