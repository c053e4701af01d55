/**
 * The CPU time of this process until now, in milliseconds. What a budget of work is measured by: unlike the time that has passed, it
 * does not depend on what else the machine does.
 */
export function cpuTimeMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}
