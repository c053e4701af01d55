/** Ends the processes that a program has left in its process group. They do not notice the end of the program by themselves. */
export function endGroup(leader: number | undefined): void {
  if (leader === undefined || process.platform === 'win32') return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
