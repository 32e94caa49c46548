import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import { createFileRoute } from '@tanstack/react-router'
import { type ChangeEvent, useRef } from 'react'
import { useCompany } from '../../api/company.ts'
import { useWrite } from '../../api/write.ts'
import { CompanyLogo } from '../../screens/CompanyLogo.tsx'
import { adminOnly, screen } from '../../screens/screen.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { takeFiles } from '../../ui/Input.tsx'
import { AccountTabs } from '../auth/AccountTabs.tsx'
import { BackupsForm } from './Backups.tsx'
import { ClientsForm } from './ClientsForm.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { DownloadPart } from './DownloadPart.tsx'
import { NumbersPart } from './NumbersForm.tsx'
import { ProposalsPart } from './ProposalsForm.tsx'
import { RemindersPart } from './RemindersForm.tsx'
import { SamplePart } from './SamplePart.tsx'
import { SecurityForm } from './SecurityForm.tsx'
import { ServerPart } from './ServerPart.tsx'
import { StorageForm } from './StorageForm.tsx'
import { useRestoreFirstSteps } from './useRestoreFirstSteps.ts'
import { WorkdaysForm } from './WorkdaysForm.tsx'

export const Route = createFileRoute('/settings')({
  ...screen({ title: 'Settings', ...adminOnly }),
  component: SettingsScreen,
})

/** The settings of the company, for admins. */
function SettingsScreen() {
  const company = useCompany()
  return (
    <>
      <ScreenHeader title="Settings" />
      <AccountTabs at="Settings" />
      <div>
        {company.sample && <SamplePart company={company} />}
        <CompanyForm company={company} />
        <LogoPart company={company} />
        <WorkdaysForm company={company} />
        <ProposalsPart />
        <NumbersPart />
        <RemindersPart />
        <ClientsForm company={company} />
        <SecurityForm company={company} />
        <StorageForm company={company} />
        <BackupsForm company={company} />
        <DownloadPart />
        <ServerPart />
        {company.checklistDismissed && !company.sample && <FirstStepsPart />}
      </div>
    </>
  )
}

/** Restores the first steps that were dismissed on the dashboard. */
function FirstStepsPart() {
  const { bringBack, isPending } = useRestoreFirstSteps()
  return (
    <DescribedSection
      title="First steps"
      text="What there is to do in a new company. The dashboard lists it until all of it is done."
    >
      <div className="p-5">
        <Button pending={isPending} onClick={bringBack}>
          Show on the Dashboard
        </Button>
      </div>
    </DescribedSection>
  )
}

/** The logo of the company, with buttons to choose, replace and remove it. */
function LogoPart({ company }: { company: Settings }) {
  const input = useRef<HTMLInputElement>(null)
  const save = useWrite(settingsRoutes.putLogo, {
    success: 'Logo saved successfully',
    failure: 'Failed to save logo',
  })
  const remove = useWrite(settingsRoutes.removeLogo, {
    success: 'Logo removed successfully',
    failure: 'Failed to remove logo',
  })
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = takeFiles(target)
    if (!file) return
    const body = new FormData()
    body.append(settingsRoutes.putLogo.upload, file)
    save.mutate({ body })
  }
  const problem = save.problem ?? remove.problem
  return (
    <DescribedSection title="Logo" text="Appears beside the company's name and on printed pages.">
      <div className="flex flex-col gap-4 p-5">
        {problem && <Alert>{problem}</Alert>}
        <div className="flex flex-wrap items-center gap-4">
          {company.logoUrl ? (
            <CompanyLogo alt="The company's logo" className="h-16 max-w-full" />
          ) : (
            <p className="text-ink-2">No logo yet</p>
          )}
          <span className="ml-auto flex flex-wrap gap-2">
            {company.logoUrl && (
              <Button pending={remove.isPending} onClick={() => remove.mutate({})}>
                Remove
              </Button>
            )}
            <Button pending={save.isPending} onClick={() => input.current?.click()}>
              {company.logoUrl ? 'Choose Another' : 'Choose a Picture'}
            </Button>
          </span>
          <input
            ref={input}
            type="file"
            accept="image/*"
            aria-label="Logo"
            hidden
            onChange={onChange}
          />
        </div>
      </div>
    </DescribedSection>
  )
}
