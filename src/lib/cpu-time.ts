/**
 * Returns the CPU time of this process in milliseconds. Budgets of work use it, because unlike elapsed time it does not depend on the load
 * of the machine.
 */
export function cpuTimeMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}
