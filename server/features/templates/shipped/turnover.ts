import { build, trades } from './build.ts'

const { carpentry, electrical, plumbing, drywall, tile } = trades

/** The work to get a home ready for its next tenant. */
export const turnover = build({
  name: 'Rental Turnover',
  description: 'From the keys of one tenant to those of the next, in about two weeks.',
  projectType: 'Rental',
  steps: [
    {
      title: 'Move-out inspection',
      type: 'inspection',
      priority: 'high',
      description: 'Photos of every room, meter readings, list of damage against the deposit.',
    },
    {
      title: 'Rekey and clear out',
      by: carpentry,
      after: ['Move-out inspection'],
      description: 'New locks first; what was left behind is listed before it goes.',
    },
    {
      title: 'Plumbing check and repairs',
      by: plumbing,
      after: ['Rekey and clear out'],
      description: 'Traps, shut-offs, toilet flappers, water heater, furnace filter.',
    },
    {
      title: 'Electrical check and repairs',
      by: electrical,
      after: ['Rekey and clear out'],
      description: 'Smoke and CO alarms with new batteries, GFCI test, dead bulbs.',
    },
    {
      title: 'Carpentry repairs',
      days: 2,
      by: carpentry,
      after: ['Rekey and clear out'],
      description: 'Doors, blinds, cabinet hinges, screens.',
    },
    {
      title: 'Patch and prime',
      days: 2,
      by: drywall,
      after: ['Plumbing check and repairs', 'Electrical check and repairs'],
    },
    {
      title: 'Paint',
      days: 2,
      by: drywall,
      after: ['Patch and prime', 'Carpentry repairs'],
    },
    {
      title: 'Flooring or carpet cleaning',
      by: tile,
      after: ['Paint'],
    },
    {
      title: 'Final clean',
      after: ['Flooring or carpet cleaning'],
    },
    {
      title: 'Ready photos and walk-through',
      type: 'inspection',
      after: ['Final clean'],
    },
    {
      title: 'Move-in',
      type: 'milestone',
      priority: 'high',
      after: [['Ready photos and walk-through', 1]],
    },
  ],
  tasks: [
    ['Collect keys, remotes and the forwarding address', 'Move-out inspection'],
    ['Transfer utilities to the owner', 'Move-out inspection'],
    [
      'Send the deposit statement',
      'Carpentry repairs',
      'Within the days that the state allows, with the photos.',
    ],
    ['List the home with the new photos', 'Ready photos and walk-through'],
    ['Sign the lease and take the deposit', 'Ready photos and walk-through'],
    ['Walk the move-in checklist with the tenant', 'Move-in'],
    ['Transfer utilities to the tenant', 'Move-in'],
  ],
})
