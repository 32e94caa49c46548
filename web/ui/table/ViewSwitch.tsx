import { Segmented } from '../Segmented.tsx'

interface ViewSwitchProps {
  /** What the list is when it is no table. */
  list?: 'Cards' | 'List'
  view: 'table' | undefined
  onChange: (view: 'table' | '') => void
}

/** Shows a list as it is, or as a table. */
export function ViewSwitch({ list = 'Cards', view, onChange }: ViewSwitchProps) {
  return (
    <Segmented
      label="View"
      options={[
        { value: '', label: list },
        { value: 'table', label: 'Table' },
      ]}
      value={view ?? ''}
      onChange={onChange}
    />
  )
}
