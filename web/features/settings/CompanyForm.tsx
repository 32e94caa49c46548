import { CompanyDetails, type Settings } from '@plumbline/contract/settings.ts'
import { timeZonesWith } from '@plumbline/contract/timeZones.ts'
import { useMemo } from 'react'
import type { z } from 'zod'
import { TextField } from '../../forms/fields.tsx'
import type { FieldTexts } from '../../forms/useEditForm.ts'
import { ComboboxField } from '../../pickers/pickerFields.tsx'
import type { ComboboxOption } from '../../ui/Combobox.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof CompanyDetails>

const valuesOf = (company: Settings): Required<Values> => ({
  companyName: company.companyName,
  holdingsName: company.holdingsName ?? '',
  address: company.address ?? '',
  phone: company.phone ?? '',
  timeZone: company.timeZone,
})

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

const textsOf = (company: Settings): FieldTexts<Values> => ({
  companyName: ['Company Name', company.companyName],
  holdingsName: ['Holdings Name', company.holdingsName ?? 'none'],
  address: ['Address', company.address ?? 'none'],
  phone: ['Phone', company.phone ?? 'none'],
  timeZone: ['Time Zone', zoneLabel(company.timeZone)],
})

/** The company's names, address, phone and time zone. */
export function CompanyForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, {
    schema: CompanyDetails,
    values: valuesOf,
    texts: textsOf,
  })
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
        <TextField
          control={control}
          name="companyName"
          label="Company Name"
          required
          autoComplete="organization"
        />
        <TextField
          control={control}
          name="holdingsName"
          label="Holdings Name"
          hint="Titles the rental properties. Leave it empty if you have none."
        />
        <TextField
          control={control}
          name="address"
          label="Address"
          autoComplete="street-address"
          className="sm:col-span-2"
        />
        <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="tel" />
        <ComboboxField
          control={control}
          name="timeZone"
          label="Time Zone"
          required
          hint="Used for all dates and times"
          options={zones}
          none="No matching time zone"
        />
      </div>
    </FormPanel>
  )
}
