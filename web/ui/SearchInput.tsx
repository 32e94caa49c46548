import { cx } from 'class-variance-authority'
import { Search } from 'lucide-react'
import { Input } from './Input.tsx'

interface SearchInputProps {
  /** Its name for those who do not see the placeholder. */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search box; Escape empties it. */
export function SearchInput({ label, placeholder, value, onChange, className }: SearchInputProps) {
  return (
    <div className={cx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('')
        }}
        className="pl-9"
      />
    </div>
  )
}
