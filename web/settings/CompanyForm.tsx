import { zodResolver } from '@hookform/resolvers/zod'
import { timeZonesWith } from '@plumbline/contract/dates.ts'
import { type Settings, SettingsChange, settingsRoutes } from '@plumbline/contract/settings.ts'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useWrite } from '../api/write.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { FormPanel } from '../ui/FormPanel.tsx'
import { Input } from '../ui/Input.tsx'

const zoneOptions = (chosen: string) =>
  timeZonesWith(chosen).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** The company's names, address, phone and time zone. */
export function CompanyForm({ company }: { company: Settings }) {
  const form = useForm<z.input<typeof SettingsChange>, unknown, SettingsChange>({
    values: {
      companyName: company.companyName,
      holdingsName: company.holdingsName,
      address: company.address ?? '',
      phone: company.phone ?? '',
      timeZone: company.timeZone,
    },
    resolver: zodResolver(SettingsChange),
  })
  const save = useWrite(settingsRoutes.update, {
    success: 'Settings are saved',
    failure: 'Failed to save the settings',
    form,
  })
  const { errors } = form.formState
  const zones = useMemo(() => zoneOptions(company.timeZone), [company.timeZone])
  return (
    <FormPanel
      title="Company"
      text="The names stand in the sidebar, on every page title and on what is printed."
      submitLabel="Save"
      onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
      error={save.problem}
      pending={save.isPending}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Company Name" required error={errors.companyName?.message}>
          {(control) => (
            <Input {...control} {...form.register('companyName')} autoComplete="organization" />
          )}
        </Field>
        <Field label="Holdings Name" required error={errors.holdingsName?.message}>
          {(control) => (
            <Input {...control} {...form.register('holdingsName')} autoComplete="off" />
          )}
        </Field>
        <Field label="Address" error={errors.address?.message} className="sm:col-span-2">
          {(control) => (
            <Input {...control} {...form.register('address')} autoComplete="street-address" />
          )}
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          {(control) => (
            <Input {...control} {...form.register('phone')} type="tel" autoComplete="tel" />
          )}
        </Field>
        <Controller
          control={form.control}
          name="timeZone"
          render={({ field }) => (
            <Field
              label="Time Zone"
              required
              error={errors.timeZone?.message}
              hint="What “today” means on every screen"
            >
              {(control) => (
                <Combobox
                  {...control}
                  options={zones}
                  value={field.value ?? null}
                  onChange={(zone) => field.onChange(zone ?? '')}
                  none="No such time zone"
                />
              )}
            </Field>
          )}
        />
      </div>
    </FormPanel>
  )
}
