/**
 * The cluster as Postgres' programs are told it; they are started in that folder. On Linux the name is one that even an
 * account can follow that may not enter the folders above.
 */
export function dataDirArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/** The environment of Postgres' programs: ours could hold PGDATA, PGPORT, a locale they lack. */
export function environment(): NodeJS.ProcessEnv {
  const kept =
    process.platform === 'win32' ? ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'COMSPEC'] : ['PATH']
  return {
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}

export interface ServerOptions {
  cluster: string
  sockets: string
  /** A loopback port; undefined for the Unix socket alone. */
  port: number | undefined
  /** False only for databases that may be lost, as those of tests. */
  durable: boolean
}

/** The command line of `postgres`. What matters is said here, whatever postgresql.conf or its defaults say. */
export function serverArguments({ cluster, sockets, port, durable }: ServerOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    port: port ?? 5432,
    unix_socket_directories: port === undefined ? sockets : '',
    unix_socket_permissions: '0700',
    max_connections: 50,
    shared_buffers: '128MB',
    // Parallel queries take /dev/shm, of which containers have little; on two cores they win nothing.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Failed statements come back to the program, which logs them; here they would only leave people's data in a file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  }
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataDirArgument(cluster), ...set]
}
