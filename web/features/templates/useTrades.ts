import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { query } from '../../api/query.ts'
import type { TemplateForm } from './api.ts'

/** The trades of the company's subs and of the template, by name. */
export function useTrades(control: TemplateForm['control']): readonly string[] {
  const { data: subs = [] } = useQuery(query(subcontractorRoutes.list))
  const entries = useWatch({ control, name: 'templateData.entries' }) ?? []
  const named = [
    ...subs.map(({ specialty }) => specialty),
    ...entries.map(({ trade }) => trade?.trim()),
  ]
  return [
    ...new Set(named.filter((trade) => trade !== undefined && trade !== null && trade !== '')),
  ]
    .map(String)
    .sort()
}
