import { CompanyDetails, type Settings } from '@plumbline/contract/settings.ts'
import { timeZonesWith } from '@plumbline/contract/timeZones.ts'
import { useMemo } from 'react'
import type { z } from 'zod'
import { TextField } from '../../forms/fields.tsx'
import { choice, fieldsOf } from '../../forms/fieldsOf.ts'
import { ComboboxField } from '../../pickers/pickerFields.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import type { ComboboxOption } from '../../ui/OptionList.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof CompanyDetails>

const zoneLabel = (zone: string) => zone.replaceAll('_', ' ')

/** The time zones as options. The ones in the United States come first, as a group. */
function zoneOptions(chosen: string): ComboboxOption[] {
  const { us, others } = timeZonesWith(chosen)
  return [...us, ...others].map((zone) => ({
    value: zone,
    label: zoneLabel(zone),
    startsGroup: zone === others[0],
  }))
}

const { fields, ...companyForm } = fieldsOf<Values, Settings>({
  companyName: { label: 'Company Name', required: true },
  holdingsName: {
    label: 'Holdings Name',
    hint: 'Titles the rental properties. Leave it empty if you have none.',
  },
  address: { label: 'Address' },
  phone: { label: 'Phone' },
  timeZone: {
    label: 'Time Zone',
    kind: choice(zoneLabel, ''),
    required: true,
    hint: 'Used for all dates and times',
  },
})

/** The company's names, address, phone and time zone. */
export function CompanyForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, { ...companyForm, schema: CompanyDetails })
  const { control } = form
  const zones = useMemo(() => zoneOptions(company.timeZone), [company.timeZone])
  return (
    <FormPanel
      {...submission}
      title="Company"
      text="The names appear in the sidebar, in every page title and on printed pages."
      submitLabel="Save"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} {...fields.companyName} autoComplete="organization" />
        <TextField control={control} {...fields.holdingsName} />
        <TextField
          control={control}
          {...fields.address}
          autoComplete="street-address"
          className="sm:col-span-2"
        />
        <TextField control={control} {...fields.phone} type="tel" autoComplete="tel" />
        <ComboboxField
          control={control}
          {...fields.timeZone}
          options={zones}
          none="No matching time zone"
        />
      </div>
    </FormPanel>
  )
}
