export const propertyStatuses = ['occupied', 'vacant', 'maintenance'] as const
