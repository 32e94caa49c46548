import { Segmented } from '../Segmented.tsx'

interface ViewSwitchProps {
  view: 'table' | undefined
  onChange: (view: 'table' | '') => void
}

/** Shows a list as cards or as a table. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <Segmented
      label="View"
      options={[
        { value: '', label: 'Cards' },
        { value: 'table', label: 'Table' },
      ]}
      value={view ?? ''}
      onChange={onChange}
    />
  )
}
