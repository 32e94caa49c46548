import { type Settings, settingsRoutes } from '@plumbline/contract/settings.ts'
import { type ChangeEvent, useRef } from 'react'
import { useWrite } from '../api/write.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { DescribedSection } from '../ui/FormPanel.tsx'
import { takeFiles } from '../ui/Input.tsx'

/** The company's logo: chosen, replaced, taken away. */
export function LogoPart({ company }: { company: Settings }) {
  const input = useRef<HTMLInputElement>(null)
  const save = useWrite(settingsRoutes.putLogo, {
    success: 'The logo is saved',
    failure: 'Failed to save the logo',
  })
  const remove = useWrite(settingsRoutes.removeLogo, {
    success: 'The logo is removed',
    failure: 'Failed to remove the logo',
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
    <DescribedSection title="Logo" text="Stands beside the company's name, and on what is printed.">
      <div className="flex flex-col gap-4 p-5">
        {problem && <Alert>{problem}</Alert>}
        <div className="flex flex-wrap items-center gap-4">
          {company.logoUrl ? (
            <img
              src={company.logoUrl}
              alt="The company's logo"
              className="h-16 max-w-48 rounded-s border border-line bg-white object-contain p-1.5"
            />
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
