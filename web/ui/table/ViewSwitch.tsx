import { Segmented } from '../Segmented.tsx'

interface ViewSwitchProps {
  /** The label of the view that is not the table. */
  list?: 'Cards' | 'List'
  view: 'table' | undefined
  onChange: (view: 'table' | '') => void
}

/** Switches between a list and its table. */
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
