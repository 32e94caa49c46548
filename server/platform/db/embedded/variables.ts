/**
 * Removes PGPORT, PGOPTIONS and the like from the environment of this process. They are about other
 * servers, and the driver would use them for whatever the URL of the embedded one does not specify.
 */
export function ignorePostgresVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG/i.test(name)) delete process.env[name]
}
