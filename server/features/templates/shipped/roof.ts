import { build, trades } from './build.ts'

const { roofing, concrete } = trades

/** Tear-off and new shingles on a house. */
export const roof = build({
  name: 'Roof Replacement',
  description: 'Tear-off and new architectural shingles on a single-family house.',
  projectType: 'Roof',
  steps: [
    {
      title: 'Material delivery',
      type: 'delivery',
      outdoors: true,
      description: 'Roof-top delivery, bundles spread over the ridge.',
    },
    {
      title: 'Site protection and tear-off',
      days: 2,
      by: roofing,
      priority: 'high',
      outdoors: true,
      after: ['Material delivery'],
      description: 'Tarps over beds and siding; no more open than can be dried in the same day.',
    },
    {
      title: 'Deck repair',
      by: roofing,
      outdoors: true,
      after: [['Site protection and tear-off', -1]],
      description: 'Count the sheets that are replaced, with photos for the owners.',
    },
    {
      title: 'Underlayment and dry-in',
      by: roofing,
      priority: 'critical',
      outdoors: true,
      after: ['Site protection and tear-off', 'Deck repair'],
      description: 'Ice and water shield at eaves and valleys, drip edge, synthetic felt.',
    },
    {
      title: 'Dry-in inspection',
      type: 'inspection',
      priority: 'high',
      outdoors: true,
      after: ['Underlayment and dry-in'],
    },
    {
      title: 'Flashing and valleys',
      by: roofing,
      outdoors: true,
      after: ['Dry-in inspection'],
    },
    {
      title: 'Chimney flashing and counterflashing',
      by: concrete,
      outdoors: true,
      after: ['Dry-in inspection'],
    },
    {
      title: 'Shingles',
      days: 2,
      by: roofing,
      outdoors: true,
      after: ['Flashing and valleys', 'Chimney flashing and counterflashing'],
    },
    {
      title: 'Ridge vent and caps',
      by: roofing,
      outdoors: true,
      after: [['Shingles', -1]],
    },
    {
      title: 'Gutters and downspouts',
      by: roofing,
      outdoors: true,
      after: ['Ridge vent and caps', 'Shingles'],
    },
    {
      title: 'Magnet sweep and clean-up',
      by: roofing,
      outdoors: true,
      estimatedHours: 4,
      after: ['Gutters and downspouts'],
    },
    {
      title: 'Final inspection',
      type: 'inspection',
      priority: 'high',
      outdoors: true,
      after: ['Gutters and downspouts'],
    },
    {
      title: 'Hand-over',
      type: 'milestone',
      after: ['Final inspection', 'Magnet sweep and clean-up'],
    },
  ],
  tasks: [
    ['Pull the roofing permit', 'Material delivery'],
    ['Get the color and shingle line signed', 'Material delivery'],
    ['Order dumpster and place boards under it', 'Material delivery'],
    ['Tell the neighbors about noise and parking', 'Material delivery'],
    ['Photograph the deck before it is covered', 'Underlayment and dry-in'],
    ['Call for the dry-in inspection', 'Underlayment and dry-in'],
    ['Check the attic for light and damage', 'Shingles'],
    ['Call for the final inspection', 'Gutters and downspouts'],
    ['Register the manufacturer warranty', 'Hand-over'],
    ['Collect lien waivers', 'Hand-over'],
  ],
})
