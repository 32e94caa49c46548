/**
 * Removes PGPORT, PGOPTIONS and their like from the environment of this program: they are about other servers, and the
 * driver would follow them wherever the address of the embedded one leaves something open.
 */
export function ignorePostgresVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG/i.test(name)) delete process.env[name]
}
